// The trash: what was deleted and can still be brought back, thirty at a time, newest first.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useMutation } from 'urql';
import type { DeletedQuery } from '../../../made/graphql.ts';
import { graphql } from '../../../made/index.ts';
import { notRestored } from '../../graph/answer.ts';
import { useQuery } from '../../graph/ask.ts';
import { useRound } from '../../graph/live.ts';
import { refusalsOf } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Further, nextOf } from '../../parts/Further.tsx';
import { shown } from '../../parts/time.ts';
import { Loading } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';

const words = texts.trash;
const kinds = [
  ...['Entity', 'EntityList', 'Task', 'Project', 'MessageThread', 'ThreadPost', 'Group', 'Identity', 'Role'],
] as const;

const deletedQuery = graphql(`
  query Deleted($after: String, $kind: String) {
    deletedResources(first: 30, after: $after, kind: $kind) {
      nodes {
        urn
        kind
        name
        deletedTimestamp
        restorableUntil
        deletedBy {
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const restoreMutation = graphql(`
  mutation RestoreDeleted($urn: ID!) {
    restoreDeleted(urn: $urn) {
      node {
        urn
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

type Deleted = DeletedQuery['deletedResources']['nodes'][number];

export function Trash(): ReactNode {
  const { kind } = useSearch({ from: '/trash' });
  const navigate = useNavigate();
  const [round, setRound] = useState(0);
  const shownKinds = [...new Set([...kinds, ...(kind ? [kind] : [])])];
  return (
    <Screen title={words.title}>
      <p className="soft">{words.lead}</p>
      <div className="row filters">
        <Choice
          label={words.kind}
          value={kind ?? ''}
          options={[['', words.anyKind], ...shownKinds.map((one) => [one, words.kinds(one)] as const)]}
          onChange={(next) => void navigate({ to: '/trash', search: { kind: next || undefined }, replace: true })}
        />
      </div>
      <Rows
        key={kind ?? ''}
        kind={kind ?? null}
        after={null}
        round={round}
        changed={() => setRound((before) => before + 1)}
      />
    </Screen>
  );
}

interface RowsParts {
  readonly kind: string | null;
  readonly after: string | null;
  readonly round: number;
  readonly changed: () => void;
}

function Rows(parts: RowsParts): ReactNode {
  const { kind, after, round, changed } = parts;
  const [{ data, error }, again] = useQuery({ query: deletedQuery, variables: { kind, after } });
  useRound(round, again);
  // Who administers nothing is refused the list.
  if (error?.graphQLErrors.some(({ extensions }) => extensions['code'] === 'FORBIDDEN'))
    return <p role="status">{words.none}</p>;
  if (error && !data) throw error;
  if (!data) return <Loading />;
  const { nodes, pageInfo } = data.deletedResources;
  if (after === null && nodes.length === 0) return <p role="status">{words.none}</p>;
  return (
    <>
      <ul className="plain">
        {nodes.map((row) => (
          <Row key={row.urn} row={row} changed={changed} />
        ))}
      </ul>
      <Further after={nextOf(pageInfo)}>{(next) => <Rows {...parts} after={next} />}</Further>
    </>
  );
}

function Row({ row, changed }: { readonly row: Deleted; readonly changed: () => void }): ReactNode {
  const { urn, kind, name, deletedTimestamp, restorableUntil, deletedBy } = row;
  const [{ fetching }, restore] = useMutation(restoreMutation);
  const called = name ?? words.kinds(kind);
  const bringBack = async (): Promise<void> => {
    const { data, error, extensions } = await restore({ urn });
    const [refusal] = refusalsOf(error, data?.restoreDeleted);
    if (refusal) say(texts.shell.refused(refusal.message), true);
    else {
      const left = notRestored(extensions);
      // What did not come back stays in sight until it is closed.
      if (left) say(words.notRestored(called, left), true);
      else say(words.restored(called));
    }
    changed();
  };
  return (
    <li className="card between">
      <div>
        <strong>{called}</strong> <span className="soft">{words.kinds(kind)}</span>
        <br />
        <span className="soft small">
          {words.deleted(shown(deletedTimestamp))}
          {deletedBy?.name ? ` ${texts.content.by(deletedBy.name)}` : ''} · {words.until(shown(restorableUntil))}
        </span>
      </div>
      <Button className="button" isDisabled={fetching} onPress={() => void bringBack()}>
        {words.restore}
        <span className="away"> {called}</span>
      </Button>
    </li>
  );
}
