// What becomes of those who follow the log when answers are large, are not taken, fail for the moment, or have to be decided anew.
import { randomUUID } from 'node:crypto';
import { buildSchema, GraphQLObjectType } from 'graphql';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LogEvent } from '../../src/actions/events/eventSource.ts';
import { ServiceError, type ErrorCode } from '../../src/domain/errors.ts';
import type { Services } from '../../src/engine/context.ts';
import { createEventFeed, type EventFeed } from '../../src/events/eventFeed.ts';
import type { GraphContext } from '../../src/graphql/operation/context.ts';
import { readOperation } from '../../src/graphql/subscriptions/operation.ts';
import type { Session } from '../../src/graphql/subscriptions/session.ts';
import type { Follow } from '../../src/graphql/subscriptions/sources.ts';
import { createSubscriberGroups, type SubscriberGroups } from '../../src/graphql/subscriptions/subscriberGroups.ts';
import { fakeTimers } from '../support/fakeTimers.ts';
import { ago, useTrials } from './conditions/scenario.ts';

const trials = useTrials();
const [one, other] = [randomUUID(), randomUUID()];
let feed: EventFeed;
/** What callers were charged. */
let charged: number[];
let ordinal = 0;

beforeEach(async () => {
  for (const table of ['webhook_trigger', 'event_log', 'setting', 'permission'])
    await trials.database.query({ text: `DELETE FROM "${table}"`, values: [] });
  feed = await createEventFeed({ database: trials.database, link: () => null, report: () => undefined });
  ordinal = 0;
  charged = [];
});
afterEach(() => {
  vi.useRealTimers();
  feed.stop();
});

/** So many events more. */
function happen(count = 1): void {
  const events = Array.from({ length: count }, (): LogEvent => {
    ordinal += 1;
    return {
      ...{
        urn: randomUUID(),
        epoch: feed.epoch(),
        ordinal,
        sequence: ordinal,
        owner: one,
        tenant: one,
        subject: 'TASK',
      },
      ...{ event: 'UPDATE', targetUrn: randomUUID(), targetVersion: '1', changedFields: [] },
      ...{ actor: { urn: null, type: 'SYSTEM' }, timestamp: new Date().toISOString() },
    };
  });
  feed.take(events);
}

// An answer takes as many bytes as it says.
const schema = buildSchema('type Query { none: Int } type Subscription { bytes: Int }');
const root = schema.getSubscriptionType();
if (!(root instanceof GraphQLObjectType)) throw new Error('The schema has no subscriptions');
Object.assign(root.getFields()['bytes'] ?? {}, {
  resolve: ({ bytes }: { readonly bytes: number }, _: unknown, { budget }: GraphContext) => {
    budget.addBytes(bytes);
    return bytes;
  },
});
const operation = readOperation(schema, { query: 'subscription { bytes }' });
const [small, large] = [1, 600_000];

interface Caller {
  readonly key: string;
  readonly tenantUrn?: string | null;
}

interface Follower {
  readonly heard: number[];
  readonly endings: unknown[];
  /** How many wait until it has taken what it was sent. */
  waiting(): number;
  take(): void;
}

/** Groups whose source is told here how to follow; nobody takes what it is sent before it is told to. */
function groupsOf(follow: Partial<Follow>): Pick<SubscriberGroups, 'checkWindows'> & {
  join(caller?: Caller): Promise<Follower>;
} {
  const limiter = { chargeSpent: async (_: unknown, cost: number) => void charged.push(cost) };
  // All of the services that following needs.
  const services = { database: trials.database, limiter } as unknown as Services;
  const groups = createSubscriberGroups({
    ...{ schema, services, events: feed, report: () => undefined, observe: () => undefined, budget: undefined },
    sources: { bytes: () => ({ after: null, first: [], messages: async () => [], ...follow }) },
  });
  const now: Session['now'] = async () =>
    ({ context: { ...services, viewer: {} }, decisions: new Map() }) as Awaited<ReturnType<Session['now']>>;
  return {
    checkWindows: () => groups.checkWindows(),
    async join({ key, tenantUrn = one } = { key: 'caller' }) {
      const session = { key, tenantUrn, now, end: () => undefined } as unknown as Session;
      const [heard, endings, waiting]: [number[], unknown[], (() => void)[]] = [[], [], []];
      await groups.join(session, operation, {
        lane: {
          write: () => true,
          calm: () => new Promise<void>((resolve) => waiting.push(resolve)),
          close: () => undefined,
        },
        frame(text) {
          heard.push(JSON.parse(String(text)).data.bytes);
          return [text];
        },
        end: ([ending]) => endings.push(ending?.extensions?.['code']),
      });
      return {
        ...{ heard, endings, waiting: () => waiting.length },
        take: () => waiting.splice(0).forEach((resolve) => resolve()),
      };
    },
  };
}

const sized = (...sizes: number[]): Partial<Follow> => ({
  messages: async (_, batch) => batch.map((at) => ({ at, value: sizes[at.ordinal - 1] ?? small })),
});

