// Bulk requests: what they are made of, sending them, and what each operation was answered.
import { expect } from 'vitest';
import { expectDescribed } from '../contract/openapi.ts';
import type { Client, RestAnswer } from './client.ts';
import type { Tenant } from './service.ts';

/** An operation of a bulk. */
export type Operation = Record<string, unknown>;

/** What bulks of a tenant are made of; the tenant is known when they are. */
export function bulksOf(admin: () => Tenant): {
  /** Sends a bulk over REST, whose answer has to be as it is described. */
  readonly send: (
    mode: 'ATOMIC' | 'INDEPENDENT',
    operations: readonly Operation[],
    by?: Client,
    headers?: Record<string, string>,
  ) => Promise<RestAnswer>;
  /** Creates a project. */
  readonly project: (name: string, more?: Operation) => Operation;
  /** The body of a page. */
  readonly entity: (urn: string, name: string) => Operation;
  /** Creates a page, under the name `page`. */
  readonly page: (urn: string) => Operation;
} {
  const entity = (urn: string, name: string): Operation => ({
    owner: admin().company,
    urn,
    name,
    language: 'en',
    status: 'DRAFT_UNPUBLISHED',
  });
  return {
    async send(mode, operations, by = admin(), headers = {}) {
      const answer = await by.rest('POST', '/n/v1/bulk', { body: { mode, operations }, headers });
      expectDescribed('POST', '/n/v1/bulk', answer);
      return answer;
    },
    project: (name, more = {}) => ({
      method: 'POST',
      path: '/n/v1/project',
      body: { owner: admin().company, name, ...more },
    }),
    entity,
    page: (urn) => ({ ref: 'page', method: 'POST', path: '/n/v1/entity', body: entity(urn, 'Page') }),
  };
}

/** The status of each operation. */
export const statuses = ({ body, text }: RestAnswer): number[] => {
  expect(body.results, text).toBeDefined();
  return body.results.map(({ status }: { status: number }) => status);
};

/** Creates a text of the page named `page`. */
export const text = (value: string): Operation => ({
  method: 'POST',
  path: '/n/v1/textitem',
  body: { entity: { $ref: 'page' }, name: 'title', sortOrder: 0, value },
});
