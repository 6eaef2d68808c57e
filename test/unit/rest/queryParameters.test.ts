// Query strings: no name is guessed, and no parameter is accepted twice.
import { describe, expect, it } from 'vitest';
import { ServiceError, invalidParameter } from '../../../src/domain/errors.ts';
import {
  flagParameter,
  listParameter,
  readQuery,
  readTogether,
  refuseUnknown,
  textParameter,
  wordParameter,
} from '../../../src/rest/request/queryParameters.ts';

const invalid = expect.objectContaining({ code: 'INVALID_PARAMETER' });

describe('readQuery', () => {
  it('keeps names and values in their order, decoded', () => {
    expect([...readQuery('/n/v1/tasks?sort=-name&filter%5Btitle%5D=a+b%26c&after=')]).toEqual([
      ['sort', '-name'],
      ['filter[title]', 'a b&c'],
      ['after', ''],
    ]);
    expect(readQuery('/n/v1/tasks').size).toBe(0);
  });

  it('refuses a repeated name, and reports which', () => {
    expect(() => readQuery('/x?limit=1&limit=2')).toThrow('limit: May be given only once.');
  });

  it('refuses what cannot be stored', () => {
    expect(() => readQuery('/x?q=a%00b')).toThrow('q: NUL is not allowed.');
  });

  it.each(['%', '%zz', '%E0%A4%A', '%FF'])('refuses the broken encoding %s', (text) => {
    expect(() => readQuery(`/x?q=${text}`)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
  });

  it('accepts the names of object members as ordinary names', () => {
    expect(readQuery('/x?__proto__=1&constructor=2').get('__proto__')).toBe('1');
  });
});

describe('refuseUnknown', () => {
  it('recognizes filters by their first word only', () => {
    const parameters = readQuery('/x?filter[a]=1&limit=2');
    expect(() => refuseUnknown(parameters, ['limit', 'filter'])).not.toThrow();
    expect(() => refuseUnknown(parameters, ['limit'])).toThrow(invalid);
    expect(() => refuseUnknown(readQuery('/x?foo=1'), ['limit', 'filter'])).toThrow('foo: The parameter does not');
  });

  it.each([
    ['status', 'filter[status]'],
    ['offset', null],
    ['limt', 'limit'],
    ['Limit', 'limit'],
    ['page_size', null],
    ['a name of 5,000 characters'.padEnd(5000, 'x'), null],
  ])('proposes the name that is most like %s, or all there are', (name, proposed) => {
    const hint =
      proposed === null ? '. Supported: limit, after, filter[status], filter[owner].' : `. Did you mean ${proposed}?`;
    const message = `${name.slice(0, 100)}: The parameter does not exist on this path${hint}`;
    const act = (): void =>
      refuseUnknown(new Map([[name, '1']]), ['limit', 'after', 'filter[status]', 'filter[owner]']);
    expect(act).toThrow(expect.objectContaining({ message }));
  });

  it('refuses all unknown names together, and passes over those that begin with _', () => {
    const act = (): void => refuseUnknown(readQuery('/x?a1=1&limit=2&_=1700000000&b2=2'), ['limit']);
    const violation = {
      code: 'INVALID_PARAMETER',
      message: 'The parameter does not exist on this path. Supported: limit.',
    };
    expect(act).toThrow(
      expect.objectContaining({
        violations: [
          { path: '?a1', ...violation },
          { path: '?b2', ...violation },
        ],
      }),
    );
    expect(() => refuseUnknown(readQuery('/x?_=1&__proto__=2'), [])).not.toThrow();
  });

  it('compares a handful of unknown names with the known ones, so that many of them cost little', () => {
    const names = Array.from({ length: 500 }, (_, at) => [`limits${String(at)}`, ''] as const);
    const act = (): void => refuseUnknown(new Map(names), ['limits']);
    const violations = names.slice(0, 100).map(([name], at) => ({
      path: `?${name}`,
      code: 'INVALID_PARAMETER',
      message: `The parameter does not exist on this path.${at < 5 ? ' Did you mean limits?' : ''}`,
    }));
    expect(act).toThrow(expect.objectContaining({ violations }));
  });
});

describe('parameters that are read together', () => {
  const wrong = (name: string) => (): never => {
    throw invalidParameter(name, 'No.');
  };

  it('are refused together, and given in their order where nothing is wrong of them', () => {
    expect(
      readTogether(
        () => 1,
        () => 'two',
      ),
    ).toEqual([1, 'two']);
    const act = (): unknown => readTogether(wrong('a'), () => 1, wrong('b'));
    const violations = ['?a', '?b'].map((path) => expect.objectContaining({ path }));
    expect(act).toThrow(expect.objectContaining({ code: 'INVALID_PARAMETER', violations }));
  });

  it('leave to itself what is wrong in another way', () => {
    const act = (): unknown =>
      readTogether(wrong('a'), () => {
        throw new ServiceError('INVALID_CURSOR');
      });
    expect(act).toThrow(expect.objectContaining({ code: 'INVALID_CURSOR' }));
  });
});

describe('single parameters', () => {
  it('treat empty text as absent', () => {
    const parameters = readQuery('/x?after=&count=&version=&fields=');
    expect(textParameter(parameters, 'after')).toBeNull();
    expect(flagParameter(parameters, 'count')).toBe(false);
    expect(wordParameter(parameters, 'version', ['LATEST'])).toBeNull();
    expect(listParameter(parameters, 'fields')).toEqual([]);
  });

  it('accept exactly the known words', () => {
    const parameters = readQuery('/x?count=TRUE&version=latest&force=true');
    expect(flagParameter(parameters, 'force')).toBe(true);
    expect(() => flagParameter(parameters, 'count')).toThrow('true or false is expected.');
    expect(() => wordParameter(parameters, 'version', ['PUBLISHED', 'LATEST'])).toThrow('One of PUBLISHED, LATEST');
  });

  it('split lists at commas', () => {
    expect(listParameter(readQuery('/x?fields=a,%20b'), 'fields')).toEqual(['a', 'b']);
  });
});
