// The event log in partitions by position, deliveries by month: filled tables are partitioned in their place, beside writers; no
// write and no follower notices where one partition ends; what is too old goes as a whole. docs/scaling.md.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { migrate } from '../../src/database/connection/migrate.ts';
import {
  analyzeLog,
  dropOldPartitions,
  logPartitions,
  makePartitions,
} from '../../src/database/events/logPartitions.ts';
import { dropOldMonths, makeMonths } from '../../src/database/events/deliveryPartitions.ts';
import { partitionsOf } from '../../src/database/events/partitions.ts';
import { sequencesSql } from '../../src/database/engine/deliveryAggregates.ts';
import { assignSequence } from '../../src/database/events/eventStore.ts';
import type { Statement } from '../../src/database/connection/statement.ts';
import { LogPartitions1795364400000 } from '../../src/database/migrations/0460LogPartitions.ts';
import { CompactDeliveries1795388000000 } from '../../src/database/migrations/0630CompactDeliveries.ts';
import { purgeOldEvents, tendLog } from '../../src/events/startEvents.ts';
import { schemaDrift } from '../../scripts/schemaDrift.ts';
import { createDatabase, withClient, type TestDatabase } from '../support/database.ts';
import { logEnd } from '../support/eventLog.ts';
import { migratedBefore } from '../support/migratedBefore.ts';
import { eventually } from '../support/webhooks.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { follow, socketClient } from '../support/streams.ts';

const insert = `INSERT INTO webhook_trigger (urn, version, owner, tenant, subject, event, changed_fields, actor, created_timestamp, updated_timestamp)
  VALUES (gen_random_uuid(), 1, $1, $1, 'TASK', 'UPDATE', '{}', '{}', now(), now()) RETURNING position::int`;

// A delivery of the newest event, with the urn of its company.
const noted = `INSERT INTO webhook_delivery (urn, version, trigger, status, attempt_count, created_timestamp, updated_timestamp, owner, tenant,
    position, schedule_step, is_test, is_manual)
  SELECT $1, 1, t.urn, 'SUCCEEDED', 1, now(), now(), t.owner, t.tenant, t.position, 0, false, false
  FROM webhook_trigger t WHERE t.tenant = $1 ORDER BY position DESC LIMIT 1`;

// A finished delivery with one attempt and its body, of the time $2.
const finished = `WITH made AS (INSERT INTO webhook_delivery (urn, version, status, attempt_count, created_timestamp, updated_timestamp, owner, tenant,
    schedule_step, is_test, is_manual) VALUES (gen_random_uuid(), 1, 'SUCCEEDED', 1, $2, $2, $1, $1, 0, false, false) RETURNING *),
  kept AS (INSERT INTO webhook_body (tenant, delivery, body, created_timestamp, shows_drafts)
    SELECT tenant, urn, '{}', created_timestamp, false FROM made)
  INSERT INTO webhook_attempt (tenant, delivery, number, started_timestamp, duration_millis, is_manual)
  SELECT tenant, urn, 1, created_timestamp, 1, false FROM made RETURNING delivery AS urn`;

