// The IDE: GraphiQL with the examples of the demo or of how to begin, the explorer, a history that stays, and what queries ran. The schema comes from
// /schema.graphql, so that the documentation is there before any token is typed.
import { useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { explorerPlugin } from '@graphiql/plugin-explorer';
import { createGraphiQLFetcher, type Fetcher, type FetcherParams } from '@graphiql/toolkit';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { buildASTSchema, Kind, parse, type DefinitionNode, type DocumentNode, type GraphQLSchema } from 'graphql';
import { createClient } from 'graphql-ws';
import '@graphiql/plugin-explorer/style.css';
import 'graphiql/style.css';
import './ide.css';
import { explainPlugin } from './explain.tsx';
import { credentials, onToken, readToken } from '../shared/token.ts';
import { wireTokenBox } from '../shared/tokenBox.ts';
import board from './examples/board.graphql';
import change from './examples/change.graphql';
import history from './examples/history.graphql';
import live from './examples/live.graphql';
import page from './examples/page.graphql';
import thread from './examples/thread.graphql';
import firstCompany from './examples/first/company.graphql';
import firstPage from './examples/first/page.graphql';
import firstView from './examples/first/view.graphql';

const assets = new URL('.', import.meta.url);
Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker(_id: string, label: string) {
      const name = label === 'json' || label === 'graphql' ? label : 'editor';
      return new Worker(new URL(`${name}.worker.js`, assets), { type: 'module' });
    },
  },
});

let lastSent: FetcherParams | null = null;
const plugins = [HISTORY_PLUGIN, explorerPlugin({ showAttribution: false }), explainPlugin(() => lastSent)];
const ofDemo = [page, history, thread, board, change, live];
// Where the service says that no demo is there: how to begin.
const ofBeginning = [firstCompany, firstPage, firstView, live];

/** Sends as whoever the token box names; headers that are typed into the editor win. */
function fetcherFor(): Fetcher {
  const url = new URL('/graphql', location.href);
  const socketUrl = new URL(url);
  socketUrl.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const wsClient = createClient({
    url: socketUrl.href,
    connectionParams: () => {
      const token = readToken();
      return token ? { Authorization: `Bearer ${token}` } : {};
    },
  });
  const send = createGraphiQLFetcher({ url: url.href, wsClient });
  return async (parameters, options) => {
    const typed = options?.headers ?? {};
    const isTyped = Object.keys(typed).some((name) => name.toLowerCase() === 'authorization');
    const headers = isTyped ? typed : { ...(await credentials()), ...typed };
    const document = parsedOrNull(parameters.query);
    if (parameters.operationName !== 'IntrospectionQuery') lastSent = parameters;
    return document
      ? send(named(parameters, document), { ...options, headers, documentAST: document })
      : send(parameters, { ...options, headers });
  };
}

// GraphiQL notes which operation a text has a moment after the text has changed, and sends the last one's name until then.
function named(parameters: FetcherParams, document: DocumentNode): FetcherParams {
  const names = document.definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? [one.name?.value] : [],
  );
  const isKnown = names.some((name) => name === parameters.operationName);
  return isKnown || names.length !== 1 ? parameters : { ...parameters, operationName: names[0] };
}

// What cannot be parsed is the service's to refuse.
function parsedOrNull(query: string): DocumentNode | null {
  try {
    return parse(query);
  } catch {
    return null;
  }
}

async function readSchema(): Promise<GraphQLSchema> {
  const response = await fetch('/schema.graphql');
  const { definitions, ...rest } = parse(await response.text());
  const sorted = definitions.toSorted((one, other) => placeOf(one).localeCompare(placeOf(other)));
  return buildASTSchema({ ...rest, definitions: sorted }, { assumeValid: true });
}

// The documentation lists types as they are defined: kinds first, then what they are made of, what is sent, and filters last.
function placeOf(definition: DefinitionNode): string {
  const name = 'name' in definition ? (definition.name?.value ?? '') : '';
  const isKind = 'interfaces' in definition && definition.interfaces?.some((one) => one.name.value === 'Node');
  const isPartOfList = /(Connection|Edge|Payload)$/.test(name);
  const isInput = definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION;
  if (isInput) return `${/(Filter|Where|OrderBy|Order)$/.test(name) ? '5' : '4'} ${name}`;
  if (isKind) return `0 ${name}`;
  return `${isPartOfList ? '3' : definition.kind === Kind.OBJECT_TYPE_DEFINITION ? '1' : '2'} ${name}`;
}

function Ide({ examples }: { readonly examples: readonly string[] }): ReactNode {
  const [schema, setSchema] = useState<GraphQLSchema | null>(null);
  const [fetcher, setFetcher] = useState<Fetcher>(() => fetcherFor());
  useEffect(() => {
    void readSchema().then(setSchema);
    // A new token is a new connection.
    return onToken(() => setFetcher(() => fetcherFor()));
  }, []);
  if (!schema) return <p className="loading">Loading the schema …</p>;
  return (
    <GraphiQL
      fetcher={fetcher}
      schema={schema}
      plugins={plugins}
      defaultTabs={examples.map((query) => ({ query }))}
      shouldPersistHeaders={false}
      showPersistHeadersSettings={false}
      defaultEditorToolsVisibility={false}
    >
      <GraphiQL.Logo>
        <span />
      </GraphiQL.Logo>
    </GraphiQL>
  );
}

await wireTokenBox();
const place = document.querySelector('#app');
if (place) {
  const isBeginning = place.querySelector('[data-examples=first]') !== null;
  createRoot(place).render(<Ide examples={isBeginning ? ofBeginning : ofDemo} />);
}
