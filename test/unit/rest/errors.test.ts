// The Error body of resource reference 1.8, member by member.
import { describe, expect, it } from 'vitest';
import {
  invalid,
  invalidParameter,
  notFound,
  ServiceError,
  versionDiffers,
  refusedAt,
} from '../../../src/domain/errors.ts';
import { errorBody } from '../../../src/rest/response/errors.ts';

const request = { url: '/n/v1/task/0190f3a0?expand=owner', id: 'r-1', accept: undefined };

describe('errorBody', () => {
  it('is the document’s Error and an RFC 9457 problem in one body', () => {
    const { status, headers, body } = errorBody(notFound(), request);
    expect(status).toBe(404);
    const { timestamp, ...rest } = body;
    expect(rest).toEqual({
      code: 'NOT_FOUND',
      apiCode: 'NOT_FOUND',
      httpCode: 404,
      detail: 'The resource was not found.',
      type: 'urn:commonplace:error:NOT_FOUND',
      title: 'Not found',
      status: 404,
      instance: '/n/v1/task/0190f3a0',
      requestId: 'r-1',
    });
    expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(headers).toEqual({
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Request-Id': 'r-1',
    });
  });

  it('has the problem media type when the caller accepts it', () => {
    const { headers } = errorBody(notFound(), { ...request, accept: 'application/json, application/problem+json' });
    expect(headers['Content-Type']).toBe('application/problem+json');
  });

  it('lists violations, at most 100 of them', () => {
    const violation = { path: '/title', code: 'TOO_LONG', message: 'At most 1024 characters.', limit: 1024 } as const;
    const { status, body } = errorBody(invalid([violation]), request);
    expect(status).toBe(422);
    expect(body['errors']).toEqual([violation]);
    const many = new ServiceError(
      'CONFLICT',
      'x',
      Array.from({ length: 150 }, (_, at) => ({ ...violation, path: `/titles/${String(at)}` })),
    );
    expect(errorBody(many, request).body['errors']).toHaveLength(100);
    expect(invalid(many.violations).violations).toHaveLength(100);
  });

  it('marks parameters with a question mark', () => {
    const { body } = errorBody(invalidParameter('limit', 'Must be from 1 to 200.', 200), request);
    expect(body['errors']).toEqual([
      { path: '?limit', code: 'INVALID_PARAMETER', message: 'Must be from 1 to 200.', limit: 200 },
    ]);
  });

  it('shows the related urns', () => {
    const error = refusedAt('ALREADY_EXISTS', { path: '', message: 'Taken.', related: ['a'] });
    expect(errorBody(error, request).body['errors']).toEqual([
      { path: '', code: 'ALREADY_EXISTS', message: 'Taken.', related: ['a'] },
    ]);
  });

  it('shows the current version with 412, as a number', () => {
    const { status, body } = errorBody(versionDiffers('7'), request);
    expect([status, body['currentVersion']]).toEqual([412, 7]);
  });

  it('sends the headers that belong to a code', () => {
    const unauthenticated = errorBody(new ServiceError('UNAUTHENTICATED'), request);
    expect(unauthenticated.headers['WWW-Authenticate']).toBe('Bearer error="invalid_token"');
    const notAllowed = new ServiceError('METHOD_NOT_ALLOWED', undefined, [], { allow: ['GET', 'HEAD'] });
    expect(errorBody(notAllowed, request).headers['Allow']).toBe('GET, HEAD');
    const limited = errorBody(new ServiceError('RATE_LIMITED', undefined, [], { retryAfterSeconds: 12 }), request);
    expect([limited.headers['Retry-After'], limited.body['retryAfterSeconds']]).toEqual(['12', 12]);
    for (const code of ['UNAVAILABLE', 'RATE_LIMITED'] as const)
      expect(errorBody(new ServiceError(code), request).headers['Retry-After']).toBe('1');
    expect(errorBody(notFound(), request).headers).not.toHaveProperty('Retry-After');
  });

  it('shows the oldest cursor when a position is too old', () => {
    const error = new ServiceError('CURSOR_EXPIRED', undefined, [], { oldestCursor: 'c1' });
    expect([errorBody(error, request).status, errorBody(error, request).body['oldestCursor']]).toEqual([410, 'c1']);
  });

  it.each([
    ['FST_ERR_CTP_BODY_TOO_LARGE', 413, 'PAYLOAD_TOO_LARGE'],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['FST_ERR_BAD_URL', 400, 'BAD_REQUEST'],
    ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400, 'BAD_REQUEST'],
    ['FST_ERR_NOT_FOUND', 404, 'NOT_FOUND'],
    ['FST_ERR_ROUTE_METHOD_NOT_SUPPORTED', 405, 'METHOD_NOT_ALLOWED'],
    ['FST_ERR_SERVER_CLOSED', 503, 'UNAVAILABLE'],
  ])('shows the server’s own refusal %s as its code', (serverCode, statusCode, code) => {
    const thrown = Object.assign(new Error('secret /path'), { code: serverCode, statusCode });
    const { status, body } = errorBody(thrown, request);
    expect([status, body['code']]).toEqual([statusCode, code]);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it.each([
    new Error('relation "task" does not exist at /srv/app.ts'),
    Object.assign(new Error('x'), { statusCode: 404 }),
    Object.assign(new Error('x'), { code: 'FST_ERR_X', statusCode: 500 }),
    Object.assign(new Error('x'), { code: 'ERR_OTHER', statusCode: 404 }),
    Object.assign(new Error('x'), { code: 404, statusCode: 404 }),
    'a text',
    null,
  ])('reveals nothing of an unknown error: %s', (thrown) => {
    const { status, body } = errorBody(thrown, request);
    expect([status, body['code'], body['detail']]).toEqual([
      500,
      'INTERNAL_ERROR',
      'An unexpected error occurred and was logged.',
    ]);
    expect(JSON.stringify(body)).not.toContain('relation');
  });
});