/** What is kept to be done is done; timers stand still. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('The next large answer of a caller comes when this one was taken, or ten seconds later; others are not kept waiting', async () => {
  const groups = groupsOf(sized(large, large, large, small, small, small));
  const [slow, quick] = [await groups.join(), await groups.join({ key: 'another caller' })];
  await settle();
  fakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  happen(3);
  await settle();
  expect([slow.heard, quick.heard]).toEqual([[large], [large]]);
  quick.take();
  await settle();
  expect([slow.heard, quick.heard]).toEqual([[large], [large, large]]);
  vi.advanceTimersByTime(9_999);
  await settle();
  expect(slow.heard).toEqual([large]);
  vi.advanceTimersByTime(1);
  await settle();
  expect(slow.heard).toEqual([large, large]);
  slow.take();
  await settle();
  slow.take();
  // What is small again waits for nobody.
  await settle();
  for (const count of [1, 2]) {
    happen(count);
    await settle();
  }
  expect(slow.heard).toEqual([large, large, large, small, small, small]);
});

test('Who begins is charged for what it is told first, and for nothing that happens', async () => {
  const follower = await groupsOf({ ...sized(large), first: Array<number>(10).fill(large) }).join();
  await settle();
  happen();
  await settle();
  expect(follower.heard).toEqual(Array(11).fill(large));
  // For each 4,096 bytes one, of which 1,000 are free.
  expect(charged).toEqual([464]);
});

test('What is made side by side is bounded together, and made one by one where it is more', async () => {
  const sides: number[] = [];
  const groups = groupsOf({
    messages: async (_, batch) => {
      sides.push(batch.length);
      return batch.map((at) => ({ at, value: 200_000 }));
    },
  });
  const { heard } = await groups.join();
  await settle();
  happen(4);
  await settle();
  expect(heard).toHaveLength(4);
  // Of 512 KiB.
  expect(sides).toEqual([4, 1, 2, 1]);
});

test('Who catches up is sent no more of it than it takes', async () => {
  await trials.database.query({
    text: `INSERT INTO "webhook_trigger" ("urn", "version", "owner", "tenant", "subject", "event", "changed_fields", "actor",
        "created_timestamp", "updated_timestamp", "ordinal", "sequence")
      SELECT gen_random_uuid(), 1, $1, $1, 'TASK', 'UPDATE', '{}', '{}', now(), now(), n, n FROM generate_series(1, 300) n`,
    values: [one],
  });
  await trials.database.query({
    text: `INSERT INTO "event_log" ("tenant", "last_sequence", "expired_sequence", "last_ordinal") VALUES ($1, 300, 0, 300)`,
    values: [one],
  });
  feed.stop();
  feed = await createEventFeed({ database: trials.database, link: () => null, report: () => undefined });
  const follower = await groupsOf({ ...sized(), after: { epoch: feed.epoch(), sequence: 0 } }).join();
  await vi.waitFor(() => expect(follower.waiting()).toBe(1), { timeout: 10_000 });
  expect(follower.heard).toHaveLength(250);
  follower.take();
  await vi.waitFor(() => expect(follower.heard).toHaveLength(300), { timeout: 10_000 });
});

test.each<[ErrorCode, boolean]>([
  ['UNAVAILABLE', true],
  ['TIMEOUT', true],
  ['CONFLICT', true],
  ['INTERNAL_ERROR', true],
  ['NOT_FOUND', false],
  ['FORBIDDEN', false],
  ['UNAUTHENTICATED', false],
])('What fails with %s is tried again or not: %s', async (code, isTried) => {
  let failures = 0;
  const groups = groupsOf({
    messages: async (_, batch) => {
      failures += 1;
      if (failures === 1) throw new ServiceError(code);
      return batch.map((at) => ({ at, value: small }));
    },
  });
  const { heard, endings } = await groups.join();
  await settle();
  fakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  happen();
  await settle();
  vi.advanceTimersByTime(250);
  await settle();
  expect([heard, endings]).toEqual(isTried ? [[small], []] : [[], [code]]);
});

test('When a right ends by the clock those of its tenant are asked, and those without a token; what they are told is known to be told', async () => {
  const [asked, accepted]: [string[], string[]] = [[], []];
  const join = async (name: string, tenantUrn: string | null) => {
    const groups = groupsOf({
      mayFollow: async () => {
        asked.push(name);
        return { value: small, accept: () => void accepted.push(name) };
      },
    });
    return { ...groups, ...(await groups.join({ key: name, tenantUrn })) };
  };
  const followers = [await join('of it', one), await join('of another', other), await join('of none', null)];
  await trials.database.query({
    text: `INSERT INTO "permission" ("urn", "version", "owner", "subject_urn", "subject_scope", "object_urn", "object_scope", "label",
        "to_timestamp", "granted_by", "created_timestamp", "updated_timestamp", "tenant")
      VALUES ($1, 1, $2, $1, 'IDENTITY', $1, 'COMPANY', 'READ', $3, '{}', now(), now(), $2)`,
    values: [randomUUID(), one, ago(0, 0.5)],
  });
  for (const { checkWindows } of followers) await checkWindows();
  await vi.waitFor(() => expect(accepted).toHaveLength(2), { timeout: 10_000 });
  expect([asked, accepted]).toEqual([
    ['of it', 'of none'],
    ['of it', 'of none'],
  ]);
  expect(followers.map(({ heard }) => heard)).toEqual([[small], [], [small]]);
});
