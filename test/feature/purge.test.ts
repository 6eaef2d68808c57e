// Deleted resources can be restored for some days; then their rows are purged, and the bytes of their files after them. Values
// of items are kept for so many days after they were replaced, where the operator says so.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { purgeHistory } from '../../src/actions/content/itemHistory.ts';
import type { Observation } from '../../src/domain/observation.ts';
import { purgeDeleted, sweepFiles, type PurgeParts } from '../../src/engine/purgeDeleted.ts';
import { createLocalStorage } from '../../src/files/localStorage.ts';
import { lookForDue, startSchedule, type ScheduleParts } from '../../src/start/schedule.ts';
import { change, page, reader, text, titles, write, type Body } from '../support/content.ts';
import { withClient } from '../support/database.ts';
import { fakeTimers } from '../support/fakeTimers.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { make } from '../contract/make.ts';

/** When to give up waiting. */
const patient = { timeout: 20_000 };

let service: TestService;
let tenant: Tenant;
let observed: Observation[];

beforeAll(async () => {
  service = await startService({ DELETED_DAYS: '10', HISTORY_RETENTION_DAYS: '20' });
  tenant = await service.tenant();
});
afterAll(() => service.close());

const sql = <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  withClient(service.databaseUrl, async (client) => (await client.query(text, values)).rows as T[]);

/** The background tasks, which sweep unreferenced files immediately. */
function parts(unusedFileHours = 0): PurgeParts {
  observed = [];
  const { services } = service;
  return { ...services, limits: { ...services.limits, unusedFileHours }, observe: (one) => observed.push(one) };
}

