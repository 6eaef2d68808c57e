// Arguments of the hand-written root fields: any value sent to one of them, on either face, is answered or refused with
// a code and the argument's path, and none reaches a statement unchecked.
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import {
  type Field,
  type Verb,
  type RestForm,
  bodyArgument,
  freeArguments,
  inPath,
} from '../../src/contract/resource.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { documentOf, good, goodArguments, nowhere } from './verbArguments.ts';

const contract = loadContract();
const verbs = [...contract.verbs.values()];
let service: SharedService;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
});

/** Values that no rule allows, though graphql-js would. */
function bad(field: Field): readonly unknown[] {
  if (field.isList) {
    const { length } = field;
    const one = good({ ...field, isList: false });
    const few = length && length.min > 0 ? [Array.from({ length: length.min - 1 }, () => one)] : [];
    const many = length ? [Array.from({ length: length.max + 1 }, () => one)] : [];
    return [...few, ...many, ...bad({ ...field, isList: false, length: null }).map((value) => [value])];
  }
  const texts = field.length ? ['x'.repeat(field.length.max + 1), ...(field.length.min > 0 ? [''] : [])] : [];
  const values: Readonly<Record<string, readonly unknown[]>> = {
    ID: ['nonsense', '', '\u0000', `${nowhere} `, `{${nowhere}}`],
    Int: field.range ? [Number(field.range.min) - 1, Number(field.range.max) + 1] : [],
    Long: ['1.5', '9223372036854775808', '', 'x'],
    DateTime: ['', '2024-02-30T00:00:00.000Z', 'now', '2024-01-01', '\u0000'],
    LanguageTag: ['zz-nowhere', '', '\u0000'],
    String: ['\u0000', 'a\u0000b', '\ud800', ...texts],
  };
  return field.typeClass === 'ENUM' ? [] : (values[field.typeName] ?? []);
}

/** The last values that the rules allow, at both ends. */
function ends(field: Field): readonly unknown[] {
  const { length, range } = field;
  const single = { ...field, isList: false };
  if (field.isList && length)
    return [length.min, length.max].map((many) => Array.from({ length: many }, () => good(single)));
  // A label is a word of ours or begins with x-.
  if (field.name === 'label' && length) return ['READ', 'x-'.padEnd(length.max, 'x')];
  if (field.typeName === 'String' && length)
    return [length.min, length.max].filter((count) => count > 0).map((count) => 'x'.repeat(count));
  return field.typeName === 'Int' && range ? [Number(range.min), Number(range.max)] : [];
}

// A cursor is decoded by its list, which has a code of its own; so is the length of a page.
const isOfPage = ({ name }: Field): boolean => name === 'first' || name === 'after';

interface Wrong {
  readonly path: string;
  readonly sent: Record<string, unknown>;
}

/** Arguments that are valid but for one value, with the path of that value. */
function wrongs(verb: Verb, free: readonly Field[]): Wrong[] {
  const right = goodArguments(verb);
  const body = bodyArgument(verb);
  return free
    .filter((field) => !isOfPage(field))
    .flatMap((field) => {
      if (field.typeClass !== 'OBJECT') {
        return bad(field).map((value) => ({ path: `/${field.name}`, sent: { ...right, [field.name]: value } }));
      }
      const members = contract.inputs.get(field.typeName)?.fields ?? [];
      return members.flatMap((member) =>
        bad(member).map((value) => {
          const object = { ...(good({ ...field, isList: false }) as object), [member.name]: value };
          const at = field === body ? '' : `/${field.name}/0`;
          return { path: `${at}/${member.name}`, sent: { ...right, [field.name]: field.isList ? [object] : object } };
        }),
      );
    });
}

describe('in the graph', () => {
  test.each(verbs.filter((verb) => verb.args.length > 0).map((verb) => [verb.name, verb] as const))(
    '%s refuses an argument that breaks a rule, and names it.',
    async (name, verb) => {
      for (const { path, sent } of wrongs(verb, verb.args)) {
        const answer = await tenant.graph(documentOf(verb, sent), sent);
        const errors = (answer.errors ?? []).flatMap(({ extensions }) => extensions['errors'] ?? [extensions]);
        const refusals = [...errors, ...(answer.data?.[name]?.userErrors ?? [])] as { code: string; path?: string }[];
        const shown = `${JSON.stringify(sent).slice(0, 200)}: ${JSON.stringify(answer.errors ?? answer.data)}`;
        expect(refusals.length, shown).toBeGreaterThan(0);
        expect(
          refusals.map(({ path: at }) => at?.replace('?', '/').replace(/\/0$/, '')),
          shown,
        ).toContain(path);
        expect(
          refusals.map(({ code }) => code),
          shown,
        ).not.toContain('INTERNAL_ERROR');
      }
    },
  );
});