interface PlanNode {
  readonly Alias?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

// The partitions that were looked into for an event that is named by urn and position.
function lookedUp(node: PlanNode): string[] {
  const name = node['Relation Name'] ?? '';
  const isOne =
    /^[te](_\d+)?$/.test(node.Alias ?? '') && name.startsWith('webhook_trigger_') && node['Actual Loops'] > 0;
  return [...(isOne ? [name] : []), ...(node.Plans ?? []).flatMap(lookedUp)];
}

test('what changes of a delivery stands last where nothing is yet and in the rest, whose rows are kept', async () => {
  const old = await migratedBefore(CompactDeliveries1795388000000);
  try {
    await withClient(old.url, async (client) => {
      const made = async (at: string): Promise<unknown> =>
        (await client.query<{ urn: string }>(finished, [crypto.randomUUID(), at])).rows[0]?.urn;
      const urns = [await made('2026-01-31T23:00:00Z'), await made('2099-01-31T23:00:00Z')].sort();
      const all = 'SELECT to_jsonb(d) AS row FROM webhook_delivery d ORDER BY urn';
      const before = (await client.query<{ row: { urn: string } }>(all)).rows;
      expect(before.map(({ row }) => row.urn)).toEqual(urns);
      await migrate(old.url);
      expect((await client.query(all)).rows).toEqual(before);
      const { rows } = await client.query(
        `SELECT attrelid::regclass::text AS name, (array_agg(attname::text ORDER BY attnum DESC))[1] AS last FROM pg_attribute
          WHERE attrelid IN ('webhook_delivery_0'::regclass, 'webhook_delivery_rest'::regclass) AND attnum > 0 GROUP BY 1 ORDER BY 1`,
      );
      expect(rows).toEqual([
        { name: 'webhook_delivery_0', last: 'log_epoch' },
        { name: 'webhook_delivery_rest', last: 'body_digest' },
      ]);
    });
    expect(await schemaDrift(old.url, loadContract())).toEqual([]);
  } finally {
    await old.drop();
  }
});

describe('a database with a log from before', () => {
  let old: TestDatabase;
  beforeAll(async () => {
    old = await migratedBefore(LogPartitions1795364400000);
  });
  afterAll(() => old.drop());

  test('is partitioned in its place: no row is copied, a writer goes on meanwhile, and numbers go on behind it', async () => {
    const said: string[] = [];
    await withClient(old.url, async (writer) => {
      const owner = crypto.randomUUID();
      const write = async (): Promise<number> => (await writer.query(insert, [owner])).rows[0]?.position;
      const fileOf = async (table: string): Promise<unknown> =>
        (await writer.query('SELECT pg_relation_filenode($1::regclass) AS file', [table])).rows[0]?.file;
      expect([await write(), await write()]).toEqual([1, 2]);
      const file = await fileOf('webhook_trigger');
      const files = [file, await fileOf('webhook_delivery'), await fileOf('webhook_attempt')];
      await writer.query(finished, [owner, '2026-01-31T23:00:00Z']);
      await writer.query('BEGIN');
      expect(await write()).toBe(3);
      // What was sent with values keeps its snapshot until something else is, and the building of an index waits for it.
      await writer.query('SELECT 1');
      const migrating = migrate(old.url, { onProgress: (message) => said.push(message) });
      // Each try to lock the table gives way to who comes after.
      await eventually(
        async () => said.filter((message) => message.includes('trying again')).length,
        (tries) => tries > 0,
      );
      expect(await write()).toBe(4);
      await writer.query('COMMIT');
      await migrating;
      expect(said.filter((message) => message.includes('partitioned'))).toEqual([
        'the event log is partitioned',
        'webhook_delivery: is partitioned by month',
        'webhook_attempt: is partitioned by month',
      ]);
      const first = ['webhook_trigger_0', 'webhook_delivery_0', 'webhook_attempt_0'];
      expect(await Promise.all(first.map(fileOf))).toEqual(files);
      expect(await write()).toBeGreaterThan(4);
      const { rows } = await writer.query(
        `SELECT tableoid::regclass::text AS name, count(*)::int FROM webhook_trigger GROUP BY 1`,
      );
      expect(rows).toEqual([{ name: 'webhook_trigger_0', count: 5 }]);
    });
    expect(await schemaDrift(old.url, loadContract())).toEqual([]);
  });
});

test('a new database is migrated without a word of its log', async () => {
  const fresh = await createDatabase();
  try {
    await withClient(fresh.url, (client) => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));
    const said: string[] = [];
    await migrate(fresh.url, { onProgress: (message) => said.push(message) });
    expect(said).toEqual([]);
  } finally {
    await fresh.drop();
  }
});

