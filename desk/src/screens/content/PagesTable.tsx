// The rows of the list of pages: fifty at a time, each page of rows by the cursor of the one before, asked for when its place
// comes into sight.
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { EntityOrderBy, EntityWhere, PagesQuery } from '../../../made/graphql.ts';
import { graphql } from '../../../made/index.ts';
import { useQuery } from '../../graph/ask.ts';
import { languageName } from '../../parts/languages.ts';
import { shown } from '../../parts/time.ts';
import { useRound } from '../../graph/live.ts';
import { useHeldOn } from '../../graph/me.ts';
import { Loading } from '../../shell/Failed.tsx';
import { texts } from '../../texts/index.ts';
import type { ContentSearch } from './route.ts';

const words = texts.content;

const pagesQuery = graphql(`
  query Pages($after: String, $where: EntityWhere, $orderBy: [EntityOrderBy!]) {
    entities(first: 50, after: $after, where: $where, orderBy: $orderBy) {
      nodes {
        urn
        version
        name
        path
        language
        variant
        status
        audience
        lastEditedTimestamp
        lastEditedBy {
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
      totalCount
    }
  }
`);

type Row = PagesQuery['entities']['nodes'][number];

const orders: Readonly<Record<string, EntityOrderBy>> = {
  edited: { field: 'LAST_EDITED_TIMESTAMP', direction: 'DESC' },
  live: { field: 'LIVE_TIMESTAMP', direction: 'DESC' },
  name: { field: 'NAME' },
  path: { field: 'PATH' },
};

function whereOf({ q, language, status, audience, type, under }: ContentSearch): EntityWhere {
  const where: EntityWhere = {};
  if (q) where.or = [{ name: { containsFold: q } }, { path: { containsFold: q } }];
  if (language) where.language = { eq: language };
  if (status) where.status = { eq: status };
  if (audience) where.audience = { eq: audience };
  if (type) where.entityType = { eq: type };
  if (under) where.path = { startsWith: `${under}/` };
  return where;
}

/** The pages that are chosen, by urn, with their names. */
export type ChosenPages = ReadonlyMap<string, string>;

interface TableParts {
  readonly search: ContentSearch;
  /** Grows when something changed, so that the rows are asked for again. */
  readonly round: number;
  readonly chosen: ChosenPages;
  readonly choose: (urn: string, name: string, isChosen: boolean) => void;
}

export function PagesTable({ search, round, chosen, choose }: TableParts): ReactNode {
  const isTree = search.view === 'tree';
  const order = orders[isTree ? 'path' : (search.sort ?? 'edited')] ?? orders['edited'];
  const asked = JSON.stringify([whereOf(search), order]);
  const [where, orderBy] = useMemo(() => JSON.parse(asked) as [EntityWhere, EntityOrderBy], [asked]);
  const [first, again] = useQuery({ query: pagesQuery, variables: { where, orderBy: [orderBy], after: null } });
  if (first.error && !first.data) return <Problem message={first.error.message} again={again} />;
  if (!first.data) return <Loading />;
  const { nodes, totalCount } = first.data.entities;
  if (nodes.length === 0) return <p role="status">{words.none}</p>;
  return (
    <>
      <p className="soft" role="status">
        {totalCount === null || totalCount === undefined ? words.many : words.count(totalCount)}
      </p>
      <table className="pages">
        <caption className="away">{words.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.columns.name}</th>
            <th scope="col">{words.columns.language}</th>
            <th scope="col">{words.columns.status}</th>
            <th scope="col">{words.columns.audience}</th>
            <th scope="col">{words.columns.edited}</th>
          </tr>
        </thead>
        <Rows
          key={asked}
          where={where}
          orderBy={orderBy}
          after={null}
          isTree={isTree}
          {...{ round, search, chosen, choose }}
        />
      </table>
    </>
  );
}

interface ProblemParts {
  readonly message: string;
  readonly again: (options: { readonly requestPolicy: 'network-only' }) => void;
}

