// The list of types.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTypes } from '../../parts/types.ts';
import { Loading } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';
import { useHomes } from '../content/NewPage.tsx';

const words = texts.types;

export function Types(): ReactNode {
  const { types, isKnown, error } = useTypes();
  const homes = useHomes();
  if (error && !isKnown) throw error;
  return (
    <Screen
      title={words.title}
      actions={
        homes.length > 0 ? (
          <Link className="button primary" to="/types/new">
            {words.button}
          </Link>
        ) : null
      }
    >
      <p className="soft">{words.lead}</p>
      {isKnown ? null : <Loading />}
      {isKnown && types.length === 0 ? <p role="status">{words.none}</p> : null}
      <ul className="plain">
        {types.map(({ urn, name, description, fields, owner }) => (
          <li key={urn} className="card between">
            <div>
              <Link to="/types/$urn" params={{ urn }}>
                <strong>{name}</strong>
              </Link>{' '}
              <span className="soft small">
                {words.fieldCount(fields.length)}
                {owner ? ` · ${owner.name}` : ''}
              </span>
              {description ? <br /> : null}
              {description}
            </div>
            <Link to="/content" search={{ type: urn }}>
              {words.pages}
              <span className="away"> {name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Screen>
  );
}
