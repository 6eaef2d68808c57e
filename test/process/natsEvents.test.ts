// Gateways as processes, two with NATS and one without, while the NATS server and a gateway are killed without warning:
// every subscriber of every gateway receives each change once and in order, and the stream matches the log table.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chanceOf } from '../crash/chance.ts';
import { checkStreams, repeatsOf } from '../crash/checkStreams.ts';
import type { TriggerRow } from '../crash/evidence.ts';
import { makeFleet, type Fleet } from '../crash/gateways.ts';
import { startSubscriber, type Subscriber } from '../crash/subscriber.ts';
import { createClient } from '../support/client.ts';
import { createDatabase, withClient, type TestDatabase } from '../support/database.ts';
import { natsProgram, startNatsServer, withNats, type NatsServer } from '../support/natsServer.ts';
import { webhookKeys } from '../support/webhookKeys.ts';
import { eventually } from '../support/webhooks.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const token = 'a-token-of-the-first-company-client';

describe.skipIf(!natsProgram)(withNats('gateways with and without NATS'), () => {
  let nats: NatsServer;
  let database: TestDatabase;
  let fleets: { readonly with: Fleet; readonly without: Fleet };
  let owner: string;
  const subscribers: Subscriber[] = [];

  const query = (text: string): Promise<Record<string, unknown>[]> =>
    withClient(database.url, async (client) => (await client.query<Record<string, unknown>>(text)).rows);

  const living = (): string[] => [...fleets.with.living(), ...fleets.without.living()];

  beforeAll(async () => {
    nats = await startNatsServer();
    database = await createDatabase();
    const settings = {
      DATABASE_URL: database.url,
      BOOTSTRAP_TOKEN: token,
      DEMO: '0',
      LOG_LEVEL: 'silent',
      DATABASE_POOL: '4',
      RATE_LIMITS: '0',
      ...webhookKeys(),
    };
    fleets = {
      with: makeFleet([
        { ...settings, NATS_URL: nats.url },
        { ...settings, NATS_URL: nats.url },
      ]),
      without: makeFleet([settings]),
    };
    const [first, second] = fleets.with.gateways;
    await first?.start();
    await Promise.all([second?.start(), fleets.without.gateways[0]?.start()]);
    owner = String((await query('SELECT urn FROM company'))[0]?.['urn']);
  });
  afterAll(async () => {
    await Promise.all(subscribers.map((s) => s.stop()));
    await Promise.all([fleets.with.stop(), fleets.without.stop()]);
    await database.drop();
    await nats.clear();
  });

  async function write(count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      const url = living()[at % living().length] ?? '';
      const body = {
        urn: crypto.randomUUID(),
        owner,
        name: `Page ${String(at)}`,
        language: 'en',
        status: 'DRAFT_UNPUBLISHED',
      };
      const answer = await createClient(url, token).rest('POST', '/n/v1/entity', { body });
      expect(answer.status, answer.text).toBe(201);
    }
  }

  function follow(from: number): void {
    const chance = chanceOf(1);
    for (const name of ['socket 1', 'socket 2', 'socket 3', 'stream 1']) {
      const transport = name.startsWith('socket') ? 'WEBSOCKET' : 'EVENT_STREAM';
      const onIncident = (incident: string): void => expect.fail(incident);
      subscribers.push(
        startSubscriber({ name, transport, token, from, chance: chance.branch(name), living, onIncident }),
      );
    }
  }

  /** Waits until every subscriber has received the end of the log. */
  async function allHeard(): Promise<void> {
    const [row] = await eventually(
      () =>
        query(
          'SELECT max(last_sequence) AS last, (SELECT count(*) FROM webhook_trigger WHERE sequence IS NULL)::int AS left FROM event_log',
        ),
      ([log]) => log?.['left'] === 0,
    );
    const last = Number(row?.['last']);
    await eventually(
      () => Promise.resolve(subscribers.every((s) => s.newest() >= last)),
      (isThere) => isThere,
    );
  }

  test('lose nothing and repeat nothing when NATS is killed, a gateway is killed, and both come back', async () => {
    const [log] = await query('SELECT max(last_sequence) AS last FROM event_log');
    const from = Number(log?.['last']);
    follow(from);
    await write(20);
    await allHeard();
    await nats.kill();
    await write(20);
    await allHeard();
    await nats.start();
    await write(20);
    await fleets.with.gateways[0]?.kill();
    await write(20);
    await fleets.with.gateways[0]?.start();
    await nats.kill();
    await write(5);
    await nats.start();
    await fleets.without.gateways[0]?.kill();
    await write(20);
    await allHeard();
    const rows = await query(
      `SELECT urn AS id, sequence::int, subject, event, target_urn AS target, target_version::int AS version` +
        ` FROM webhook_trigger WHERE sequence > ${String(from)} ORDER BY sequence`,
    );
    expect(rows).toHaveLength(105);
    // The columns are those of the type.
    const triggers = rows as unknown as TriggerRow[];
    expect(checkStreams({ triggers, streams: subscribers })).toEqual([]);
    expect(subscribers.map(repeatsOf)).toEqual([0, 0, 0, 0]);
    expect([...fleets.with.incidents, ...fleets.without.incidents]).toEqual([]);
  });
});
