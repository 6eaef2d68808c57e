// Content that a test imports over REST, as lines.
import { expect } from 'vitest';
import { expectDescribed } from '../contract/openapi.ts';
import type { Client, RestAnswer } from './client.ts';

/** An instant of long ago, as content of another system has them. */
export const past = '2013-01-11T20:22:19.000Z';

/** What became of a line. */
export interface Result {
  readonly line: number;
  readonly outcome: string;
  readonly urn: string | null;
  readonly waitsFor: readonly Record<string, string>[];
  readonly warnings: readonly string[];
  readonly userErrors: readonly { readonly code: string; readonly path: string | null; readonly message: string }[];
}

/** A line, before it is JSON. */
export type Line = Record<string, unknown>;

/** Sends lines; one that is text is sent as it is. */
export async function sendLines(by: Client, lines: readonly (Line | string)[], query = ''): Promise<RestAnswer> {
  const body = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const answer = await by.rest('POST', `/n/v1/contentimport${query}`, {
    raw: body,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  expectDescribed('POST', '/n/v1/contentimport', answer);
  return answer;
}

/** Sends lines, and expects that the request is not refused as a whole. */
export async function importedBy(by: Client, lines: readonly (Line | string)[], query = ''): Promise<Result[]> {
  const answer = await sendLines(by, lines, query);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.results as Result[];
}

/** The outcomes of lines, in their order. */
export const outcomes = (results: readonly Result[]): string[] => results.map(({ outcome }) => outcome);

/** The line of a page in English. */
export const page = (path: string, more: Line = {}): Line => ({
  kind: 'Entity',
  path,
  language: 'en',
  name: path,
  ...more,
});
