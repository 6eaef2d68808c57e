// Reading a page with items of all thirteen kinds, and reading one item, over both faces, beside the same JSON from one
// prepared statement behind a bare HTTP server. Rounds are interleaved and the median counts.
import { isDeepStrictEqual } from 'node:util';
import { itemKinds } from '../../test/support/itemKinds.ts';
import type { Client } from '../../test/support/client.ts';
import { load, type Asked } from './load.ts';
import { openPlace } from './place.ts';
import { itemQuery, pageQuery } from './pageShape.ts';
import { median, type Row } from './table.ts';

const pages = 50;
const connections = 32;
const rounds = 3;
const requestsPerRound = 1_000;

/** The server, and the request of each number. */
interface Candidate {
  readonly what: string;
  readonly url: string;
  readonly ask: (number: number) => Asked;
}

/** Runs the bench. */
export async function reads(): Promise<readonly Row[]> {
  const place = await openPlace();
  try {
    const service = await place.service();
    const client = place.client(service);
    const { entities, texts } = await makePages(client, place.company());
    const { said } = await place.helper('floorChild.ts', place.databaseUrl);
    const pick = (list: readonly string[]) => (number: number) => list[(number * 7) % list.length] ?? '';
    const [entity, text] = [pick(entities), pick(texts)];
    await demandSame(client, said.url, entity(0), text(0));
    const graph = (query: string, urn: string): Asked => ({
      method: 'POST',
      path: '/graphql',
      body: JSON.stringify({ query, variables: { urn } }),
    });
    const get = (path: string): Asked => ({ method: 'GET', path });
    const floorPage = { what: 'floor', url: said.url, ask: (n: number) => get(`/page/${entity(n)}`) };
    const floorItem = { what: 'floor', url: said.url, ask: (n: number) => get(`/item/${text(n)}`) };
    const { url } = service;
    return [
      ...(await compare(place.token, floorPage, [
        { what: 'page of 13 kinds, graph', url, ask: (n) => graph(pageQuery, entity(n)) },
        { what: 'page of 13 kinds, REST (with every member)', url, ask: (n) => get(`/n/v1/entity/${entity(n)}`) },
      ])),
      ...(await compare(place.token, floorItem, [
        { what: 'one text item, graph', url, ask: (n) => graph(itemQuery, text(n)) },
        { what: 'one text item, REST', url, ask: (n) => get(`/n/v1/textitem/${text(n)}?fields=name,sortOrder,value`) },
      ])),
    ];
  } finally {
    await place.close();
  }
}

async function makePages(client: Client, owner: string): Promise<{ entities: string[]; texts: string[] }> {
  const [entities, texts] = [Array.from({ length: pages }, () => crypto.randomUUID()), [] as string[]];
  const create = async (path: string, body: unknown): Promise<string> => {
    const made = await client.rest('POST', `/n/v1/${path}`, { body });
    if (made.status !== 201) throw new Error(made.text);
    return String(made.body.urn);
  };
  const targets = [crypto.randomUUID(), crypto.randomUUID()] as const;
  for (const urn of [...targets, ...entities])
    await create('entity', { urn, owner, name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED' });
  const kinds = itemKinds(targets);
  for (const entity of entities) {
    for (const { name: kind, path, first } of kinds) {
      const urn = await create(path, { entity, name: kind.toLowerCase(), sortOrder: 0, ...first });
      if (kind === 'TextItem') texts.push(urn);
    }
  }
  return { entities, texts };
}

// Compared answers must be identical.
async function demandSame(client: Client, floor: string, entity: string, text: string): Promise<void> {
  const asked = [
    [(await client.data(pageQuery, { urn: entity })).entity, `page/${entity}`],
    [(await client.data(itemQuery, { urn: text })).textItem, `item/${text}`],
  ] as const;
  for (const [answered, path] of asked) {
    const bare: unknown = await (await fetch(`${floor}/${path}`)).json();
    if (!isDeepStrictEqual(answered, bare))
      throw new Error(`The floor differs:\n${JSON.stringify(answered)}\n${JSON.stringify(bare)}`);
  }
}

async function compare(token: string, floor: Candidate, candidates: readonly Candidate[]): Promise<Row[]> {
  const all = [floor, ...candidates];
  const rates = new Map(all.map((one) => [one, [] as number[]]));
  for (const one of all) await measure(token, one, requestsPerRound / 2);
  for (let round = 0; round < rounds; round += 1) {
    for (const [one, list] of rates) list.push(await measure(token, one, requestsPerRound));
  }
  const rate = (one: Candidate): number => median(rates.get(one) ?? []);
  const against = { what: 'one statement behind node:http', value: rate(floor) };
  return candidates.map((one) => ({ what: one.what, value: rate(one), unit: 'requests/s', against }));
}

function measure(token: string, { url, ask }: Candidate, count: number): Promise<number> {
  return load({ url, token, connections, ask }, count);
}
