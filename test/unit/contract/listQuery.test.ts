// What a list may be asked for as a table: conditions, order and size, each at its last good value and its first bad one.
import { describe, expect, test } from 'vitest';
import { isChildList } from '../../../src/contract/fieldGroups.ts';
import { singleItems } from '../../../src/contract/listedItems.ts';
import {
  checkConditions,
  checkLimit,
  checkOrder,
  defaultOrder,
  filtersOf,
  isSortable,
  plainFilter,
  type Filter,
  type Operator,
} from '../../../src/contract/listQuery.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { fieldOf, type Resource } from '../../../src/contract/resource.ts';
import { readArguments } from '../../../src/contract/rules.ts';
import type { ServiceError } from '../../../src/domain/errors.ts';

const contract = loadContract();
const { Task: task, Entity: entity, ImageItem: image } = contract.kinds;
const invalid = expect.objectContaining({ code: 'INVALID_PARAMETER' });
const urn = '0190f3a0-0000-7000-8000-000000000000';
const other = '0190F3A0-0000-7000-8000-000000000001';

const condition = (field: string, operator: string, value: unknown, resource: Resource = task): unknown =>
  checkConditions(resource, [{ path: 'where', field, operator, value }]).map(
    (one) => 'operator' in one && one.value,
  )[0];

describe('A condition', () => {
  test.each<[string, string, unknown, unknown]>([
    ['title', 'contains', 'a', 'a'],
    ['title', 'in', 'a,b', ['a', 'b']],
    ['title', 'in', Array(200).fill('a'), Array(200).fill('a')],
    ['title', 'isNull', true, true],
    ['title', 'isNull', false, false],
    ['title', 'isNull', 'true', true],
    ['title', 'isNull', 'false', false],
    ['status', 'nin', ['PENDING'], ['PENDING']],
    ['associatedIdentities', 'nin', [urn, other], [urn, other.toLowerCase()]],
    ['associatedIdentities', 'ne', urn, urn],
    ['dueTimestamp', 'gte', '2026-01-01T01:00:00+01:00', '2026-01-01T00:00:00.000Z'],
    ['isBlocked', 'eq', 'true', true],
    ['isBlocked', 'eq', 'false', false],
    ['title', 'eq', 'true', 'true'],
    // What is searched for may be shorter or longer than what may be stored.
    ['title', 'eq', '', ''],
    ['title', 'eq', 'a'.repeat(5_000), 'a'.repeat(5_000)],
  ])('%s %s %j is read', (field, operator, value, expected) => {
    expect(condition(field, operator, value)).toEqual(expected);
  });

  test('reads the text of a parameter as a number, also one that is not stored', () => {
    const { ImageItemFile: file, DoubleItem: double } = contract.kinds;
    expect(condition('value', 'gt', '-1.5e3', double)).toBe(-1_500);
    expect([condition('focalX', 'lt', '1.5', file), condition('focalX', 'gte', -1, file)]).toEqual([1.5, -1]);
    expect(condition('sortOrder', 'eq', '5', double)).toBe(5);
    for (const text of ['', ' 5', '0x10', '1.5'])
      expect(() => condition('sortOrder', 'eq', text, double)).toThrow(invalid);
  });

  test('is refused together with all others that are wrong', () => {
    const wrong = ['nothing', 'title', 'status'].map((field) => ({
      path: `?${field}`,
      field,
      operator: 'eq',
      value: 'a',
    }));
    expect(() => checkConditions(task, wrong)).toThrow(
      expect.objectContaining({
        violations: [expect.objectContaining({ path: '?nothing' }), expect.objectContaining({ path: '?status' })],
      }),
    );
  });

  test.each<[string, string, unknown]>([
    ['title', 'in', Array(201).fill('a')],
    ['title', 'in', ['a', null]],
    ['title', 'eq', null],
    ['title', 'isNull', 'yes'],
    ['status', 'eq', 'pending'],
    ['associatedIdentities', 'lt', urn],
    ['dueTimestamp', 'contains', '2026'],
    ['priority', 'startsWith', 'NONE'],
    ['dueTimestamp', 'startsWith', '2026-01-01T00:00:00Z'],
    ['associatedIdentities', 'containsFold', urn],
    ['isBlocked', 'eq', 'yes'],
    ['title', 'like', 'a'],
    ['taskLog', 'eq', 'a'],
  ])('%s %s %j is refused', (field, operator, value) => {
    expect(() => condition(field, operator, value)).toThrow(invalid);
  });

  test('on a part of a text takes what would not do as the whole', () => {
    const parts: readonly (readonly [Resource, string])[] = [
      [contract.kinds.LinkItem, 'href'],
      [contract.kinds.Email, 'email'],
      [entity, 'language'],
      [contract.kinds.MoneyItem, 'currencyCode'],
    ];
    for (const [resource, field] of parts) {
      for (const operator of ['contains', 'containsFold', 'startsWith'])
        expect(condition(field, operator, 'e', resource)).toBe('e');
      expect(() => condition(field, 'eq', 'e', resource)).toThrow(invalid);
    }
  });

  test('does not ask for null as for a value', () => {
    for (const operator of ['eq', 'ne', 'contains', 'in', 'nin'])
      expect(() => condition('title', operator, null)).toThrow('Use isNull to ask for null.');
  });

  test('is one of ten at most', () => {
    const some = (length: number) =>
      Array.from({ length }, () => ({ path: '', field: 'title', operator: 'eq', value: 'a' }));
    expect(checkConditions(task, some(10))).toHaveLength(10);
    expect(() => checkConditions(task, some(11))).toThrow('At most 10 conditions.');
  });

  test('names a column that holds one plain value, a list of links, or what is computed for it', () => {
    const fields = contract.resources.flatMap((resource) =>
      [...filtersOf(resource).values()].map((field) => ({ resource, field })),
    );
    expect(fields.length).toBeGreaterThan(400);
    for (const { field } of fields) {
      const { storage, typeClass, typeName, isList, isWriteOnly, filter } = field;
      const isPlain = storage === 'COLUMN' && typeClass !== 'OBJECT' && typeName !== 'JSON' && !isList && !isWriteOnly;
      expect(isPlain || storage === 'LINKS' || (storage === 'COMPUTED' && filter !== null)).toBe(true);
      expect(isSortable(field)).toBe(isPlain && field.target?.isSecret !== true);
    }
  });
});

