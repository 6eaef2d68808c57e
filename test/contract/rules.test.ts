// Bad input: every limit, required mark and format of the specification is enforced on both faces, all violations of a
// request are reported together, with path, code and limit; and a refused request changes nothing.
import { Kind, type InputValueDefinitionNode } from 'graphql';
import { isSafeNumber, parse, stringify } from 'lossless-json';
import { beforeAll, describe, expect } from 'vitest';
import { loadContract, schemaDocument } from '../../src/contract/load.ts';
import { isUpdatable, resourceOf, type Resource } from '../../src/contract/resource.ts';
import { logEnd } from '../support/eventLog.ts';
import { rowsOf, testsOfRow } from '../support/matrix.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { bodyOf, containerField, make } from './make.ts';
import { bad, ends, good, spec, type BadValue, type SpecField, type SpecKind } from './parts.ts';

const contract = loadContract();
const inputs = new Map(
  schemaDocument().definitions.flatMap((one) =>
    one.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION ? [[one.name.value, one] as const] : [],
  ),
);
let service: SharedService;
let tenant: Tenant;
/** Where values that may exist once are sent again. */
let second: Tenant;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  second = await service.tenant();
});

interface Violation {
  readonly path: string;
  readonly code: string;
  readonly limit?: number | string;
}

const created = spec.filter((kind) => resourceOf(contract, kind.name).operations.has('CREATE'));

// Required by the document, and set by the service when absent: the author is the caller (resource reference 6.4).
const filledIn = new Set(['ThreadPost.authorIdentity']);

const limitCodes: ReadonlySet<string> = new Set(['TOO_LONG', 'TOO_SHORT', 'TOO_MANY', 'OUT_OF_RANGE']);

/** Fields whose rules apply to a create. */
function sendable(kind: SpecKind): SpecField[] {
  const resource = resourceOf(contract, kind.name);
  return kind.fields.filter((field) => {
    const stated = resource.fieldByName.get(field.name);
    // Contact data and the like are created by themselves; only what the specification allows inside is sent inside.
    const isInside = stated?.storage !== 'INVERSE' || field.inside === true;
    const isSent =
      isInside && field.ro !== true && stated !== undefined && !stated.isReadOnly && field.type !== 'history';
    // The owner or container decides who may create, before anything else is validated.
    return isSent && field.name !== 'owner' && field.name !== containerField(kind) && field.name !== 'urn';
  });
}

/** Rounds of bad values: the n-th round gives every field its n-th bad value. */
function rounds(
  fields: readonly SpecField[],
  suits: (field: SpecField, value: BadValue) => boolean,
): Map<string, BadValue>[] {
  const lists = fields.map((field) => [field.name, bad(field).filter((value) => suits(field, value))] as const);
  const most = Math.max(0, ...lists.map(([, values]) => values.length));
  return Array.from(
    { length: most },
    (_, round) => new Map(lists.flatMap(([name, values]) => (values[round] ? [[name, values[round]] as const] : []))),
  );
}

function missing(violations: readonly Violation[], round: ReadonlyMap<string, BadValue>): string[] {
  return [...round].flatMap(([name, { code, limit, at, why, value }]) => {
    const path = `/${name}${at ?? ''}`;
    const found = violations.find(
      (v) => v.path === path && v.code === code && (limit === undefined || String(v.limit) === String(limit)),
    );
    const shown = String(stringify(value)).slice(0, 60);
    const there = violations
      .filter((v) => v.path.startsWith(`/${name}`))
      .map((v) => `${v.path} ${v.code} ${String(v.limit ?? '')}`);
    return found
      ? []
      : [`${name} (${why}: ${shown}): ${code} ${String(limit ?? '')} at ${path}; got ${there.join(', ') || 'nothing'}`];
  });
}