describe('a log at work', () => {
  let service: TestService;
  let admin: Tenant;
  beforeAll(async () => {
    service = await startService();
    admin = await service.tenant();
  });
  afterAll(() => service.close());

  const sql = async (text: string): Promise<Record<string, unknown>[]> =>
    service.services.database.query({ text, values: [] });
  const goTo = (position: number): Promise<unknown> =>
    sql(`SELECT setval(pg_get_serial_sequence('webhook_trigger', 'position'), ${String(position)})`);
  const page = async (): Promise<string> => {
    const body = { owner: admin.company, urn: crypto.randomUUID(), name: 'Page', language: 'en', status: 'PUBLISH' };
    const answer = await admin.rest('POST', '/n/v1/entity', { body });
    expect(answer.status).toBe(201);
    return String(answer.body.urn);
  };
  const inPartitions = async (): Promise<Record<string, number>> => {
    const rows = await sql(`SELECT tableoid::regclass::text AS name, count(*)::int AS n FROM webhook_trigger
      WHERE subject = 'ENTITY' GROUP BY 1 ORDER BY min(position)`);
    return Object.fromEntries(rows.map(({ name, n }) => [String(name), Number(n)]));
  };
  const names = async (): Promise<string[]> =>
    (await logPartitions(service.services.database)).ranges.map(({ name }) => name);
  const events = `subscription ($after: String) { events(after: $after, subjects: [ENTITY]) { cursor event targetUrn } }`;
  type Received = { events: { event: string; targetUrn: string } };
  const targets = (received: readonly Received[]): string[] =>
    received.flatMap(({ events: { event, targetUrn } }) => (event === 'CREATE' ? [targetUrn] : []));

  test('is written to and followed from one partition to the next, and where there is none for a position', async () => {
    const { database } = service.services;
    expect(await names()).toEqual(['webhook_trigger_0']);
    const socket = socketClient(service.url, admin.token);
    const start = await logEnd(service.services);
    const live = follow(socket, events, { after: start });
    const made = [await page(), await page(), await page()];
    await goTo(1_999_999 - 1);
    made.push(await page(), await page());
    // The leader was late: what lies behind the last partition is with the rest, and the next one begins later.
    await makePartitions(database);
    expect(await names()).toEqual(['webhook_trigger_0', expect.stringMatching(/^webhook_trigger_21000\d\d$/)]);
    made.push(await page());
    await goTo(4_099_990);
    // Now it is in time.
    await makePartitions(database);
    expect(await names()).toHaveLength(3);
    for (let n = 0; n < 20; n += 1) made.push(await page());
    expect(targets(await live.until(made.length))).toEqual(made);
    const [first, second, third] = await names();
    const counts = await inPartitions();
    expect(Object.keys(counts)).toEqual([first, 'webhook_trigger_rest', second, third]);
    expect(Object.values(counts).every((count) => count > 0)).toBe(true);
    // Whoever comes later reads the same over all of them.
    expect(targets(await follow(socket, events, { after: start }).until(made.length))).toEqual(made);
    await socket.dispose();
  });

  test('is looked into in one partition by who knows the position: numbering, and what shows a delivery', async () => {
    const { database, contract } = service.services;
    const looked: string[][] = [];
    const undone = new Error('undone');
    const trying = database.transaction(async (transaction) => {
      const explain = async ({ text, values }: Statement): Promise<never[]> => {
        const [row] = await transaction.query({ text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values });
        looked.push(lookedUp((row?.['QUERY PLAN'] as [{ Plan: PlanNode }])[0].Plan));
        return [];
      };
      // As where there are many.
      for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'])
        await transaction.query({ text: `SET LOCAL enable_${way} = off`, values: [] });
      // Nobody else sees it.
      await transaction.query({ text: insert, values: [admin.company] });
      await transaction.query({ text: noted, values: [admin.company] });
      await assignSequence({ contract, query: explain }, 10);
      const values = [[admin.company]];
      await explain({ text: sequencesSql('$1::uuid[]'), values });
      throw undone;
    });
    await expect(trying).rejects.toBe(undone);
    const [, , third = ''] = await names();
    expect(looked).toEqual([[third], [third]]);
  });

  test('drops a partition when all of its events are old, no delivery needs it and all are numbered', async () => {
    const { database } = service.services;
    const [first = '', second = ''] = await names();
    const before = await logEnd(service.services);
    const age = (name: string, days: number): Promise<unknown> =>
      sql(`UPDATE ${name} SET created_timestamp = now() - interval '${String(days)} days'`);
    await age(first, 8);
    await age(second, 6);
    // One young event keeps all of them.
    await sql(`UPDATE ${first} SET created_timestamp = now() WHERE sequence = (SELECT max(sequence) FROM ${first})`);
    expect(await dropOldPartitions(database, 7)).toEqual([]);
    expect(await sql('SELECT max(expired_sequence)::int AS n FROM event_log')).toEqual([{ n: 0 }]);
    await age(first, 8);
    const [bounds] = await sql(`SELECT max(sequence)::int AS n FROM ${first} WHERE tenant = '${admin.company}'`);
    await database.query({ text: noted.replace('webhook_trigger', first), values: [admin.company] });
    // The log begins behind it at once; the rows stay for what shows the delivery.
    expect(await dropOldPartitions(database, 7)).toEqual([]);
    expect(await sql(`SELECT expired_sequence::int AS n FROM event_log WHERE tenant = '${admin.company}'`)).toEqual([
      { n: bounds?.['n'] },
    ]);
    const list = await admin.rest('GET', '/n/v1/webhooktriggers?after=1');
    expect([list.status, list.body.code, list.body.oldestCursor]).toEqual([
      410,
      'CURSOR_EXPIRED',
      `1.${String(bounds?.['n'])}`,
    ]);
    await sql('DELETE FROM webhook_delivery');
    expect(await dropOldPartitions(database, 7)).toEqual([first]);
    expect(await names()).not.toContain(first);
    expect(await names()).toContain(second);
    const after = await admin.rest('GET', `/n/v1/webhooktriggers?after=${String(bounds?.['n'])}`);
    expect(after.status).toBe(200);
    expect(await logEnd(service.services)).toBe(before);
    // What comes next is numbered as before.
    await page();
    expect(await logEnd(service.services)).not.toBe(before);
  });

  test('deletes what is old one by one in the partition that is written to, and in the rest', async () => {
    const { database } = service.services;
    const [, last = ''] = await names();
    await logEnd(service.services);
    for (const name of ['webhook_trigger_rest', last])
      await sql(`UPDATE ${name} SET created_timestamp = now() - interval '8 days'`);
    const [old] = await sql(
      `SELECT (SELECT count(*) FROM ${last})::int + (SELECT count(*) FROM webhook_trigger_rest)::int AS n`,
    );
    expect(Number(old?.['n'])).toBeGreaterThan(10);
    expect(await purgeOldEvents(database, 7)).toBe(old?.['n']);
  });

  test('goes on to remove what is old while no partition can be made, and says that', async () => {
    const { database } = service.services;
    const old = async (): Promise<void> => {
      await page();
      await logEnd(service.services);
      await sql(`UPDATE webhook_trigger SET created_timestamp = now() - interval '8 days'`);
    };
    await old();
    await purgeOldEvents(database, 7);
    await old();
    await goTo(5_200_000);
    const before = await names();
    const reported: unknown[] = [];
    const tend = (): Promise<void> => tendLog(database, 7, (error) => reported.push(error));
    await withClient(service.databaseUrl, async (reader) => {
      await reader.query('BEGIN; SELECT count(*) FROM webhook_trigger_rest');
      await tend();
    });
    expect(reported).toEqual([expect.objectContaining({ code: 'TIMEOUT' })]);
    expect(await names()).toEqual(before);
    expect(await sql('SELECT 1 FROM webhook_trigger')).toEqual([]);
    await tend();
    expect([reported.length, (await names()).length]).toEqual([1, before.length + 1]);
  });

  test('is analyzed as a whole whenever it has doubled, as PostgreSQL does with each partition', async () => {
    const { database } = service.services;
    const many = insert.replace(/VALUES \((.*)\) RETURNING.*/s, 'SELECT $1 FROM generate_series(1, 500)');
    const write = async (): Promise<void> => {
      await sql(many.replaceAll('$1', `'${admin.company}'::uuid`));
      await logEnd(service.services);
      for (const name of await names()) await sql(`ANALYZE ${name}`);
    };
    const known = (): Promise<unknown> =>
      sql(`SELECT c.reltuples::int AS rows, (SELECT count(*)::int FROM pg_stats s WHERE s.tablename = c.relname AND s.inherited) > 10 AS is_known
        FROM pg_class c WHERE c.relname = 'webhook_trigger'`);
    await write();
    expect(await analyzeLog(database)).toBe(true);
    expect(await known()).toEqual([{ rows: 500, is_known: true }]);
    expect(await analyzeLog(database)).toBe(false);
    await write();
    await write();
    expect(await analyzeLog(database)).toBe(true);
    expect(await known()).toEqual([{ rows: 1_500, is_known: true }]);
  });

  test('deliveries go from month to month, and a month goes as a whole when all of it is old and finished', async () => {
    const { database } = service.services;
    await sql('DELETE FROM webhook_delivery');
    const deliveries = { table: 'webhook_delivery', by: 'TIME' } as const;
    const months = async (): Promise<string[]> => (await partitionsOf(database, deliveries)).map(({ name }) => name);
    const end = (await partitionsOf(database, deliveries))[0]?.upto ?? 0;
    const day = (month: number, days: number): number => {
      const first = new Date(end);
      return Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month - 1, 1 + days);
    };
    const month = (of: number): string => `_${new Date(day(of, 0)).toISOString().slice(0, 7).replace('-', '_')}`;
    const write = async (at: number): Promise<string> => {
      const rows = await database.query({ text: finished, values: [admin.company, new Date(at).toISOString()] });
      return String(rows[0]?.['urn']);
    };
    await makeMonths(database, day(0, 0));
    await makeMonths(database, day(0, 1));
    expect(await months()).toEqual(['webhook_delivery_0', `webhook_delivery${month(1)}`]);
    const made = [await write(day(0, 0)), await write(day(1, 3))];
    // Nobody made the next month: what is of it is with the rest.
    made.push(await write(day(2, 3)));
    await makeMonths(database, day(2, 5));
    expect((await months()).slice(2)).toEqual([`webhook_delivery${month(3)}`]);
    made.push(await write(day(3, 3)));
    const where = `SELECT tableoid::regclass::text AS name FROM webhook_delivery ORDER BY created_timestamp`;
    const places = ['_0', month(1), '_rest', month(3)].map((of) => `webhook_delivery${of}`);
    expect((await sql(where)).map(({ name }) => name)).toEqual(places);
    const list = await admin.rest('GET', '/n/v1/webhookdeliveries');
    expect(list.body.webhookdeliveries.map(({ urn }: { urn: string }) => urn)).toEqual(made);
    const one = await admin.rest('GET', `/n/v1/webhookdelivery/${String(made[1])}`);
    expect([one.status, one.body.attempts.length]).toEqual([200, 1]);
    // A day too early; then one that was requested again is unfinished.
    expect(await dropOldMonths(database, day(1, 29))).toEqual([]);
    const queued = `INSERT INTO webhook_queue SELECT tenant, tenant, urn, 0, urn, NULL, 0, now(), created_timestamp FROM webhook_delivery WHERE urn = $1`;
    await database.query({ text: queued, values: [made[1]] });
    expect(await dropOldMonths(database, day(2, 30))).toEqual(['webhook_delivery_0', 'webhook_attempt_0']);
    await sql('DELETE FROM webhook_queue');
    expect(await dropOldMonths(database, day(2, 30))).toEqual(
      ['webhook_delivery', 'webhook_attempt'].map((table) => `${table}${month(1)}`),
    );
    expect((await sql(where)).map(({ name }) => name)).toEqual(places.slice(2));
    // What is made like the rest has its fill and what the planner is told of it.
    expect(
      await sql(`SELECT c.reloptions::text AS fill, count(s.*)::int AS told FROM pg_class c LEFT JOIN pg_statistic_ext s ON s.stxrelid = c.oid
        WHERE c.relname IN ('webhook_delivery_rest', 'webhook_delivery${month(3)}') GROUP BY c.oid`),
    ).toEqual([0, 1].map(() => ({ fill: '{fillfactor=50}', told: 1 })));
  });
});