test('A list is ordered by five fields at most, each up or down', () => {
  const five = ['title', '-status', 'priority', 'dueTimestamp', '-createdTimestamp'];
  expect(checkOrder(task, five, 'sort').map((t) => [t.field.name, t.isDescending])).toEqual(
    five.map((term) => [term.replace('-', ''), term.startsWith('-')]),
  );
  expect(checkOrder(task, [], 'sort')).toEqual(defaultOrder(task));
  expect(() => checkOrder(task, [...five, 'urn'], 'sort')).toThrow(
    expect.objectContaining({ violations: [expect.objectContaining({ path: '?sort', limit: 5 })] }),
  );
  for (const terms of [[...five, 'urn'], ['associatedIdentities'], ['isBlocked'], ['nothing']])
    expect(() => checkOrder(task, terms, 'sort')).toThrow(invalid);
});

test('A page has 1 to 200 rows, and 50 where nothing is said', () => {
  expect([undefined, null, 1, 200, '1', '200'].map((value) => checkLimit(value, 'limit'))).toEqual([
    50, 50, 1, 200, 1, 200,
  ]);
  for (const value of [0, 201, '0', '201', -1, 1.5, '1.5', '', true])
    expect(() => checkLimit(value, 'limit')).toThrow(invalid);
  const limitOf = (value: unknown): unknown => {
    try {
      return checkLimit(value, 'limit');
    } catch (error) {
      return (error as ServiceError).violations.map(({ limit }) => limit);
    }
  };
  expect([0, '-999999999', 201, '999999999', '1.5'].map(limitOf)).toEqual([[1], [1], [200], [200], [200]]);
});

test('What is asked of a list in plain values differs with each part of it', () => {
  const one = (field: string, operator: Operator, value: unknown): Filter => ({
    field: fieldOf(task, field),
    operator,
    value,
  });
  const [a, b] = [one('title', 'eq', 'a'), one('title', 'ne', 'a')];
  const assignee = fieldOf(task, 'assignee');
  const filters: Filter[] = [
    ...[a, b, one('title', 'eq', 'b'), one('description', 'eq', 'a'), { not: a }, { not: b }],
    ...[{ every: [a] }, { some: [a] }, { every: [a, b] }, { every: [b, a] }, { every: [] }, { some: [] }],
    ...[
      { link: assignee, where: a },
      { link: fieldOf(task, 'project'), where: a },
      { link: assignee, where: b },
    ],
  ];
  expect(new Set(filters.map((filter) => JSON.stringify(plainFilter(filter)))).size).toBe(filters.length);
});

test('A list of children is one that a body may hold: none that the service writes, and none that is read in pages', () => {
  expect([isChildList(fieldOf(entity, 'texts')), isChildList(fieldOf(image, 'files'))]).toEqual([true, false]);
  expect(isChildList(fieldOf(contract.kinds.MessageThread, 'posts'))).toBe(false);
  expect(isChildList({ ...fieldOf(entity, 'texts'), isPaged: true })).toBe(false);
});

test('An item has the short name of its kind, unless a field has that', () => {
  const names = [...singleItems(entity)].map(([name, list]) => `${name} ${list.typeName}`);
  expect(names).toEqual(expect.arrayContaining(['text TextItem', 'moneyItem MoneyItem', 'template TemplateItem']));
  expect(names.filter((name) => entity.fieldByName.has(name.split(' ')[0] ?? ''))).toEqual([]);
});

test('What is wrong with an argument of a change is a violation, and with one of a read a parameter', () => {
  const codeOf = (name: string): unknown => {
    const verb = contract.verbs.get(name);
    if (!verb) throw new Error(name);
    try {
      return readArguments(contract, verb, Object.fromEntries(verb.args.map((argument) => [argument.name, 'x'])));
    } catch (error) {
      return (error as { code: unknown }).code;
    }
  };
  // The one has no form of REST whose body could be wrong.
  expect(contract.verbs.get('removeTaskBlocker')?.rest).toEqual([]);
  expect(['removeTaskBlocker', 'publishPlan'].map(codeOf)).toEqual(['VALIDATION_FAILED', 'INVALID_PARAMETER']);
  const plan = contract.verbs.get('publishPlan');
  if (!plan) throw new Error('publishPlan');
  expect(() => readArguments(contract, plan, { urn: 'x' })).toThrow(
    expect.objectContaining({
      message: 'urn: Expected a UUID of 36 characters.',
      violations: [expect.objectContaining({ path: '?urn', code: 'INVALID_PARAMETER' })],
    }),
  );
  // The other changes nothing, and is sent as a body all the same.
  expect(codeOf('permissionCheck')).toBe('VALIDATION_FAILED');
});
