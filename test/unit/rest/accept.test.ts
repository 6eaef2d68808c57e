// Content negotiation by RFC 9110, 12.5.1: the answer to each Accept header.
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.ts';
import { acceptsLines, acceptsProblem, requireJson } from '../../../src/rest/request/requestHeaders.ts';

const refused = (accept: string): string | null => {
  try {
    requireJson(accept);
    return null;
  } catch (error) {
    return error instanceof ServiceError ? error.code : String(error);
  }
};

describe('demandJson', () => {
  it('reads a missing and an empty header as "anything"', () => {
    expect(() => requireJson(undefined)).not.toThrow();
    expect(refused('')).toBeNull();
  });

  it.each([
    'application/json',
    'application/*',
    '*/*',
    'text/html, */*;q=0.1',
    'APPLICATION/JSON; charset=utf-8',
    'application/problem+json',
  ])('accepts %s', (accept) => expect(refused(accept)).toBeNull());

  it.each([
    'text/html',
    'application/xml',
    'application/json;q=0',
    'application/json;q=0, */*',
    '*/*;q=0',
    'image/png',
  ])('answers NOT_ACCEPTABLE to %s', (accept) => expect(refused(accept)).toBe('NOT_ACCEPTABLE'));
});

describe('acceptsProblem', () => {
  it('requires application/problem+json by name: a wildcard does not request it', () => {
    expect(acceptsProblem('application/json, application/problem+json')).toBe(true);
    expect(acceptsProblem('application/problem+json;q=0')).toBe(false);
    expect(acceptsProblem('*/*')).toBe(false);
    expect(acceptsProblem(undefined)).toBe(false);
  });
});

it.each([
  ['application/x-ndjson', true],
  ['application/json;q=0.5, Application/X-NDJSON;q=0.1', true],
  ['application/x-ndjson;q=0', false],
  ['application/x-ndjson;q=none', false],
  ['application/*', false],
  ['*/*', false],
])('%s accepts lines: %s', (accept, expected) => expect(acceptsLines(accept)).toBe(expected));