describe.each(rowsOf(created))('$name', (kind) => {
  const resource = resourceOf(contract, kind.name);
  const test = testsOfRow(kind.row, 3);

  test('refuses each bad value over REST with its path, code and limit, and stores nothing', async () => {
    const body = await bodyOf(tenant, kind.name);
    const before = await count(kind);
    const found: string[] = [];
    for (const round of rounds(sendable(kind), () => true)) {
      const sent = { ...body, ...Object.fromEntries([...round].map(([name, { value }]) => [name, value])) };
      const answer = await tenant.rest('POST', `/n/v1/${kind.path}`, { raw: stringify(sent) ?? '' });
      if (answer.status !== 422)
        found.push(`${String(answer.status)} ${answer.text.slice(0, 300)} for ${[...round.keys()].join(', ')}`);
      found.push(...missing((answer.body?.errors ?? []) as Violation[], round));
    }
    expect(found).toEqual([]);
    expect(await count(kind)).toBe(before);
  });

  test('refuses them in the graph with the same codes', async () => {
    const input = await bodyOf(tenant, kind.name);
    const before = await count(kind);
    const found: string[] = [];
    for (const round of rounds(sendable(kind), (field, value) => fitsGraph(resource, field, value))) {
      const variables = {
        input: { ...input, ...Object.fromEntries([...round].map(([name, { value }]) => [name, value])) },
      };
      const { done } = await tenant.data(
        `mutation ($input: Create${kind.name}Input!) { done: create${kind.name}(input: $input) { ${resource.singularField} { urn } userErrors { code path limit } } }`,
        variables,
      );
      if (done[resource.singularField] !== null) found.push(`accepted ${[...round.keys()].join(', ')}`);
      found.push(...missing(done.userErrors as Violation[], round));
    }
    expect(found).toEqual([]);
    expect(await count(kind)).toBe(before);
  });

  test('takes the last good values over REST and gives them back', async () => {
    const found: string[] = [];
    for (const round of goodRounds(kind)) {
      const body = { ...(await bodyOf(tenant, kind.name)), ...round };
      const made = await tenant.rest('POST', `/n/v1/${kind.path}`, { raw: stringify(body) ?? '' });
      if (made.status === 201) found.push(...changed(kind, round, parse(made.text, null, plainNumber) as Members));
      else found.push(`${Object.keys(round).join(', ')}: ${made.text.slice(0, 500)}`);
    }
    expect(found).toEqual([]);
  });

  test('takes them in the graph', async () => {
    const found: string[] = [];
    for (const round of goodRounds(kind)) {
      const input = asVariables({ ...(await bodyOf(second, kind.name)), ...round });
      const { done } = await second.data(
        `mutation ($input: Create${kind.name}Input!) { done: create${kind.name}(input: $input) { ${resource.singularField} { urn } userErrors { code path limit } } }`,
        { input },
      );
      if (done[resource.singularField] === null)
        found.push(`${Object.keys(round).join(', ')}: ${JSON.stringify(done.userErrors)}`);
    }
    expect(found).toEqual([]);
  });

  test.runIf(resource.operations.has('UPDATE'))(
    'refuses what is beyond a limit in a change too, and changes nothing',
    async () => {
      const { urn } = await make(tenant, kind.name);
      const before = await tenant.rest('GET', `/n/v1/${kind.path}/${urn}`);
      const changeable = sendable(kind).filter(({ name }) => {
        const field = resource.fieldByName.get(name);
        return field !== undefined && isUpdatable(field);
      });
      const isLimit = (_: SpecField, { code }: BadValue): boolean => limitCodes.has(code);
      const found: string[] = [];
      for (const round of rounds(changeable, isLimit)) {
        const sent = Object.fromEntries([...round].map(([name, { value }]) => [name, value]));
        const answer = await tenant.rest('PATCH', `/n/v1/${kind.path}/${urn}`, { raw: stringify(sent) ?? '' });
        if (answer.status !== 422) found.push(`${String(answer.status)} ${answer.text.slice(0, 300)}`);
        found.push(...missing((answer.body?.errors ?? []) as Violation[], round));
      }
      expect(found).toEqual([]);
      expect((await tenant.rest('GET', `/n/v1/${kind.path}/${urn}`)).text).toBe(before.text);
    },
  );

  test('names every required field that is absent', async () => {
    const required = sendable(kind).filter(
      (field) => field.req === true && field.unless === undefined && !filledIn.has(`${kind.name}.${field.name}`),
    );
    const stated = required.filter((field) => resource.fieldByName.get(field.name)?.isRequired);
    const whole = await bodyOf(tenant, kind.name);
    const body = Object.fromEntries(
      Object.entries(whole).filter(([name]) => !stated.some((field) => field.name === name)),
    );
    const answer = await tenant.rest('POST', `/n/v1/${kind.path}`, { body });
    if (stated.length === 0) return;
    const violations = (answer.body.errors ?? []) as Violation[];
    const named = violations.filter((v) => v.code === 'REQUIRED').map((v) => v.path);
    expect(named.sort()).toEqual(expect.arrayContaining(stated.map((field) => `/${field.name}`).sort()));
  });

  test('names every field that the graph demands and that is absent or null, all at once', async () => {
    const demanded = sendable(kind).filter(({ name }) => isDemanded(resource, name));
    const whole = await bodyOf(tenant, kind.name);
    const names = demanded.map(({ name }) => name);
    const rest = Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));
    const before = await count(kind);
    for (const [code, more] of [
      ['REQUIRED', {}],
      ['NULL_NOT_ALLOWED', Object.fromEntries(names.map((name) => [name, null]))],
    ] as const) {
      const { errors = [] } = await tenant.graph(
        `mutation ($input: Create${kind.name}Input!) { done: create${kind.name}(input: $input) { userErrors { code } } }`,
        { input: { ...rest, ...more } },
      );
      if (names.length === 0) continue;
      const named = errors.flatMap(({ extensions }) => extensions['errors'] as Violation[]);
      // Lists that may be empty are so when they are absent.
      const wrong = code === 'REQUIRED' ? names.filter((name) => !hasDefault(resource, name)) : names;
      expect(named.map((one) => `${one.path} ${one.code}`).sort()).toEqual(
        wrong.map((name) => `/${name} ${code}`).sort(),
      );
    }
    if (names.length > 0) expect(await count(kind)).toBe(before);
  });

  test('refuses a body without its required members, whatever else it contains.', async () => {
    const whole = { ...(await bodyOf(tenant, kind.name)), ...everyMember(kind) };
    const container = containerField(kind);
    const required = kind.fields.filter((field) => field.req === true).map(({ name }) => name);
    for (const absent of [...required, ...(container === null ? [] : [container])]) {
      const body = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== absent));
      const { status, text } = await tenant.rest('POST', `/n/v1/${kind.path}`, { raw: stringify(body) ?? '' });
      expect(status, `without ${absent}: ${text}`).toBeLessThan(500);
    }
  });

  test.runIf(resource.operations.has('UPDATE'))(
    'refuses null for a required value, and ignores what an update may not set',
    async () => {
      const { urn } = await make(tenant, kind.name);
      const before = await tenant.rest('GET', `/n/v1/${kind.path}/${urn}`);
      const fixed = resource.fields.filter((f) => (f.isIgnoredOnUpdate || f.isReadOnly) && f.storage === 'COLUMN');
      const specified = kind.fields.filter((f) => fixed.some((one) => one.name === f.name) && f.type !== 'link');
      const sent = Object.fromEntries(specified.map((f) => [f.name, plain(good(f, 1))]));
      const ignored = await tenant.rest('PUT', `/n/v1/${kind.path}/${urn}`, { body: sent });
      expect(ignored.status, ignored.text).toBe(200);
      for (const { name } of specified) expect(ignored.body[name], name).toEqual(before.body[name]);

      const kept = sendable(kind).filter(
        (f) =>
          f.req === true &&
          f.ign !== true &&
          f.unless === undefined &&
          resource.fieldByName.get(f.name)?.isRequired &&
          !resource.fieldByName.get(f.name)?.isWriteOnly,
      );
      const nulls = Object.fromEntries(
        kept.filter((f) => !resource.fieldByName.get(f.name)?.isIgnoredOnUpdate).map((f) => [f.name, null]),
      );
      if (Object.keys(nulls).length === 0) return;
      const refused = await tenant.rest('PUT', `/n/v1/${kind.path}/${urn}`, { body: nulls });
      expect(refused.status, refused.text).toBe(422);
      const named = (refused.body.errors as Violation[])
        .filter((v) => v.code === 'NULL_NOT_ALLOWED')
        .map((v) => v.path);
      expect(named.sort()).toEqual(
        Object.keys(nulls)
          .map((name) => `/${name}`)
          .sort(),
      );
    },
  );
});

