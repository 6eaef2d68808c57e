// The rules of a body as a table: what comes of each field that is sent, left out, null or of the wrong shape.
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { fieldOf, type Field, type Resource } from '../../../src/contract/resource.ts';
import { checkArguments, checkInput, type CheckOptions } from '../../../src/contract/rules.ts';

const contract = loadContract();
const title = fieldOf(contract.kinds.Task, 'title');
const plain: Field = { ...title, isRequired: false, isNonNull: false, defaultValue: undefined, length: null };
const field = (more: Partial<Field> = {}): Field => ({ ...plain, name: 'a', ...more });
const resourceOf = (...fields: Field[]): Resource => ({ ...contract.kinds.Task, fields });

const urn = '0190f3a0-0000-7000-8000-000000000000';
const other = '0190f3a0-0000-7000-8000-000000000001';

const create: CheckOptions = { operation: 'CREATE', path: '', isStrict: false, given: new Set(), cut: [] };

/** Values, and violations as `path CODE`. */
function outcome(resource: Resource, sent: unknown, more: Partial<CheckOptions> = {}): unknown {
  const { values, violations } = checkInput(contract, resource, sent, { ...create, ...more });
  return violations.length > 0 ? violations.map(({ path, code }) => `${path} ${code}`) : values;
}

const update = { operation: 'UPDATE' } as const;
const strict = { isStrict: true };
const list = (more: Partial<Field> = {}): Field => field({ isList: true, ...more });
const links = (storage: Field['storage']): Field =>
  field({ isList: true, typeName: 'Task', typeClass: 'LINK', storage });

