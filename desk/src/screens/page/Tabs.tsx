// The ways between the parts of a page.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLabels } from '../../graph/me.ts';
import { texts } from '../../texts/index.ts';

const words = texts.page;

/** The ways; who may see the page and why is shown to those who administer it. */
export function Tabs({ urn }: { readonly urn: string }): ReactNode {
  const isAdmin = useLabels(urn, ['ADMIN']).has('ADMIN');
  return (
    <nav className="tabs" aria-label={words.tabs}>
      <Link to="/page/$urn" params={{ urn }} activeOptions={{ exact: true, includeSearch: false }}>
        {words.form}
      </Link>
      <Link to="/page/$urn/time" params={{ urn }}>
        {words.time}
      </Link>
      <Link to="/page/$urn/around" params={{ urn }}>
        {words.around}
      </Link>
      {isAdmin ? (
        <Link to="/page/$urn/rights" params={{ urn }}>
          {words.rights}
        </Link>
      ) : null}
    </nav>
  );
}