/** Arguments with one value at an end of its rule, with the path of that value. */
function allowed(verb: Verb, free: readonly Field[]): Wrong[] {
  const right = goodArguments(verb);
  return free.flatMap((field) =>
    ends(field).map((value) => ({ path: `/${field.name}`, sent: { ...right, [field.name]: value } })),
  );
}

const forms = verbs.flatMap((verb) =>
  verb.rest
    .map((form) => [`${form.method} ${form.path}`, verb, form] as const)
    .filter(([, v, f]) => freeArguments(v, f).length > 0),
);

describe('over REST', () => {
  test.each(forms)('%s refuses an argument that breaks a rule, and names it.', async (_, verb, form) => {
    for (const { path, sent } of wrongs(verb, freeArguments(verb, form))) {
      // A parameter without a value is absent, and half of a pair cannot stand in an address.
      if (form.method === 'GET' && ['', '\ud800'].includes(String(sent[path.slice(1)]))) continue;
      const { status, body } = await send(verb, form, sent);
      const shown = `${JSON.stringify(sent).slice(0, 200)}: ${JSON.stringify(body)}`;
      expect([400, 422], shown).toContain(status);
      expect(
        body.errors.map((e: { path: string }) => e.path.replace('?', '/').replace(/\/0$/, '')),
        shown,
      ).toContain(path);
    }
  });
});

const withEnds = verbs.filter((verb) => allowed(verb, verb.args).length > 0).map((verb) => [verb.name, verb] as const);

test('There are arguments with a first and a last value', () => {
  expect(withEnds.length).toBeGreaterThan(5);
});

test.each(withEnds)('%s takes the first and the last value of each argument, on both faces.', async (_, verb) => {
  for (const { path, sent } of allowed(verb, verb.args)) {
    const { text } = { text: JSON.stringify(await tenant.graph(documentOf(verb, sent), sent)) };
    expect(text, JSON.stringify(sent).slice(0, 200)).not.toContain(`"${path}"`);
    expect(text, JSON.stringify(sent).slice(0, 200)).not.toContain(`"?${path.slice(1)}"`);
  }
  for (const form of verb.rest)
    for (const { path, sent } of allowed(verb, freeArguments(verb, form))) {
      // Called `limit` over REST.
      if (path === '/first' && form.method === 'GET') continue;
      const { text } = await send(verb, form, sent);
      expect(text, JSON.stringify(sent).slice(0, 200)).not.toMatch(new RegExp(`"[/?]${path.slice(1)}"`));
    }
});

const written = forms.filter(([, verb, { method }]) => method !== 'GET' && !bodyArgument(verb));

test('There are verbs that take a body', () => {
  expect(written.length).toBeGreaterThan(5);
});

test.each(written)(
  '%s refuses an unknown member where the caller is strict, and else passes over it.',
  async (_, verb, form) => {
    const right = goodArguments(verb);
    const path = form.path.replace(/\{(\w+)\}/g, (__, name: string) =>
      inPath(String(right[name] ?? nowhere)).replace(/_/g, ''),
    );
    const members = freeArguments(verb, form).map(({ name }) => [name, right[name]]);
    const body = { ...Object.fromEntries(members), nothingOfTheKind: 1 };
    const strict = await tenant.rest(form.method, path, { body, headers: { prefer: 'handling=strict' } });
    expect([strict.status, strict.body?.errors], strict.text).toMatchObject([
      422,
      [{ path: '/nothingOfTheKind', code: 'UNKNOWN_FIELD' }],
    ]);
    expect((await tenant.rest(form.method, path, { body })).text).not.toContain('nothingOfTheKind');
  },
);

function send(verb: Verb, form: RestForm, sent: Readonly<Record<string, unknown>>): ReturnType<Tenant['rest']> {
  const path = form.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    inPath(String(sent[name] ?? nowhere)).replace(/_/g, ''),
  );
  if (form.method === 'GET') {
    const query = freeArguments(verb, form).flatMap(({ name }) =>
      sent[name] === undefined ? [] : [`${name}=${encodeURIComponent(String(sent[name]))}`],
    );
    return tenant.rest('GET', `${path}?${query.join('&')}`);
  }
  const whole = bodyArgument(verb);
  const members = freeArguments(verb, form).map(({ name }) => [name, sent[name]]);
  return tenant.rest(form.method, path, { body: whole ? sent[whole.name] : Object.fromEntries(members) });
}