test.each<[string, Field, unknown, Partial<CheckOptions>, unknown]>([
  ['a field that is sent', field(), { a: 'x' }, {}, { a: 'x' }],
  ['a field that is left out', field(), {}, {}, {}],
  ['a required field that is left out', field({ isRequired: true }), {}, {}, ['/a REQUIRED']],
  ['one that the service could have filled in', field({ isRequired: true, isFilledIn: true }), {}, {}, ['/a REQUIRED']],
  ['a required field that an update leaves out', field({ isRequired: true }), {}, update, {}],
  ['a default', field({ defaultValue: 'd' }), {}, {}, { a: 'd' }],
  ['a default in an update', field({ defaultValue: 'd' }), {}, update, {}],
  ['the default of what the service keeps', field({ isReadOnly: true, defaultValue: 'd' }), { a: 'x' }, {}, { a: 'd' }],
  ['what the service keeps in an update', field({ isReadOnly: true, defaultValue: 'd' }), { a: 'x' }, update, {}],
  ['what an update does not change', field({ isIgnoredOnUpdate: true }), { a: 'x' }, update, {}],
  ['what only a create sets', field({ isIgnoredOnUpdate: true }), { a: 'x' }, {}, { a: 'x' }],
  ['what is given by its place', field({ isRequired: true }), {}, { given: new Set(['a']) }, {}],
  ['null', field(), { a: null }, {}, { a: null }],
  ['null for what is never null', field({ isNonNull: true }), { a: null }, {}, ['/a NULL_NOT_ALLOWED']],
  [
    'null for what is computed when it is empty',
    field({ isNonNull: true, isComputed: true }),
    { a: null },
    {},
    { a: null },
  ],
  ['null for what is required', field({ isRequired: true }), { a: null }, update, ['/a NULL_NOT_ALLOWED']],
  ['a secret read as null', field({ isWriteOnly: true, isRequired: true }), { a: null }, update, {}],
  ['a secret set to null', field({ isWriteOnly: true, isRequired: true }), { a: null }, {}, ['/a NULL_NOT_ALLOWED']],
  ['a member nobody knows', field(), { b: 1 }, {}, {}],
  ['a member nobody knows, strictly', field(), { b: 1 }, strict, ['/b UNKNOWN_FIELD']],
  ['a member with signs of a pointer', field(), { 'b~/c': 1 }, strict, ['/b~0~1c UNKNOWN_FIELD']],
  ['the longest member', field(), { ['b'.repeat(256)]: 1 }, strict, [`/${'b'.repeat(256)} UNKNOWN_FIELD`]],
  ['a member that is too long', field(), { ['b'.repeat(257)]: 1 }, strict, ['/? UNKNOWN_FIELD']],
  ['a member that cannot be stored', field(), { 'b\u0000': 1 }, strict, ['/? UNKNOWN_FIELD']],
  ['a text for a list', list(), { a: 'x' }, {}, ['/a INVALID_FORMAT']],
  ['the longest list', list({ length: { min: 1, max: 2 } }), { a: ['x', 'y'] }, {}, { a: ['x', 'y'] }],
  ['one element more', list({ length: { min: 1, max: 2 } }), { a: ['x', 'y', 'z'] }, {}, ['/a TOO_MANY']],
  ['the shortest list', list({ length: { min: 1, max: 2 } }), { a: ['x'] }, {}, { a: ['x'] }],
  ['one element less', list({ length: { min: 1, max: 2 } }), { a: [] }, {}, ['/a TOO_SHORT']],
  ['null in a list', list(), { a: ['x', null] }, {}, ['/a/1 NULL_NOT_ALLOWED']],
  ['a text twice', list(), { a: ['x', 'x'] }, {}, { a: ['x', 'x'] }],
  ['links', links('LINKS'), { a: [urn, { urn: other }] }, {}, { a: [urn, other] }],
  ['a link twice', links('LINKS'), { a: [urn, { urn }] }, {}, ['/a/1 DUPLICATE']],
  ['a link back twice', links('INVERSE_LINKS'), { a: [urn, urn.toUpperCase()] }, {}, ['/a/1 DUPLICATE']],
  ['links to nothing', links('LINKS'), { a: ['x', 'y'] }, {}, ['/a/0 INVALID_FORMAT', '/a/1 INVALID_FORMAT']],
  ['an enum', field({ typeClass: 'ENUM', members: ['X', 'Y'] }), { a: 'Y' }, {}, { a: 'Y' }],
  ['no member of an enum', field({ typeClass: 'ENUM', members: ['X', 'Y'] }), { a: 'y' }, {}, ['/a INVALID_ENUM']],
  ['a number for an enum', field({ typeClass: 'ENUM', members: ['X'] }), { a: 1 }, {}, ['/a INVALID_FORMAT']],
])('%s is read as it should be', (_, one, sent, options, expected) => {
  expect(outcome(resourceOf(one), sent, options)).toEqual(expected);
});

test('What an enum holds is told with what it does not hold', () => {
  const letters = resourceOf(field({ typeClass: 'ENUM', members: ['X', 'Y'] }));
  const { violations } = checkInput(contract, letters, { a: 'y' }, create);
  expect(violations).toMatchObject([{ message: 'One of X, Y is expected.', limit: 'X, Y' }]);
});

test('A link that is no text is told from a text that is no urn', () => {
  const link = resourceOf(field({ typeName: 'Task', typeClass: 'LINK' }));
  const messageOf = (a: unknown): unknown => checkInput(contract, link, { a }, create).violations[0]?.message;
  expect([messageOf('x'), messageOf(7)]).toEqual([
    'Expected a UUID of 36 characters.',
    'A urn is expected, as text or as an object with the member urn.',
  ]);
});

test('A value object is an object', () => {
  const lines = resourceOf({ ...fieldOf(contract.kinds.PaymentInvoice, 'lines'), isRequired: false });
  for (const sent of ['x', 7, []]) expect(outcome(lines, { lines: [sent] })).toEqual(['/lines/0 INVALID_FORMAT']);
});

test('A body is an object', () => {
  for (const sent of [null, [], 'x', 7]) expect(outcome(resourceOf(field()), sent)).toEqual([' INVALID_FORMAT']);
});

