// While conditions are recorded: notes which of them the SQL of a test file holds. A setup file of vitest.
import { appendFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { markPattern } from './plugin.ts';

const output = process.env['CONDITIONS_RECORD'];
const seen = new Set<string>();

if (output !== undefined) {
  const begun = { at: 0 };
  const client = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown; isRecorded?: boolean };
  const query = client.query;
  if (client.isRecorded !== true) {
    client.isRecorded = true;
    client.query = function record(this: unknown, ...args: unknown[]): unknown {
      const sent = args[0];
      const text = typeof sent === 'string' ? sent : String((sent as { text?: unknown } | null)?.text ?? '');
      for (const [, id = ''] of text.matchAll(markPattern)) recorded().add(id);
      return query.apply(this, args);
    };
  }
  beforeAll(() => {
    recorded().clear();
    begun.at = Date.now();
  });
  afterAll(() => {
    const line = { file: expect.getState().testPath, millis: Date.now() - begun.at, ids: [...recorded()] };
    appendFileSync(output, `${JSON.stringify(line)}\n`);
  });
}

/** One set per worker: with modules kept between files, this file is read again for each. */
function recorded(): Set<string> {
  const shared = globalThis as { recordedConditions?: Set<string> };
  shared.recordedConditions ??= seen;
  return shared.recordedConditions;
}
