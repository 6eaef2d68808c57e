// Rows generated from the contract, and a request's Context that reads them from memory, for tests that need rows but
// no database.
import { kindOf } from '../../../src/actions/kinds.ts';
import type { Context, Loaders, Row } from '../../../src/engine/context.ts';
import type { RestContexts } from '../../../src/rest/request/handle.ts';
import { createRequestBudget, unlimited } from '../../../src/engine/requestBudget.ts';
import { createWarnings } from '../../../src/engine/warnings.ts';
import { resourceOf, fieldOf, type Contract, type Field } from '../../../src/contract/resource.ts';
import { storedType } from '../../../src/contract/print/rows.ts';
import { anonymousViewer } from '../../../src/domain/viewer.ts';

const timestamp = '2026-01-02T03:04:05.678Z';
export const baseUrl = 'https://api.example';

/** The urn of the nth sample of a kind. */
export function sampleUrn(kind: string, nth = 1): string {
  const hex = Buffer.from(kind).toString('hex').slice(0, 12).padEnd(12, '0');
  return `0190f3a0-0000-7000-8${nth.toString(16).padStart(3, '0')}-${hex}`;
}

/** A row with a value in every column. */
export function sampleRow(contract: Contract, kind: string, changes: Readonly<Record<string, unknown>> = {}): Row {
  const resource = resourceOf(contract, kind);
  const columns = resource.fields.filter((field) => field.storage === 'COLUMN' && !field.isWriteOnly);
  const values = Object.fromEntries(columns.map((field) => [field.name, sampleValue(contract, field)]));
  const kept = { $kind: kind, $owner: sampleUrn('Company'), $seesDrafts: true };
  const stamps = { createdTimestamp: timestamp, updatedTimestamp: timestamp };
  return { ...kept, ...values, ...stamps, urn: sampleUrn(kind), version: '3', ...changes };
}

function sampleValue(contract: Contract, field: Field): unknown {
  const one = sampleElement(contract, field);
  return field.isList ? [one] : one;
}

const texts: Readonly<Record<string, string>> = {
  DateTime: timestamp,
  Date: '2026-01-02',
  URL: 'https://example.com/x',
  LanguageTag: 'en-GB',
  Decimal: '12.50',
  EmailAddress: 'ann@example.com',
  CurrencyCode: 'EUR',
  CountryCode: 'DE',
  Long: '9007199254740993',
  ID: '0190f3a0-0000-7000-8000-00000000000f',
};

function sampleElement(contract: Contract, field: Field): unknown {
  if (field.typeClass === 'LINK') return sampleUrn(field.typeName);
  if (field.typeClass === 'ENUM') return field.members[0];
  const type = field.typeClass === 'OBJECT' ? contract.objects.get(field.typeName) : undefined;
  if (type) {
    const stored = type.fields.filter((member) => !member.isComputed);
    return Object.fromEntries(stored.map((member) => [member.name, sampleValue(contract, member)]));
  }
  const stored = storedType(field);
  if (stored === 'BOOLEAN') return true;
  if (stored === 'NUMBER') return field.range?.min ?? 1;
  return stored === 'JSON' ? { a: [1, null] } : (texts[field.typeName] ?? 'text');
}

/** What the samples are read from; a list not named here holds one sample. */
export interface Memory {
  /** By `Kind.field`. */
  readonly lists?: Readonly<Record<string, readonly Row[]>>;
  /** Urns that may not be read. */
  readonly unreadable?: readonly string[];
}

const aggregates: Readonly<Record<string, unknown>> = {
  'WebhookTrigger.subscriptions': [],
  'MessageThread.lastPostTimestamp': timestamp,
  'Project.taskCounts': { PENDING: 1 },
  'WebhookDelivery.subject': 'TASK',
  'WebhookDelivery.body': '{}',
  'WebhookDelivery.sequence': 12,
  'WebhookDelivery.attempts': [],
  'WebhookSubscription.health': {
    backlog: 0,
    oldestPendingTimestamp: null,
    successRate: 1,
    exhaustedCount: 0,
    p95Millis: 12,
    lastErrorTimestamp: timestamp,
    lastErrorCode: 'TIMEOUT',
    lastErrorStatus: 500,
  },
};

/** A context that finds a sample behind every urn. */
export function sampleContext(contract: Contract, memory: Memory = {}): Context {
  const readable = (kind: string, urn: string): Row | null =>
    memory.unreadable?.includes(urn) ? null : sampleRow(contract, kind, { urn });
  const rowsOf = (kind: string, name: string): readonly Row[] =>
    memory.lists?.[`${kind}.${name}`] ?? [sampleRow(contract, fieldOf(resourceOf(contract, kind), name).typeName)];
  const loaders = {
    byUrn: async (kind: string, urn: string) => readable(kind, urn),
    list: async (kind: string, name: string) => rowsOf(kind, name),
    page: async (kind: string, name: string) => ({ rows: rowsOf(kind, name), hasMore: false, totalCount: null }),
    aggregate: async (name: string) => aggregates[name] ?? 1,
  };
  const context = {
    contract,
    kindOf,
    baseUrl,
    viewer: { ...anonymousViewer, kind: 'CLIENT' as const },
    requestId: 'r-1',
    budget: createRequestBudget(unlimited),
    acceptLanguage: null,
    remarks: createWarnings(),
  };
  // Only what reads need: of the database its clock, and neither the files nor the templates.
  const database = { query: () => Promise.resolve([{ now: '2026-11-21T09:30:00.000Z' }]) };
  return {
    ...context,
    database: database as unknown as Context['database'],
    cursorKey: Buffer.from('a key for tests'),
    loaders: loaders as Partial<Loaders>,
  } as Context;
}

/** The contexts of requests whose callers are proved. */
export function contextsOf(of: RestContexts['of']): RestContexts {
  return { of, proving: async (request, work) => work(await of(request)) };
}
