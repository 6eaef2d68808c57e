// What names a resource in an argument or a member, and its caller may not read that, is answered as what names nothing: with the
// same words, after as many statements, for the same charge, and nothing is changed. So it is with every urn that a verb of the
// graph takes, and with urns of any kind: of grants, triggers and questions about rights. Paths and other fields:
// permissionsOfAbsentWrites.test.ts. Resource reference 1.8, 7.2.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { resourceOf, scopeOf, type Field, type Verb } from '../../src/contract/resource.ts';
import { createClient, type Client, type RestAnswer } from '../support/client.ts';
import { isTried, rowsOf, triedOf } from '../support/matrix.ts';
import { shownBy, statementsOf } from '../support/sameAnswer.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { make } from './make.ts';
import { digestsOf, sharedDivided, outsiderNames, type Divided, type Outsider } from './outsiders.ts';
import { documentOf, goodArguments, nowhere } from './verbArguments.ts';

const contract = loadContract();

let service: SharedService;
/** Another process over the same resources, which counts what is asked. */
let limited: Awaited<ReturnType<SharedService['another']>>;
let world: Divided;
let deletedUrn: string;

beforeAll(async () => {
  // Nothing comes back to a quota during the test, so that what is left of it tells what a request was charged.
  service = await sharedService();
  world = await sharedDivided();
  limited = await service.another({
    environment: { RATE_LIMITS: '1', RATE_BURST: '60000' },
    rateOptions: { windowSeconds: 900 },
  });
  deletedUrn = (await make(world.town.admin, 'Task')).urn;
  await world.town.admin.rest('DELETE', `/n/v1/task/${deletedUrn}`);
}, 120_000);
afterAll(() => limited.close());

/** A request that names a resource of the kind. */
interface Call {
  readonly what: string;
  readonly kind: string;
  send(client: Client, urn: string): Promise<Pick<RestAnswer, 'status' | 'headers' | 'text'>>;
}

/** Kinds that are tried where a urn of any kind is taken: each can be granted on and announced. */
const anyKind = ['Entity', 'TextItem', 'Task', 'Identity', 'Group', 'MessageThread', 'ApiClient'];

/** In place of a kind: a task that was deleted, which nobody reads. */
const deleted = 'deleted';

/** Kinds of which an argument takes urns, by its name or that of the verb; else the kind that the verb answers. */
const kindsOfArguments: Readonly<Record<string, readonly string[]>> = {
  ...{ item: ['TextItem'], entry: ['TextItem'], thread: ['MessageThread'], upTo: ['ThreadPost'] },
  ...{ blocker: ['Task'], other: ['Task'], from: ['Identity'], identity: ['Identity'], session: ['Identity'] },
  ...{
    restoreDeleted: [...anyKind, deleted],
    endIdentitySessions: ['Identity'],
    ...{ inviteIdentity: ['Identity'], deleteIdentityPasskeys: ['Identity'], passkey: ['Identity'] },
    ...{ renewEditing: ['Entity'], endEditing: ['Entity'] },
    testWebhookSubscription: ['WebhookSubscription'],
    importContent: ['Company'],
    ...{ publishEntities: ['Entity'], cancelPublications: ['Entity'] },
  },
  ...{ replayWebhooks: ['WebhookSubscription'], cancelWebhookDeliveries: ['WebhookSubscription'] },
};
const kindsAt = (verb: Verb, { name }: Field): readonly string[] =>
  kindsOfArguments[name] ?? kindsOfArguments[verb.name] ?? [resourceOf(contract, verb.answer.typeName).name];

const mutations = [...contract.verbs.values()].filter(({ root }) => root === 'Mutation');

/** A call for each argument of a mutation that takes a urn; the others name what the caller may read, where there is any. */
function callsOfVerbs({ readable }: Outsider): Call[] {
  return mutations.flatMap((verb) => {
    const places = verb.args.filter(({ typeName }) => typeName === 'ID');
    const beside = places
      .filter(({ isRequired }) => isRequired)
      .map((place) => [place.name, readable.get(kindsAt(verb, place)[0] ?? '') ?? nowhere]);
    return places.flatMap((place) =>
      kindsAt(verb, place).map((kind) => ({
        what: `${verb.name}.${place.name}`,
        kind,
        async send(client: Client, urn: string) {
          const sent = { ...goodArguments(verb), ...Object.fromEntries(beside), [place.name]: urn };
          const { status, headers, data, errors } = await client.graph(documentOf(verb, sent), sent);
          return { status, headers, text: JSON.stringify({ data, errors }) };
        },
      })),
    );
  });
}

