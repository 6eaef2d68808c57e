// Changes of drafts as raw requests, over both faces, on a service whose statements are kept: for tests of the changes that are
// made in one statement, which requires its caller (engine/callerProof.ts).
import { Agent, request } from 'node:http';
import { createClient, type Client } from './client.ts';
import { withClient } from './database.ts';
import { rawAnswer, startWatchedService, type WatchedService } from './watchedService.ts';
import { made } from './work.ts';

/** Headers of a request, by name. */
export type Headers = Readonly<Record<string, string>>;

/** The mutation that is sent over the graph. */
export const mutation =
  'mutation ($urn: ID!, $value: String!, $expected: Long) { updateTextItem(urn: $urn, expectedVersion: $expected, input: { value: $value }) ' +
  '{ __typename textItem { __typename value isPublished version } userErrors { code path message limit } requestId current { value } } }';

/** A service, what writes to it, and what says how it was written. */
export interface DraftWrites {
  readonly service: WatchedService;
  readonly admin: Client;
  readonly agent: Agent;
  /** Creates a resource of the tenant's company at that path; answers its urn. */
  readonly make: (at: string, body: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Creates a page with a draft, and answers the urns of both. */
  readonly draft: () => Promise<{ readonly entity: string; readonly item: string }>;
  /** The answer to a change over REST, byte for byte. */
  readonly change: (at: string, body: string, headers?: Headers, method?: string) => Promise<string>;
  /** The answer to a body at the graph, in the same form. */
  readonly asked: (body: Readonly<Record<string, unknown>>, headers?: Headers) => Promise<string>;
  /** A new value for an item over one of the faces. */
  readonly changeOver: Readonly<
    Record<'REST' | 'graph', (item: string, value: string, headers: Headers) => Promise<string>>
  >;
  /** Which statements that ask for the epoch (EPOCH), and which that change an item at once (WRITE), the work sends. */
  readonly sentBy: (work: () => Promise<unknown>) => Promise<string[]>;
  /** The version and value of an item, and the numbers of its events and of its history. */
  readonly versionOf: (item: string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** Starts it. */
export async function startDraftWrites(): Promise<DraftWrites> {
  const service = await startWatchedService();
  const { app, token, company, statements } = service;
  const admin = createClient(app.url, token);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });

  const make: DraftWrites['make'] = async (at, body) =>
    String((await made(admin, at, { urn: crypto.randomUUID(), owner: company, ...body })).urn);

  const send = (at: string, method: string, text: string, headers: Headers): Promise<string> => {
    const all = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      'x-request-id': 'one',
      ...headers,
    };
    return rawAnswer(request(`${app.url}${at}`, { method, headers: all, agent }).end(text));
  };
  const change: DraftWrites['change'] = (at, body, headers = {}, method = 'PATCH') =>
    send(`/n/v1/${at}`, method, body, headers);
  const asked: DraftWrites['asked'] = (body, headers = {}) => send('/graphql', 'POST', JSON.stringify(body), headers);

  return {
    ...{ service, admin, agent, make, change, asked },
    async draft() {
      const texts = [{ name: 'text', sortOrder: 0, value: 'One' }];
      const entity = await make('entity', { name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED', texts });
      const { body } = await admin.rest('GET', `/n/v1/entity/${entity}?fields=texts`);
      return { entity, item: String(body.texts[0].urn) };
    },
    changeOver: {
      REST: (item, value, headers) => change(`textitem/${item}?fields=value`, JSON.stringify({ value }), headers),
      graph: (urn, value, headers) => asked({ query: mutation, variables: { urn, value } }, headers),
    },
    async sentBy(work) {
      const from = statements.length;
      await work();
      return statements.slice(from).flatMap((text) => {
        if (text.startsWith('WITH seen AS')) return ['WRITE'];
        return text.startsWith('SELECT t.urn, ') ? ['EPOCH'] : [];
      });
    },
    versionOf: (item) =>
      withClient(service.databaseUrl, async (database) => {
        const { rows } = await database.query('SELECT version, value_string FROM item WHERE urn = $1', [item]);
        const { rows: triggers } = await database.query('SELECT 1 FROM webhook_trigger WHERE target_urn = $1', [item]);
        const { rows: history } = await database.query('SELECT 1 FROM item_value WHERE item_urn = $1', [item]);
        return [rows[0]?.version, rows[0]?.value_string, triggers.length, history.length];
      }),
    async stop() {
      agent.destroy();
      await service.stop();
    },
  };
}