test('A time that is finer than it is kept is cut with a note, and refused under strict handling', () => {
  const time = resourceOf(field({ typeName: 'DateTime' }));
  const cut: string[] = [];
  expect(outcome(time, { a: '2026-01-01T00:00:00.123456Z' }, { cut })).toHaveProperty('a');
  expect(cut).toEqual([]);
  expect(outcome(time, { a: '2026-01-01T00:00:00.1234567Z' }, { cut })).toHaveProperty('a');
  expect(cut).toEqual(['/a']);
  const { violations } = checkInput(contract, time, { a: '2026-01-01T00:00:00.1234567Z' }, { ...create, ...strict });
  expect(violations).toMatchObject([{ path: '/a', code: 'INVALID_FORMAT', limit: 6 }]);
});

describe('a child inside its parent', () => {
  const stages = resourceOf({ ...fieldOf(contract.kinds.Workflow, 'stages'), isRequired: false });

  test('needs all that a new one needs, unless an update names it', () => {
    const missing = ['/stages/0/name REQUIRED', '/stages/0/order REQUIRED'];
    expect(outcome(stages, { stages: [{}] })).toEqual(missing);
    // Whoever checks it further finds an object.
    expect(checkInput(contract, stages, { stages: [null] }, create).values).toEqual({ stages: [{}] });
    expect(outcome(stages, { stages: [{}] }, update)).toEqual(missing);
    expect(outcome(stages, { stages: [{ urn }] })).toEqual(missing);
    expect(outcome(stages, { stages: [{ urn }] }, update)).toEqual({ stages: [{ urn }] });
  });

  test('takes no defaults when an update names it, so that what is absent stays', () => {
    const templates = resourceOf({ ...fieldOf(contract.kinds.Entity, 'templates'), isIgnoredOnUpdate: false });
    expect(outcome(templates, { templates: [{ name: 'a', value: 'b', sortOrder: 0 }] })).toEqual({
      templates: [expect.objectContaining({ mediaType: 'text/html' })],
    });
    expect(outcome(templates, { templates: [{ urn }] }, update)).toEqual({ templates: [{ urn }] });
  });
});

describe('the arguments of a verb', () => {
  const [verb] = contract.verbs.values();
  const input = [...contract.inputs.values()].find(({ fields }) => fields.some(({ isRequired }) => isRequired));

  test('stand below their names, and the members of an input object at the root', () => {
    if (!verb || !input) throw new Error('the contract has no verb with an input');
    const required = input.fields.find(({ isRequired }) => isRequired)?.name ?? '';
    const args = [
      field({ name: 'input', typeName: input.name, typeClass: 'OBJECT' }),
      field({ name: 'n', typeName: 'Int' }),
    ];
    const check = (sent: Record<string, unknown>, isStrict = false): string[] =>
      checkArguments(contract, { ...verb, args }, sent, { isStrict }).violations.map((v) => `${v.path} ${v.code}`);
    expect(check({ input: {}, n: 'x' })).toEqual(
      expect.arrayContaining([`/${required} REQUIRED`, '/n INVALID_FORMAT']),
    );
    const short = field({ name: 'n', typeName: 'Int', defaultValue: 7 });
    expect(checkArguments(contract, { ...verb, args: [short] }, {}, { isStrict: false }).values).toEqual({ n: 7 });
    expect(check({ input: { nothing: 1 } })).not.toContain('/nothing UNKNOWN_FIELD');
    expect(check({ input: { nothing: 1 } }, true)).toContain('/nothing UNKNOWN_FIELD');
  });
});

test('A value object takes no members that the service computes, and no unknown ones, which strict handling refuses', () => {
  const lines = resourceOf({ ...fieldOf(contract.kinds.PaymentInvoice, 'lines'), isRequired: false });
  const line = { description: 'x', quantity: '1', unitPriceUnitValue: '1', taxRatePercent: '0' };
  const computed = { lines: [{ ...line, totalUnitValue: '7' }] };
  expect(outcome(lines, computed, strict)).toEqual({ lines: [line] });
  const unknown = { lines: [line, { ...line, nothing: 1 }] };
  expect(outcome(lines, unknown)).toEqual({ lines: [line, line] });
  expect(outcome(lines, unknown, strict)).toEqual(['/lines/1/nothing UNKNOWN_FIELD']);
});