/** Calls whose body names a resource of any kind, with its scope or without. */
function callsOfBodies({ readable }: Outsider): Call[] {
  const [owner, subjectUrn] = [readable.get('Company') ?? nowhere, readable.get('Identity') ?? nowhere];
  const other = { subjectUrn, subjectScope: 'IDENTITY' };
  return anyKind.flatMap((kind) => {
    const resource = resourceOf(contract, kind);
    const objectScope = scopeOf(resource);
    const bodies: readonly (readonly [path: string, body: (urn: string) => object])[] = [
      ['permission', (objectUrn) => ({ owner, ...other, objectUrn, objectScope, label: 'READ' })],
      ['webhooktrigger', (targetUrn) => ({ owner, subject: resource.subject, event: 'ALL', targetUrn })],
      ['permissionexplain', (objectUrn) => ({ objectUrn, label: 'READ' })],
      ['permissionexplain', (objectUrn) => ({ ...other, objectUrn, objectScope, label: 'READ' })],
      ...[{}, { objectScope }, other, { ...other, objectScope }].map(
        (more) =>
          ['permissioncheck', (objectUrn: string) => ({ checks: [{ objectUrn, label: 'READ', ...more }] })] as const,
      ),
    ];
    return bodies.map(([what, body]) => ({
      ...{ what, kind },
      send: (client: Client, urn: string) => client.rest('POST', `/n/v1/${what}`, { body: body(urn) }),
    }));
  });
}

/** What is left of each quota, but for bursts, which fill with time. */
const leftBy = (headers: Headers): Map<string, number> =>
  new Map(
    [...(headers.get('ratelimit') ?? '').matchAll(/"(requests|owner|cost)";r=(\d+)/g)].map(
      ([, name = '', left]) => [name, Number(left)] as const,
    ),
  );

/** All that a call can be told by. */
async function tellingsOf(client: Client, call: Call, urn: string) {
  // What was decided about the caller may be read anew; and the charge begins here.
  const before = leftBy((await client.graph('{ clientContext { type } }')).headers);
  const { result, statements } = await statementsOf(service, () => call.send(client, urn));
  const headers = new Headers([...result.headers].filter(([name]) => name !== 'ratelimit'));
  return {
    shown: shownBy({ ...result, headers }, urn),
    statements: statements.filter((text) => !text.startsWith('/* limits */')).length,
    charged: [...leftBy(result.headers)].map(([name, left]) => [name, (before.get(name) ?? NaN) - left]),
  };
}

describe.each(rowsOf([{ name: outsiderNames[0] }, { name: outsiderNames[2] }]))(
  'By a caller $name',
  ({ name, row }) => {
    test('what it may not read is named in vain, as if it did not exist', async () => {
      const outsider = world.outsiders.find((one) => one.name === name);
      if (!outsider) throw new Error(`There is no caller ${name}`);
      const before = await digestsOf(service, world.town.admin.company);
      let asked = 0;
      const client = createClient(limited.url, outsider.token);
      // What is left of its quota is told exactly once this process has seen some of its requests.
      for (let at = 0; at < 10; at += 1) await client.graph('{ clientContext { type } }');
      for (const [column, call] of [...callsOfVerbs(outsider), ...callsOfBodies(outsider)].entries()) {
        if (!isTried(row, column, 2)) continue;
        const hidden = call.kind === deleted ? deletedUrn : outsider.unreadable.get(call.kind);
        if (hidden === undefined) continue;
        // Some look for what they name in the order of its urns: the two have the same place in it.
        const absent = hidden.slice(0, -8) + crypto.randomUUID().slice(-8);
        const expected = await tellingsOf(client, call, absent);
        const found = await tellingsOf(client, call, hidden);
        expect([call.what, call.kind, found]).toEqual([call.what, call.kind, expected]);
        expect(found.charged).toContainEqual(['requests', 1]);
        asked += 1;
      }
      expect([name, asked > triedOf(name === outsiderNames[0] ? 80 : 20, 2)]).toEqual([name, true]);
      expect(await digestsOf(service, world.town.admin.company)).toEqual(before);
    });
  },
);