/** Makes recently deleted rows look older by so many days. */
async function age(days: number): Promise<void> {
  for (const { name } of await sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'deleted_timestamp' AND table_schema = 'public'`,
  )) {
    await sql(
      `UPDATE "${name}" SET "deleted_timestamp" = "deleted_timestamp" - make_interval(days => $1)
       WHERE "deleted_timestamp" > now() - interval '1 day'`,
      [days],
    );
  }
}

const restore = (path: string, urn: string) => tenant.rest('POST', `/n/v1/${path}/${urn}/restore`);

describe('The schedule', () => {
  const failures: unknown[] = [];
  const scheduled = (isLeading: () => boolean, more: Partial<ScheduleParts> = {}): ScheduleParts => ({
    ...service.services,
    ...parts(),
    isLeading,
    report: (error) => failures.push(error),
    ...more,
  });
  const sentSince = (before: number): string[] =>
    service.statements.slice(before).map((statement) => statement.replaceAll('"', ''));
  const turns = async (): Promise<void> => {
    for (let at = 0; at < 20; at += 1) await Promise.resolve();
  };

  afterEach(() => {
    vi.useRealTimers();
    expect(failures.splice(0)).toEqual([]);
  });

  test('removes every ten minutes what is kept for a time: codes, tokens, keys, records, rows, values and files', async () => {
    const bytes = Buffer.from('of nothing');
    await service.services.files.put(createHash('sha256').update(bytes).digest('hex'), bytes);
    const before = service.statements.length;
    fakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const all = scheduled(() => false);
    const stop = startSchedule(all);
    vi.advanceTimersByTime(599_999);
    expect(sentSince(before).filter((one) => one.includes('DELETE FROM'))).toEqual([]);
    vi.advanceTimersByTime(1);
    await stop();
    const sent = sentSince(before);
    // A round over the values ends with that it begins anew.
    const tables = ['o_auth_code', 'o_auth_token', 'idempotency_key', 'access_record', 'project', 'setting'];
    const of = tables.map((table) => sent.findIndex((one) => new RegExp(`DELETE FROM [^;]*\\b${table}\\b`).test(one)));
    expect(of).not.toContain(-1);
    // Files last: rows and values that go in this round name none of them any more.
    expect(Math.max(...of)).toBeLessThan(
      sent.findIndex((one) => one.includes('FROM image_item_file WHERE sha256 = ANY(')),
    );
    expect(observed).toContainEqual(expect.objectContaining({ kind: 'FILES_SWEPT' }));
  });

  test('begins no round while one is running', async () => {
    const before = service.statements.length;
    fakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE o_auth_code IN ACCESS EXCLUSIVE MODE');
      const stop = startSchedule(scheduled(() => false));
      vi.advanceTimersByTime(1_800_000);
      await client.query('COMMIT');
      await stop();
    });
    expect(sentSince(before).filter((one) => /DELETE FROM [^;]*\bo_auth_code\b/.test(one))).toHaveLength(1);
  });

  test('reports a round that fails, and goes on with the next one until it is stopped', async () => {
    fakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const others = vi.getTimerCount();
    // So many days are no number of the column's type.
    const limits = { ...service.services.limits, accessAuditDays: 1e12 };
    const stop = startSchedule(scheduled(() => false, { limits }));
    for (const count of [1, 2]) {
      vi.advanceTimersByTime(600_000);
      await vi.waitFor(() => expect(failures).toHaveLength(count), { interval: 1 });
    }
    await stop();
    expect(vi.getTimerCount()).toBe(others);
    expect(failures.splice(0).map(String)).toEqual(
      Array(2).fill(expect.stringContaining('out of range for type integer')),
    );
  });

  test('sees four times a second whether it leads, asks nothing until it does, and a stop waits for no timer', async () => {
    const before = service.statements.length;
    // Nothing of the service runs meanwhile: only promises that are kept are waited for.
    fakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    let looks = 0;
    const stop = startSchedule(scheduled(() => (looks += 1) < 0));
    await turns();
    const seen = [looks];
    for (const milliseconds of [249, 1, 250]) {
      vi.advanceTimersByTime(milliseconds);
      await turns();
      seen.push(looks);
    }
    expect(seen).toEqual([1, 1, 2, 3]);
    // The tables that grew are looked at every five seconds.
    vi.advanceTimersByTime(5_000);
    await turns();
    const last = looks;
    await stop();
    expect(vi.getTimerCount()).toBe(0);
    expect(looks).toBe(last);
    expect(service.statements.length).toBe(before);
  });

  test('a stop waits for the round that runs', async () => {
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN; LOCK TABLE "entity" IN ACCESS EXCLUSIVE MODE');
      const stop = startSchedule(scheduled(() => true));
      await vi.waitFor(async () =>
        expect(await sql(`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'entity'::regclass`)).not.toEqual([]),
      );
      let isStopped = false;
      const stopping = stop().then(() => (isStopped = true));
      await sql('SELECT 1');
      expect(isStopped).toBe(false);
      await client.query('COMMIT');
      await stopping;
    });
  });

  test('looks again when the next page is due, in a second at the latest, and in no less than 50 ms for what another one holds', async () => {
    const leading = scheduled(() => true);
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const { urn } = await page(tenant, '/due', { texts: [text('Due')] });
    expect(await lookForDue(leading)).toBe(1_000);
    expect(await lookForDue(scheduled(() => false))).toBe(250);
    await change(tenant, urn, { status: 'PUBLISH', publishTimestamp: inAnHour });
    expect(await lookForDue(leading)).toBe(1_000);
    // Not before the service's own schedule looks: whoever holds a row of the queue is not waited for.
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query(`UPDATE "entity" SET "publish_timestamp" = now() + interval '1 minute' WHERE "urn" = $1`, [
        urn,
      ]);
      const due = `UPDATE "entity" SET "publish_timestamp" = clock_timestamp() + interval '500 ms' WHERE "urn" = $1`;
      await client.query(due, [urn]);
      await client.query('COMMIT; BEGIN');
      await client.query('SELECT 1 FROM "entity" WHERE "urn" = $1 FOR UPDATE', [urn]);
      const soon = await lookForDue(leading);
      expect(soon).toBeGreaterThanOrEqual(50);
      expect(soon).toBeLessThan(1_000);
      await expect.poll(() => lookForDue(leading), patient).toBe(50);
      await client.query('COMMIT');
    });
    await vi.waitFor(async () => expect(await titles(tenant, '/due')).toEqual(['Due']), { timeout: 10_000 });
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN; LOCK TABLE "entity" IN ACCESS EXCLUSIVE MODE');
      const database = service.services.database.within(100, { caller: 'the schedule' });
      expect(await lookForDue(scheduled(() => true, { database }))).toBe(1_000);
      await client.query('COMMIT');
    });
    expect(failures.splice(0)).toMatchObject([{ code: 'UNAVAILABLE' }]);
  });
});

describe('a deleted resource', () => {
  test.each([
    ['reads nothing of the owner', [], 404],
    ['reads what is live', ['READ'], 404],
    ['would read it, were it there', ['READ', 'READ_DRAFT', 'DELETE'], 403],
    ['administers the owner', ['READ', 'ADMIN'], 200],
  ] as const)('is restored by an administrator alone: a caller who %s', async (_, labels, status) => {
    const { urn } = await page(tenant, null, {});
    await tenant.rest('DELETE', `/n/v1/entity/${urn}`);
    const on = { objectUrn: tenant.company, objectScope: 'COMPANY' };
    const caller = await reader(
      service,
      tenant,
      labels.map((label) => ({ label, ...on })),
    );
    const answer = await caller.rest('POST', `/n/v1/entity/${urn}/restore`);
    expect(answer.status, answer.text).toBe(status);
    if (status !== 200) expect((await tenant.rest('GET', `/n/v1/entity/${urn}`)).status).toBe(404);
  });

  test('keeps nobody waiting who may not restore it, while it is restored', async () => {
    const { urn } = await page(tenant, null, {});
    await tenant.rest('DELETE', `/n/v1/entity/${urn}`);
    const caller = await reader(service, tenant, [
      { label: 'READ', objectUrn: tenant.company, objectScope: 'COMPANY' },
    ]);
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM entity WHERE urn = $1 FOR UPDATE', [urn]);
      const waiting = restore('entity', urn);
      const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await client.query(waits)).rows.length).toBe(1);
      expect((await caller.rest('POST', `/n/v1/entity/${urn}/restore`)).status).toBe(404);
      await client.query('ROLLBACK');
      expect((await waiting).status).toBe(200);
    });
  });

  test('can be restored within its retention, and is neither restorable nor stored after it', async () => {
    const kept = await page(tenant, null, { texts: [{ name: 'title', sortOrder: 0, value: 'Kept' }] });
    await tenant.rest('DELETE', `/n/v1/entity/${kept.urn}`);
    await age(9);
    const gone = await page(tenant, null, { texts: [{ name: 'title', sortOrder: 0, value: 'Gone' }] });
    await tenant.rest('DELETE', `/n/v1/entity/${gone.urn}`);
    await age(11);
    expect((await restore('entity', gone.urn)).status).toBe(404);
    expect(await purgeDeleted(parts())).toBeGreaterThanOrEqual(2);
    expect(observed.every(({ kind }) => kind === 'ROWS_PURGED')).toBe(true);
    for (const table of [
      'resource',
      'entity',
      'item',
      'item_value',
      'item_live',
      'link',
      'search_document',
      'search_draft',
    ]) {
      expect(await sql(`SELECT 1 FROM "${table}" t WHERE t::text LIKE '%' || $1 || '%'`, [gone.urn]), table).toEqual(
        [],
      );
    }
    const back = await restore('entity', kept.urn);
    expect(back.status, back.text).toBe(200);
    expect(back.body.texts.map((text: { value: string }) => text.value)).toEqual(['Kept']);
    expect(await purgeDeleted(parts())).toBe(0);
  });

  test('is restored on the path of its own kind alone', async () => {
    const { texts } = await page(tenant, null, {
      texts: [{ name: 'title', sortOrder: 0, value: 'One of many kinds' }],
    });
    const { urn } = texts[0];
    await tenant.rest('DELETE', `/n/v1/textitem/${urn}`);
    for (const other of ['imageitem', 'latlongitem', 'entity']) expect((await restore(other, urn)).status).toBe(404);
    expect((await restore('textitem', urn)).status).toBe(200);
  });

  test('can be restored by callers who run the parent company, if it is a company itself', async () => {
    const made = await tenant.rest('POST', '/n/v1/company', { body: { owner: tenant.company, name: 'Below' } });
    const urn = String(made.body.urn);
    expect((await tenant.rest('DELETE', `/n/v1/company/${urn}`)).status).toBe(204);
    const back = await restore('company', urn);
    expect(back.status, back.text).toBe(200);
    expect(back.body).toMatchObject({ urn, name: 'Below' });
    expect((await tenant.rest('GET', `/n/v1/company/${urn}`)).status).toBe(200);
    expect((await tenant.rest('DELETE', `/n/v1/company/${urn}`)).status).toBe(204);
    const again = await tenant.data(
      `mutation ($urn: ID!) { restoreDeleted(urn: $urn) { node { urn } userErrors { code } } }`,
      { urn },
    );
    expect(again.restoreDeleted).toEqual({ node: { urn }, userErrors: [] });
  });

  test('is purged for every kind, whatever still refers to it', async () => {
    const { contract } = service.services;
    for (const { name, path, operations } of contract.resources) {
      if (!operations.has('CREATE') || !operations.has('DELETE') || name === 'Company') continue;
      const { urn } = await make(tenant, name);
      expect((await tenant.rest('DELETE', `/n/v1/${path}/${urn}`)).status, name).toBe(204);
    }
    await age(11);
    // A row that the service's own work holds at that moment goes with the next round.
    const left = async (): Promise<string[]> => {
      await purgeDeleted(parts());
      const old = `"deleted_timestamp" < now() - interval '10 days'`;
      const kinds: string[] = [];
      for (const { name, table } of contract.resources)
        if ((await sql(`SELECT 1 FROM "${table}" WHERE ${old} LIMIT 1`)).length > 0) kinds.push(name);
      return kinds;
    };
    await expect.poll(left, { timeout: 30_000 }).toEqual([]);
  }, 120_000);
});

describe('the bytes of a file', () => {
  const drawn = (): Promise<Buffer> =>
    sharp({ create: { width: 40, height: 20, channels: 3, background: { r: Date.now() % 256, g: 9, b: 30 } } })
      .png()
      .toBuffer();
  const stored = async (): Promise<string[]> => {
    const digests: string[] = [];
    for await (const { digestHex } of service.services.files.list()) digests.push(digestHex);
    return digests;
  };
  async function upload(): Promise<{ item: string; file: { status: number; body: Record<string, unknown> } }> {
    const entity = await page(tenant, null, { images: [{ name: 'hero', sortOrder: 0, altText: 'Hero' }] });
    const item = String(entity.images[0].urn);
    const form = new FormData();
    form.append('imageItemFormat', 'LARGE');
    form.append('src', new Blob([new Uint8Array(await drawn())]), 'a.png');
    const headers = { authorization: `Bearer ${tenant.token}` };
    const response = await fetch(`${service.url}/n/v1/imageitemfile/${item}`, { method: 'POST', headers, body: form });
    return { item, file: { status: response.status, body: (await response.json()) as Record<string, unknown> } };
  }

  test('stay while a row refers to them, even a deleted one, and are purged once none does', async () => {
    const { item, file } = await upload();
    expect(file.status).toBe(201);
    const before = await stored();
    expect(before.length).toBeGreaterThan(0);
    await sweepFiles(parts());
    expect(await stored()).toEqual(before);
    await tenant.rest('DELETE', `/n/v1/imageitem/${item}`);
    await sweepFiles(parts());
    expect(await stored()).toEqual(before);
    await age(11);
    await purgeDeleted(parts());
    expect(await sweepFiles(parts(24))).toBe(0);
    expect(await sweepFiles(parts())).toBe(before.length);
    expect(observed).toEqual([{ kind: 'FILES_SWEPT', files: before.length }]);
    expect(await stored()).toEqual([]);
  });

  test('go, too, where they were never written to their end', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'commonplace-files-'));
    const folder = path.join(directory, 'unfinished');
    await mkdir(folder);
    for (const name of ['old', 'young']) await writeFile(path.join(folder, name), 'x');
    await utimes(path.join(folder, 'old'), new Date(0), new Date(0));
    await sweepFiles({ ...parts(24), files: createLocalStorage(directory) });
    expect(await readdir(folder)).toEqual(['young']);
    await rm(directory, { recursive: true });
  });

  test('that are swept between the upload and its row are written again', async () => {
    await withClient(service.databaseUrl, async (sweep) => {
      await sweep.query('SELECT pg_advisory_lock(727277)');
      const uploading = upload();
      await expect
        .poll(
          () => sql(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 727277 AND NOT granted`),
          patient,
        )
        .toHaveLength(1);
      for (const digest of await stored()) await service.services.files.remove(digest);
      await sweep.query('SELECT pg_advisory_unlock(727277)');
      const { file } = await uploading;
      expect(file.status).toBe(201);
    });
    const named = await sql<{ sha256: string }>(
      'SELECT DISTINCT "sha256" FROM "image_item_file" WHERE "deleted_timestamp" IS NULL',
    );
    expect((await stored()).sort()).toEqual(named.map(({ sha256 }) => sha256).sort());
  });

  test('that a row names while a sweep waits for its turn stay', async () => {
    await upload();
    const bytes = Buffer.from('named late');
    const digest = createHash('sha256').update(bytes).digest('hex');
    await service.services.files.put(digest, bytes);
    const [row] = await sql<{ urn: string; sha256: string }>('SELECT "urn", "sha256" FROM "image_item_file" LIMIT 1');
    const name = (sha256: unknown) =>
      sql('UPDATE "image_item_file" SET "sha256" = $1 WHERE "urn" = $2', [sha256, row?.urn]);
    await withClient(service.databaseUrl, async (writer) => {
      await writer.query('SELECT pg_advisory_lock_shared(727277)');
      const sweeping = sweepFiles(parts());
      await expect
        .poll(
          () => sql(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 727277 AND NOT granted`),
          patient,
        )
        .toHaveLength(1);
      await name(digest);
      await writer.query('SELECT pg_advisory_unlock_shared(727277)');
      expect(await sweeping).toBe(0);
    });
    expect(await stored()).toContain(digest);
    await name(row?.sha256);
    expect(await sweepFiles(parts())).toBe(1);
  });
});

describe('a value of an item that was replaced', () => {
  /** Makes everything about an item's values look older by so many days. */
  const ageValues = async (item: string, days: number): Promise<void> => {
    const older = (column: string): string => `"${column}" = "${column}" - make_interval(days => $2)`;
    await sql(`UPDATE "item_value" SET ${older('created_timestamp')} WHERE "item_urn" = $1`, [item, days]);
    await sql(`UPDATE "item_live" SET ${older('from_timestamp')}, ${older('until_timestamp')} WHERE "item_urn" = $1`, [
      item,
      days,
    ]);
  };
  const historyOf = async (item: string): Promise<string[]> =>
    (await tenant.rest('GET', `/n/v1/textitemhistory/${item}`)).body.history.map(({ value }: Body) => value);
  const purge = (): Promise<number> => purgeHistory(parts());
  const live = (path: string, ...values: string[]): Promise<{ entity: string; item: string }> =>
    written(path, values, true);
  const written = async (
    path: string,
    [first = '', ...others]: string[],
    isPublished: boolean,
  ): Promise<{ entity: string; item: string }> => {
    const { urn, texts } = await page(tenant, path, {
      status: isPublished ? 'PUBLISH' : 'DRAFT_UNPUBLISHED',
      texts: [text(first)],
    });
    for (const value of others) await write(tenant, texts[0].urn, value);
    return { entity: urn, item: texts[0].urn };
  };
  const publish = (urn: string) => change(tenant, urn, { status: 'PUBLISH' });

  test('goes after HISTORY_RETENTION_DAYS, with the period it was live in; the newest and the live one stay', async () => {
    const { entity, item } = await live('/kept', 'First', 'Second');
    await publish(entity);
    await write(tenant, item, 'Third');
    await ageValues(item, 19);
    expect(await purge()).toBe(0);
    await ageValues(item, 2);
    expect(await purge()).toBe(1);
    expect(observed).toEqual([{ kind: 'ROWS_PURGED', rows: 1 }]);
    expect(await historyOf(item)).toEqual(['Third', 'Second']);
    expect(await titles(tenant, '/kept')).toEqual(['Second']);
    expect(await sql('SELECT 1 FROM "item_live" WHERE "item_urn" = $1', [item])).toHaveLength(1);
    expect(await purge()).toBe(0);
  });

  test('counts from when it was replaced, and from when it was last live', async () => {
    const { item } = await written('/late', ['First', 'Second', 'Third'], false);
    await ageValues(item, 100);
    // What the item was 20 days ago is known: the second value, which the third replaced just now.
    await sql(
      `UPDATE "item_value" SET "created_timestamp" = now() WHERE "item_urn" = $1 AND "version" = (SELECT max("version") FROM "item_value" WHERE "item_urn" = $1)`,
      [item],
    );
    expect(await purge()).toBe(1);
    expect(await historyOf(item)).toEqual(['Third', 'Second']);

    const shown = await live('/shown', 'First', 'Second');
    await ageValues(shown.item, 100);
    await publish(shown.entity);
    expect(await purge()).toBe(0);
    await ageValues(shown.item, 21);
    expect(await purge()).toBe(1);
  });

  test('stays while somebody works on its item, and is looked at again in the next round', async () => {
    const { item } = await written('/busy', ['First', 'Second'], false);
    await ageValues(item, 21);
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM "item" WHERE "urn" = $1 FOR UPDATE', [item]);
      expect(await purge()).toBe(0);
      await client.query('ROLLBACK');
    });
    expect(await purge()).toBe(1);
  });

  test('is found from any start, and a round goes on where the one before ended, in whichever process', async () => {
    const { item } = await written('/round', ['First', 'Second'], false);
    await ageValues(item, 21);
    const behind = JSON.stringify({ item: 'ffffffff-ffff-ffff-ffff-ffffffffffff', version: '0' });
    await sql(`INSERT INTO "setting" ("name", "value") VALUES ('history purge', $1)`, [behind]);
    expect([await purge(), await purge()]).toEqual([0, 1]);

    await write(tenant, item, 'Third');
    await ageValues(item, 21);
    const [all] = await sql<{ count: number }>(`SELECT count(*)::int AS count FROM "item_value"`);
    let removed = 0;
    for (let round = 0; round < Number(all?.count); round += 1)
      removed += await purgeHistory(parts(), { atOnce: 1, perRound: 1 });
    expect(removed).toBe(1);
    expect(await historyOf(item)).toEqual(['Third']);
  });

  test('is kept for good without the setting', async () => {
    const { item } = await written('/forever', ['First', 'Second'], false);
    await ageValues(item, 4_000);
    const { limits, ...others } = parts();
    expect(await purgeHistory({ ...others, limits: { ...limits, historyRetentionDays: null } })).toBe(0);
    expect(await historyOf(item)).toEqual(['Second', 'First']);
    expect(await purge()).toBe(1);
  });

  test('cannot be guessed at: a view of a moment before that is refused on both faces', async () => {
    await live('/then', 'First');
    const days = (count: number): string => new Date(Date.now() - count * 86_400_000).toISOString();
    const [refused, allowed] = await Promise.all(
      [20.01, 19.99].map((count) => tenant.rest('GET', `/v/v1/entityview/then?atTimestamp=${days(count)}`)),
    );
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PARAMETER', errors: [{ path: '?atTimestamp', limit: 20 }] },
    });
    expect(allowed?.status).toBe(404);
    const graph = await tenant.graph('query ($at: DateTime) { entityView(path: "/then", atTimestamp: $at) { urn } }', {
      at: days(20.01),
    });
    expect(graph.errors?.[0]).toMatchObject({ path: ['entityView'], extensions: { code: 'INVALID_PARAMETER' } });
  });
});
