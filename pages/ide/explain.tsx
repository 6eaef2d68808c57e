// The panel that shows what the last query ran: its statements, their times and rows, and what it was charged.
import { useState, type ReactNode } from 'react';
import type { FetcherParams } from '@graphiql/toolkit';
import { Kind, parse } from 'graphql';
import { credentials } from '../shared/token.ts';

/** `extensions` of an answer that was asked for them. */
interface Said {
  readonly explain?: {
    readonly milliseconds: number;
    readonly statementCount: number;
    readonly statements: readonly {
      readonly text: string;
      readonly after: number;
      readonly milliseconds: number;
      readonly rows: number | null;
    }[];
  };
  readonly cost?: { readonly price: number };
}

interface Answer {
  readonly errors?: readonly { readonly message: string }[];
  readonly extensions?: Said;
}

type Shown = { readonly said: Said } | { readonly problem: string } | null;

// Changes are not made twice to be looked at.
const isQuery = (query: string): boolean =>
  parse(query).definitions.every((one) => one.kind !== Kind.OPERATION_DEFINITION || one.operation === 'query');

async function explained({ query, variables, operationName }: FetcherParams): Promise<Shown> {
  if (!isQuery(query)) return { problem: 'Only queries are run once more to be explained.' };
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...(await credentials()) },
    body: JSON.stringify({ query, variables, operationName, extensions: { explain: true, cost: true } }),
  });
  const { errors, extensions } = (await response.json()) as Answer;
  return extensions?.explain
    ? { said: extensions }
    : { problem: errors?.[0]?.message ?? `The service answered ${String(response.status)}.` };
}

function Statements({ explain, cost }: Said): ReactNode {
  if (!explain) return null;
  const price = cost ? `, charged ${String(cost.price)}` : '';
  return (
    <>
      <p role="status">
        {`${String(explain.statementCount)} statements, ${explain.milliseconds.toFixed(1)} ms${price}`}
      </p>
      <table className="explain">
        <thead>
          <tr>
            <th scope="col">After ms</th>
            <th scope="col">ms</th>
            <th scope="col">Rows</th>
            <th scope="col">Statement</th>
          </tr>
        </thead>
        <tbody>
          {explain.statements.map(({ text, after, milliseconds, rows }, at) => (
            <tr key={at}>
              <td>{after.toFixed(1)}</td>
              <td>{milliseconds.toFixed(1)}</td>
              <td>{rows ?? ''}</td>
              <td>
                <details>
                  <summary>{text.slice(0, 60)}</summary>
                  <pre tabIndex={0}>{text}</pre>
                </details>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** A panel of GraphiQL; `last` gives what was sent last, null where nothing was. */
export function explainPlugin(last: () => FetcherParams | null): {
  readonly title: string;
  readonly icon: () => ReactNode;
  readonly content: () => ReactNode;
} {
  function Content(): ReactNode {
    const [shown, setShown] = useState<Shown>(null);
    const explain = async (): Promise<void> => {
      const sent = last();
      try {
        setShown(sent ? await explained(sent) : { problem: 'Run a query first.' });
      } catch (error) {
        setShown({ problem: error instanceof Error ? error.message : String(error) });
      }
    };
    return (
      <section aria-label="Explain">
        <div className="graphiql-doc-explorer-title">Explain</div>
        <p>Runs the last query once more and shows what it ran. Needs ADMIN on the root company.</p>
        <button type="button" className="graphiql-button" onClick={() => void explain()}>
          Explain the last query
        </button>
        {shown && 'problem' in shown ? <p role="status">{shown.problem}</p> : null}
        {shown && 'said' in shown ? <Statements {...shown.said} /> : null}
      </section>
    );
  }
  return { title: 'Explain', icon: Icon, content: Content };
}

function Icon(): ReactNode {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d="M4 20V10M10 20V4M16 20v-8M21 20H3" />
    </svg>
  );
}
