// The same operations one by one and in one bulk, and what is compared of them.
import { expect } from 'vitest';
import { bulksOf, type Operation } from './bulk.ts';
import type { Client } from './client.ts';
import { sql } from './content.ts';
import type { Tenant, TestService } from './service.ts';

/** How the operations of a bulk hang together. */
export const modes = ['ATOMIC', 'INDEPENDENT'] as const;

/** A create, by the name of the kind's path. */
export const post = (path: string, body: Operation): Operation => ({ method: 'POST', path: `/n/v1/${path}`, body });

/** A change. */
export const patch = (path: string, urn: string, body: Operation): Operation => ({
  method: 'PATCH',
  path: `/n/v1/${path}/${urn}`,
  body,
});

/** A delete. */
export const remove = (path: string, urn: string): Operation => ({ method: 'DELETE', path: `/n/v1/${path}/${urn}` });

/** Ways to send operations; each gives, for each of them, its status, and the codes of its refusal. */
export function waysOf(admin: () => Tenant): {
  /** Sends each operation by itself. */
  readonly oneByOne: (operations: readonly Operation[], by?: Client) => Promise<unknown[]>;
  /** Sends all of them in a bulk. */
  readonly together: (
    mode: (typeof modes)[number],
    operations: readonly Operation[],
    by?: Client,
  ) => Promise<unknown[]>;
} {
  const { send } = bulksOf(admin);
  return {
    async oneByOne(operations, by = admin()) {
      const answers: unknown[] = [];
      for (const { method, path, body } of operations) {
        const answer = await by.rest(String(method), String(path), body === undefined ? {} : { body });
        answers.push(outcome(answer.status, answer.body));
      }
      return answers;
    },
    async together(mode, operations, by = admin()) {
      const answer = await send(mode, operations, by);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.results.map(({ status, error }: { status: number; error: unknown }) => outcome(status, error));
    },
  };
}

function outcome(status: number, refusal: unknown): unknown {
  if (status < 400) return status;
  const { code, errors = [] } = refusal as { code: string; errors?: { code: string; path: string }[] };
  const placed = errors.map((one) => ({ ...one, path: one.path.replace(/^\/operations\/\d+(\/body|\/path)?/, '') }));
  // A refusal of the whole has no place alone.
  return [status, code, ...placed.filter(({ path }) => path !== '').map((one) => `${one.code} ${one.path}`)];
}

/** The events of rows (SQL of urns with a name), by their names. */
export const eventsOf = (service: TestService, rows: string): Promise<Record<string, unknown>[]> =>
  sql(
    service,
    `SELECT r.name, t."subject", t."event", t."target_version", t."changed_fields", t."actor"::text FROM "webhook_trigger" t` +
      ` JOIN (${rows}) r(urn, name) ON r.urn = t."target_urn" ORDER BY 1, 4, 3`,
  );
