// The parameters `fields` and `expand` of resource reference 1.2: checked against the contract before anything is read.
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { resourceOf } from '../../../src/contract/resource.ts';
import { readQuery } from '../../../src/rest/request/queryParameters.ts';
import { readShape } from '../../../src/rest/request/shape.ts';

const contract = loadContract();
const shapeOf = (kind: string, query: string) => readShape(resourceOf(contract, kind), readQuery(`/x?${query}`));
const invalid = expect.objectContaining({ code: 'INVALID_PARAMETER' });

describe('readShape', () => {
  it('is everything, and every link shallow, by default', () => {
    expect(shapeOf('Task', '')).toEqual({ fields: null, expand: new Map() });
  });

  it('reads dotted names as a tree', () => {
    const { expand } = shapeOf('EntityList', 'expand=owner,entities.entity.owner,entities.entity');
    const entity = new Map([['entity', new Map([['owner', new Map()]])]]);
    expect(expand).toEqual(
      new Map([
        ['owner', new Map()],
        ['entities', entity],
      ]),
    );
  });

  it('reads members', () => {
    expect(shapeOf('Task', 'fields=title,status').fields).toEqual(new Set(['title', 'status']));
    // As it is called in bodies.
    expect(shapeOf('Search', 'fields=version').fields).toEqual(new Set(['contentVersion']));
  });

  it.each([
    ['Task', 'fields=nope'],
    ['Task', 'fields=__proto__'],
    ['Task', 'expand=title'],
    ['Task', 'expand=nope'],
    ['Task', 'expand=owner.'],
    ['Task', 'expand=owner.owner.owner.owner'],
    ['TextItem', 'expand=history'],
    ['Task', `expand=${Array.from({ length: 21 }, () => 'owner').join(',')}`],
  ])('refuses for %s: %s', (kind, query) => {
    expect(() => shapeOf(kind, query)).toThrow(invalid);
  });

  it('accepts 3 levels and 20 names', () => {
    expect(() => shapeOf('Task', 'expand=owner.owner.owner')).not.toThrow();
    expect(() => shapeOf('Task', `expand=${Array.from({ length: 20 }, () => 'owner').join(',')}`)).not.toThrow();
  });
});