type Members = Readonly<Record<string, unknown>>;

/** Rounds of good values: the n-th gives every field its n-th value at an end of what it accepts. */
function goodRounds(kind: SpecKind): Members[] {
  const lists = sendable(kind).map((field) => [field.name, ends(field)] as const);
  const most = Math.max(0, ...lists.map(([, values]) => values.length));
  return Array.from({ length: most }, (_, round) =>
    apart(
      kind,
      Object.fromEntries(lists.flatMap(([name, values]) => (round < values.length ? [[name, values[round]]] : []))),
    ),
  );
}

/**
 * Without what cannot be sent together: an entry of a list leads to a page or to an address, a redirect to a path or an address, and never to
 * where it comes from; an asset has one text in each language.
 */
function apart({ name }: SpecKind, round: Members): Members {
  const { altTexts } = round;
  if (name === 'Asset' && Array.isArray(altTexts)) return { ...round, altTexts: altTexts.slice(0, 1) };
  if (name === 'EntityListItem' && 'href' in round) return { title: 'Outside', ...round, entity: null };
  if (name !== 'Redirect') return round;
  const { toPath: _, ...rest } = round;
  return 'toAddress' in rest ? { ...rest, toPath: null } : rest;
}

/** What an answer does not show as it was sent: lists by their length, values as they are. */
function changed(kind: SpecKind, sent: Members, answer: Members): string[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    if (resourceOf(contract, kind.name).fieldByName.get(name)?.isWriteOnly) return [];
    const [should, is] = [value, answer[name]].map((one) => (Array.isArray(one) ? one.length : stringify(one)));
    return should === is ? [] : [`${name}: ${String(should).slice(0, 60)} came back as ${String(is).slice(0, 60)}`];
  });
}

