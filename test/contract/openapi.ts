// Validates answers against the OpenAPI document: an answer it does not describe fails the test that received it.
import { expect } from 'vitest';
import type { RestAnswer } from '../support/client.ts';
import { differences } from '../support/described.ts';

/** Fails when the answer to `method path` does not match the document. `template` is the path as written there. */
export function expectDescribed(method: string, template: string, answer: RestAnswer): void {
  expect(differences(method, template, answer), answer.text.slice(0, 2000)).toEqual([]);
}