// The filters stay, so that what was asked can be changed or asked again.
function Problem({ message, again }: ProblemParts): ReactNode {
  return (
    <div className="row" role="alert">
      <span className="bad">{message}</span>
      <Button className="button small" onPress={() => again({ requestPolicy: 'network-only' })}>
        {texts.shell.again}
      </Button>
    </div>
  );
}

interface RowsParts extends TableParts {
  readonly where: EntityWhere;
  readonly orderBy: EntityOrderBy;
  readonly after: string | null;
  readonly isTree: boolean;
}

function Rows(parts: RowsParts): ReactNode {
  const { where, orderBy, after, round } = parts;
  const [wantsMore, setWantsMore] = useState(false);
  const variables = { where, orderBy: [orderBy], after };
  // The first rows are those that the table was opened with.
  const requestPolicy = after === null ? 'cache-first' : 'cache-and-network';
  const [{ data, error }, again] = useQuery({ query: pagesQuery, variables, requestPolicy });
  useRound(round, again);
  const publishable = useHeldOn(data?.entities.nodes.map(({ urn }) => urn) ?? [], ['PUBLISH']);
  if (!data)
    return (
      <tbody>
        <tr>
          <td colSpan={5}>{error ? <Problem message={error.message} again={again} /> : <Loading />}</td>
        </tr>
      </tbody>
    );
  const { nodes, pageInfo } = data.entities;
  return (
    <>
      <tbody>
        {nodes.map((row) => (
          <PageRow key={row.urn} row={row} mayPublish={publishable.has(row.urn)} {...parts} />
        ))}
        {pageInfo.hasNextPage && !wantsMore ? <More onSeen={() => setWantsMore(true)} /> : null}
      </tbody>
      {pageInfo.hasNextPage && wantsMore ? <Rows {...parts} after={pageInfo.endCursor ?? null} /> : null}
    </>
  );
}

// A button, for the keyboard; that it comes into sight is enough.
function More({ onSeen }: { readonly onSeen: () => void }): ReactNode {
  const place = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onSeen();
    });
    if (place.current) watcher.observe(place.current);
    return () => watcher.disconnect();
  });
  return (
    <tr ref={place}>
      <td colSpan={5}>
        <Button className="button small" onPress={onSeen}>
          {words.more}
        </Button>
      </td>
    </tr>
  );
}

interface RowParts extends TableParts {
  readonly row: Row;
  readonly isTree: boolean;
  readonly mayPublish: boolean;
}

function PageRow({ row, isTree, search, mayPublish, chosen, choose }: RowParts): ReactNode {
  const { urn, name, path, language, variant, status, audience, lastEditedTimestamp, lastEditedBy } = row;
  const depth = isTree ? Math.min(6, Math.max(0, (path ?? '').split('/').length - 2)) : 0;
  return (
    <tr>
      <th scope="row" className={`depth-${depth}`}>
        {mayPublish ? (
          <input
            type="checkbox"
            aria-label={words.choose(name, languageName(language))}
            checked={chosen.has(urn)}
            onChange={({ target }) => choose(urn, name, target.checked)}
          />
        ) : null}{' '}
        <Link to="/page/$urn" params={{ urn }}>
          {name}
        </Link>
        <br />
        {isTree && path ? (
          <Link to="/content" search={{ ...search, under: path }} className="soft small">
            {path}
          </Link>
        ) : (
          <span className="soft small">{path}</span>
        )}
      </th>
      <td>
        {languageName(language)}
        {variant ? <span className="soft"> · {variant}</span> : null}
      </td>
      <td>
        <span className={`status ${status}`}>{words.statuses[status]}</span>
      </td>
      <td>{words.audiences[audience]}</td>
      <td>
        <time dateTime={lastEditedTimestamp}>{shown(lastEditedTimestamp)}</time>
        {lastEditedBy?.name ? <span className="soft small"> {words.by(lastEditedBy.name)}</span> : null}
      </td>
    </tr>
  );
}