const plainNumber = (text: string): unknown =>
  /^-?[0-9]+$/.test(text) && !isSafeNumber(text) ? BigInt(text) : Number(text);

/** A body as variables of the graph, where a Long may be text. */
function asVariables(body: Members): unknown {
  return JSON.parse(JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)));
}

/** Every member a create may hold, well formed; links point to nothing. */
function everyMember(kind: SpecKind): Record<string, unknown> {
  return Object.fromEntries(sendable(kind).map((field) => [field.name, good(field, 1)]));
}

function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

async function count(kind: SpecKind): Promise<number> {
  // A trigger gets its number in the log after its commit, and is listed only then.
  if (kind.name === 'WebhookTrigger') await logEnd(service.services);
  const answer = await tenant.rest('GET', `/n/v1/${kind.plural}?count=true&limit=1`);
  return answer.body.pagination.totalCount as number;
}

// The graph refuses values of the wrong JSON type, and words outside an enumeration, before the service sees them.
function fitsGraph(resource: Resource, field: SpecField, { value }: BadValue): boolean {
  // What the input of a create demands is refused by GraphQL itself; a test of its own holds how.
  if (value === null && isDemanded(resource, field.name)) return false;
  const texts = ['string', 'dateTime', 'date', 'uri', 'uuid', 'locale', 'currency', 'country', 'decimal', 'email'];
  if (texts.includes(field.type)) return typeof value === 'string' || value === null;
  if (field.type === 'link') return typeof value === 'string' || value === null;
  return value === null && field.type !== 'links' && field.type !== 'objects';
}

// The graph's own statement: the input of a create as it is printed.
const inputField = (resource: Resource, name: string): InputValueDefinitionNode | undefined =>
  inputs.get(`Create${resource.name}Input`)?.fields?.find((field) => field.name.value === name);

const isDemanded = (resource: Resource, name: string): boolean =>
  inputField(resource, name)?.type.kind === Kind.NON_NULL_TYPE;

const hasDefault = (resource: Resource, name: string): boolean =>
  inputField(resource, name)?.defaultValue !== undefined;
