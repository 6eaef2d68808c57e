// The contract resolves what the SDL names: kinds, fields and value objects by reference.
import { expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';

const contract = loadContract();
const fields = contract.resources.flatMap((resource) => resource.fields.map((field) => ({ resource, field })));

test('every kind knows its contract, and is in it under its name', () => {
  const named = new Map<string, unknown>(Object.entries(contract.kinds));
  for (const resource of contract.resources) {
    expect(resource.contract === contract).toBe(true);
    expect(contract.byName.get(resource.name) === resource).toBe(true);
    expect(named.get(resource.name) === resource).toBe(true);
  }
});

test('a link points to its kind, and no other field points anywhere', () => {
  for (const { field } of fields) {
    expect(field.target?.name ?? null).toBe(field.typeClass === 'LINK' ? field.typeName : null);
    expect(field.object?.name ?? null).toBe(field.typeClass === 'OBJECT' ? field.typeName : null);
  }
});

test('a list of incoming links holds the linking field of the linking kind', () => {
  const lists = fields.filter(({ field }) => field.inverseOf !== null);
  expect(lists.length).toBeGreaterThan(10);
  for (const { field } of lists) {
    expect(field.inverse?.name).toBe(field.inverseOf);
    expect(field.target?.fields.some((one) => one === field.inverse)).toBe(true);
  }
});

test('the container is a field of the kind itself', () => {
  const contained = contract.resources.flatMap(({ fields: own, container }) => (container ? [{ own, container }] : []));
  expect(contained.length).toBeGreaterThan(10);
  for (const { own, container } of contained) expect(own.some((one) => one === container)).toBe(true);
});
