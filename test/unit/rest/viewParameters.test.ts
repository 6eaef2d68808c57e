// The address and the parameters of a rendered view by resource reference 3.1.
import { describe, expect, it } from 'vitest';
import { readQuery } from '../../../src/rest/request/queryParameters.ts';
import { readViewRequest, viewAddresses } from '../../../src/rest/request/viewParameters.ts';

const urn = '0190f3a0-0000-7000-8000-000000000000';
const asked = (query: string, variant?: string) =>
  readViewRequest({ path: '/home' }, readQuery(`/x?${query}`), variant);
const invalid = expect.objectContaining({ code: 'INVALID_PARAMETER' });

describe('viewAddresses', () => {
  it('reads a single segment that is a uuid as a urn, in any case', () => {
    expect(viewAddresses(`/v/v1/entityview/${urn.toUpperCase()}?language=en`)).toEqual([{ urn }]);
    expect(viewAddresses(`/v/v1/entityview/a/${urn}`)).toEqual([{ path: `/a/${urn}` }]);
  });

  it('reads everything else as a path, the empty one as the root', () => {
    expect(viewAddresses('/v/v1/entityview/home')).toEqual([{ path: '/home' }]);
    expect(viewAddresses('/v/v1/entityview/blog/2026/first?x=1')).toEqual([{ path: '/blog/2026/first' }]);
    expect(viewAddresses('/v/v1/entityview/')).toEqual([{ path: '/' }]);
  });

  it('reads an escaped separator as one, the first as well, and then as it was sent', () => {
    expect(viewAddresses('/v/v1/entityview/guide%2Ffirst%2fsteps')).toEqual([
      { path: '/guide/first/steps' },
      { path: '/guide%2Ffirst%2fsteps' },
    ]);
    expect(viewAddresses('/v/v1/entityview/%2Fguide')).toEqual([{ path: '/guide' }, { path: '/%2Fguide' }]);
    expect(viewAddresses('/v/v1/entityview/caf%C3%A9')).toEqual([{ path: '/caf%C3%A9' }]);
  });
});

describe('readViewRequest', () => {
  it('defaults to the published view in HTML', () => {
    expect(asked('')).toEqual({
      address: { path: '/home' },
      language: null,
      variant: null,
      version: 'PUBLISHED',
      atTimestamp: null,
      owner: null,
      render: 'HTML',
    });
  });

  it('reads every parameter in its canonical form', () => {
    const query = `language=en-GB&variant=b&version=LATEST&atTimestamp=2026-01-01T01:00:00%2B01:00&owner=${urn.toUpperCase()}&render=RAW`;
    expect(asked(query)).toEqual({
      address: { path: '/home' },
      language: 'en-GB',
      variant: 'b',
      version: 'LATEST',
      atTimestamp: '2026-01-01T00:00:00.000Z',
      owner: urn,
      render: 'RAW',
    });
  });

  it('reads a language as it is written, with either sign between its parts', () => {
    for (const language of ['de', 'de-CH', 'de_CH', 'zh-Hant-TW'])
      expect(asked(`language=${language}`).language).toBe(language);
    for (const language of ['de.CH', 'de-', 'a'.repeat(9), 'de-Switzerland'])
      expect(() => asked(`language=${language}`)).toThrow(invalid);
  });

  it('prefers the variant parameter to the header, even an empty one', () => {
    expect(asked('', 'b').variant).toBe('b');
    expect(asked('variant=c', 'b').variant).toBe('c');
    expect(asked('variant=', 'b').variant).toBe('');
    expect(asked('', 'not a variant').variant).toBeNull();
  });

  it('reads a language of nine parts, each of eight characters', () => {
    const longest = Array.from({ length: 9 }, () => 'abcdefgh').join('-');
    expect(asked(`language=${longest}`).language).toBe(longest);
    for (const longer of [`${longest}-a`, `${longest}i`, `${'a'.repeat(9)}-GB`])
      expect(() => asked(`language=${longer}`), longer).toThrow(invalid);
  });

  it.each(['language=%3Cb%3E', 'variant=a%20b', 'version=latest', 'atTimestamp=tomorrow', 'owner=me', 'render=PDF'])(
    'refuses %s',
    (query) => expect(() => asked(query)).toThrow(invalid),
  );
});
