// OAuth scopes. Resource reference 7.5; RFC 6749 section 3.3.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { labels } from '../../../src/domain/label.ts';
import { isWithin, labelsOfScope, parseScope, scopeMeanings, scopes } from '../../../src/domain/oauthScope.ts';

describe('a scope text', () => {
  test('is parsed into its scopes, each once and in a fixed order', () => {
    expect(parseScope('write read write openid')).toEqual(['read', 'write']);
  });

  test.each([
    '',
    ' ',
    'openid',
    'read  write',
    ' read',
    'read ',
    'READ',
    'read,write',
    'read\twrite',
    'toString',
    'constructor',
  ])('%j names nothing that can be granted', (text) => {
    expect(parseScope(text)).toBeNull();
  });

  test('that was parsed formats as a scope text of the same meaning', () => {
    fc.assert(
      fc.property(fc.subarray([...scopes], { minLength: 1 }), (some) => {
        const parsed = parseScope(some.join(' ')) ?? [];
        expect(new Set(parsed)).toEqual(new Set(some));
        expect(parseScope(parsed.join(' '))).toEqual(parsed);
        expect(isWithin(parsed, some.join(' '))).toBe(true);
      }),
    );
  });
});

test('a scope allows labels of the service only, and more scopes never allow less', () => {
  for (const scope of scopes) {
    expect(labels).toEqual(expect.arrayContaining([...labelsOfScope(scope)]));
    expect(scopeMeanings[scope]).toMatch(/\w/);
  }
  expect(labelsOfScope(scopes.join(' '))).not.toContain('MEMBER');
  expect([labelsOfScope('offline_access'), labelsOfScope('')]).toEqual([[], []]);
});

test('each scope leaves the labels of its meaning and no others', () => {
  expect(Object.fromEntries(scopes.map((scope) => [scope, labelsOfScope(scope)]))).toEqual({
    read: ['READ'],
    read_draft: ['READ_DRAFT'],
    write: ['CREATE', 'UPDATE', 'DELETE', 'ASSIGN'],
    publish: ['PUBLISH'],
    comment: ['COMMENT'],
    manage: ['MANAGE'],
    admin: ['ADMIN'],
    offline_access: [],
  });
});

test('a wider scope is not within the granted one', () => {
  expect(isWithin(['read', 'write'], 'read')).toBe(false);
  expect(isWithin(['read'], 'read_draft write')).toBe(false);
});
