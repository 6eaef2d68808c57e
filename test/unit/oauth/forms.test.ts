// What OAuth requests say and how they are refused: parameters, the three ways of a client, and errors in OAuth's format.
import { describe, expect, test } from 'vitest';
import { clientCredentials } from '../../../src/oauth/clientAuthentication.ts';
import { describeError } from '../../../src/oauth/oauthErrors.ts';
import { formParameters, readParameters } from '../../../src/oauth/parameters.ts';
import { ServiceError } from '../../../src/domain/errors.ts';
import { OAuthError } from '../../../src/domain/oauthError.ts';

describe('parameters', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['a=1&b=2', { a: '1', b: '2' }, []],
    ['a=1+2%26', { a: '1 2&' }, []],
    ['a=&b', {}, []],
    ['a=1&a=2', { a: '1' }, ['a']],
    ['a=&a=2', { a: '2' }, ['a']],
  ])('of %j are read', (text, values, repeated) => {
    const read = readParameters(text);
    expect([Object.fromEntries(read.values), [...read.repeated]]).toEqual([values, repeated]);
  });

  test('of a form are given once, but for resources', () => {
    expect(Object.fromEntries(formParameters('a=1&resource=x&resource=y'))).toEqual({ a: '1', resource: 'x' });
    for (const body of ['a=1&a=1', 'resource=x&resource=y&a=1&a=2', { a: '1' }, undefined])
      expect(() => formParameters(body)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});

const basic = (text: string, scheme = 'Basic'): string => `${scheme} ${Buffer.from(text).toString('base64')}`;

describe('a client', () => {
  test.each<[string, string | undefined, string, [string, string | null]]>([
    ['by its name alone', undefined, 'client_id=a', ['a', null]],
    ['by two parameters', undefined, 'client_id=a&client_secret=s', ['a', 's']],
    ['by a header', basic('a:s'), '', ['a', 's']],
    ['by a header and its name', basic('a:s'), 'client_id=a', ['a', 's']],
    ['by a header with an empty secret', basic('a:'), '', ['a', '']],
    ['by a header whose scheme is written otherwise', basic('a:s', 'bAsIc'), '', ['a', 's']],
    ['by a header with more colons', basic('a:s:t'), '', ['a', 's:t']],
    ['by a header with form-encoded parts', basic('a%2Fb:s+%3A+t'), '', ['a/b', 's : t']],
  ])('is known %s', (_, header, form, [clientId, secret]) => {
    expect(clientCredentials(header, readParameters(form).values)).toEqual({ clientId, secret });
  });

  test.each<[string, string | undefined, string, string]>([
    ['does not say who it is', undefined, '', 'invalid_client'],
    ['sends a secret alone', undefined, 'client_secret=s', 'invalid_client'],
    ['says it twice', basic('a:s'), 'client_secret=s', 'invalid_request'],
    ['says it twice in different ways', basic('a:s'), 'client_id=a&client_secret=s', 'invalid_request'],
    ['is named otherwise in the form', basic('a:s'), 'client_id=b', 'invalid_request'],
    ['sends another scheme', basic('a:s', 'Bearer'), '', 'invalid_client'],
    ['sends no colon', basic('as'), '', 'invalid_client'],
    ['sends no base64', 'Basic !', '', 'invalid_client'],
    ['sends what is not form-encoded', basic('a:%zz'), '', 'invalid_client'],
  ])('is refused when it %s', (_, header, form, code) => {
    expect(() => clientCredentials(header, readParameters(form).values)).toThrow(expect.objectContaining({ code }));
  });
});

const withStatus = (statusCode: number): Error => Object.assign(new Error('refused'), { statusCode });

test.each<[string, unknown, number, string]>([
  ['one of OAuth', new OAuthError('invalid_grant', 'No.'), 400, 'invalid_grant'],
  ['a body that is too large', withStatus(413), 413, 'invalid_request'],
  ['too many requests', new ServiceError('RATE_LIMITED'), 429, 'temporarily_unavailable'],
  ['a body that cannot be read', withStatus(400), 400, 'invalid_request'],
  ['a body of another type', withStatus(415), 400, 'invalid_request'],
  ['a service that starts', new ServiceError('UNAVAILABLE'), 503, 'temporarily_unavailable'],
  ['a bug that is known as one', new ServiceError('INTERNAL_ERROR'), 500, 'server_error'],
  ['a bug', new Error('secret'), 500, 'server_error'],
  ['what is no error', 'secret', 500, 'server_error'],
])('%s is described as an error of OAuth', (_, error, status, code) => {
  const described = describeError(error);
  expect([described.status, described.code]).toEqual([status, code]);
  expect(described.description).not.toContain('secret');
});
