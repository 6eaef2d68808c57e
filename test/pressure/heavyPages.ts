// What a service may hold at its heaviest, and the requests with which it was once stopped: pages of many and of long texts,
// templates with loops in one another, and the longest lists that a write may hold.
import type { Client } from '../support/client.ts';
import type { Sent } from './measure.ts';

/** Urns by kind, and documents about them and writes to begin with. */
export interface HeavyPages {
  readonly urns: ReadonlyMap<string, readonly string[]>;
  readonly documents: readonly string[];
  readonly writes: readonly Sent[];
}

type Body = Readonly<Record<string, unknown>>;

/** Makes them. */
export async function makeHeavyPages(client: Client): Promise<HeavyPages> {
  const owner = await ownCompany(client);
  const page = async (name: string, more: Body): Promise<string> => {
    const body = { owner, name, language: 'en', path: `/${name}`, status: 'PUBLISH', ...more };
    return made(client, 'entity', body);
  };
  const texts = (count: number, value: string): Body => ({
    texts: Array.from({ length: count }, (_, at) => ({ name: `t${String(at)}`, sortOrder: at, value })),
  });
  const loops =
    '{% for a in (1..1000) %}{% for b in (1..1000) %}{% for c in (1..1000) %}x{% endfor %}{% endfor %}{% endfor %}';
  const templates = Array.from({ length: 8 }, (_, at) => ({
    name: `m${String(at)}`,
    sortOrder: at,
    mediaType: 'text/html',
    value: loops,
  }));
  const many = await page('many', texts(300, 'A short text'));
  const long = await page('long', texts(25, 'x'.repeat(60_000)));
  for (let at = 25; at < 160; at += 1)
    await made(client, 'textitem', { entity: long, name: `t${String(at)}`, sortOrder: at, value: 'x'.repeat(60_000) });
  const slow = await page('slow', { templates });
  const project = await made(client, 'project', { owner, name: 'Busy' });
  const urns = new Map([
    ['entity', [many, long, slow]],
    ['project', [project]],
  ]);
  const aliased = (count: number, part: (at: number) => string): string =>
    `{ ${Array.from({ length: count }, (_, at) => `a${String(at)}: ${part(at)}`).join(' ')} }`;
  const fan = (levels: number): string => (levels === 0 ? 'value' : `entity { texts { ${fan(levels - 1)} } }`);
  const view = (at: number): string =>
    `entityView(urn: "${slow}", version: LATEST, language: "${at % 2 ? 'en' : 'de'}") { urn texts { value } templates { value } }`;
  return {
    urns,
    writes: await longWrites(client, owner),
    documents: [
      `{ entity(urn: "${many}") { texts { ${fan(2)} } } }`,
      `{ entity(urn: "${many}") { texts { ${fan(3)} } } }`,
      aliased(20, () => `entity(urn: "${long}") { texts { value } }`),
      aliased(20, (at) => `entity(urn: "${long}") { t${String(at)}: texts { value } }`),
      aliased(20, view),
      `{ messageThreads(first: 200) { nodes { posts(first: 200) { nodes { content author { urn } replyTo { urn content } } } } } }`,
      `{ entities(first: 200) { nodes { texts { value entity { texts { value } } } } } }`,
      `{ nodes(urns: [${Array.from({ length: 200 }, () => `"${many}"`).join(', ')}]) { ... on Entity { texts { entity { texts { value } } } } } }`,
      `{ __schema { types { name fields { name type { name ofType { name ofType { name } } } args { name } } } } }`,
    ],
  };
}

/** Tries of one request, as the search repeats what was over a bar. */
const tries = 4;

// Writes with lists of 5,000 and of 500 elements, and deletes with as much hanging on what is deleted.
async function longWrites(client: Client, owner: string): Promise<Sent[]> {
  const people: string[] = [];
  while (people.length < 5_000) {
    const some = Array.from({ length: 50 }, () => made(client, 'identity', { owner, type: 'PERSON' }));
    people.push(...(await Promise.all(some)));
  }
  const roles = Array.from({ length: tries }, () => crypto.randomUUID());
  const each = (surface: string, make: (urn: string, at: number) => Omit<Sent, 'surface'>): Sent => {
    const [first = { method: 'GET', path: '/' }, ...again] = roles.map(make);
    return { ...first, again, surface };
  };
  const sent = (method: string, kind: string, body: Body): Sent => ({
    method,
    path: `/n/v1/${kind}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const group = await made(client, 'group', { owner, name: 'Large' });
  const entities = (await client.rest('GET', '/n/v1/entities?limit=200')).body.entities.map(({ urn }: Body) => urn);
  return [
    each('role of 5,000', (urn, at) =>
      sent('POST', 'role', { urn, owner, name: `R${String(at)}`, identities: people }),
    ),
    each('role of 5,000 others', (urn) => sent('PATCH', `role/${urn}`, { identities: people.slice(2_500) })),
    each('delete of a role of 2,500', (urn) => sent('DELETE', `role/${urn}`, {})),
    { ...sent('POST', 'messagethread', { owner, group, purpose: 'ENTITY_DISCUSSION', entities }), surface: 'thread' },
  ];
}

async function ownCompany(client: Client): Promise<string> {
  const { body, text } = await client.rest('GET', '/n/v1/companies?limit=1');
  const urn: unknown = body?.companies?.[0]?.urn;
  if (typeof urn !== 'string') throw new Error(text);
  return urn;
}

async function made(client: Client, kind: string, body: Body): Promise<string> {
  const answer = await client.rest('POST', `/n/v1/${kind}`, { body: { urn: crypto.randomUUID(), ...body } });
  if (answer.status !== 201) throw new Error(`${kind}: ${answer.text.slice(0, 600)}`);
  return String(answer.body.urn);
}
