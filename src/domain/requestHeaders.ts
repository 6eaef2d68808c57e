// What a request may say of the state that it was made for: entity tags and dates, preferences, and its key. One table. Routes read a
// request by it, changes are checked by it, keys compare requests by it, browsers are told of it, the OpenAPI document is printed from
// it, and test/contract/conditions.test.ts tries each header on every kind of write. Resource reference 1.6, 16.5; RFC 9110, 13.1.

/**
 * What a request does to the resource that it names: reads it, changes it, deletes it, or something that checks no version, such as a
 * create, a restore, a bulk, or a verb without `expectedVersion`.
 */
export type RequestKind = 'READ' | 'CHANGE' | 'DELETE' | 'OTHER';

/** The methods of REST, as requests have them. */
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One header. */
export interface RequestHeader {
  readonly name: string;
  /** The requests that it has an effect on; others ignore it. */
  readonly kinds: readonly RequestKind[];
  /** The only methods that it has an effect on; absent for all. */
  readonly methods?: readonly Method[];
  /** Whether it is a condition of what the resource is like; the others are about the request. */
  readonly isCondition: boolean;
  /** Whether it asks for a write to be refused: a write that ignores it says so, or is refused where handling is strict. */
  readonly guardsWrites: boolean;
}

const everyKind: readonly RequestKind[] = ['READ', 'CHANGE', 'DELETE', 'OTHER'];

/** The headers, in the order in which they count: tags before dates. */
export const requestHeaders = {
  'if-match': { name: 'If-Match', kinds: ['CHANGE', 'DELETE'], isCondition: true, guardsWrites: true },
  'if-none-match': {
    name: 'If-None-Match',
    kinds: ['READ', 'CHANGE', 'DELETE'],
    isCondition: true,
    guardsWrites: true,
  },
  'if-unmodified-since': {
    name: 'If-Unmodified-Since',
    kinds: ['CHANGE', 'DELETE'],
    isCondition: true,
    guardsWrites: true,
  },
  'if-modified-since': { name: 'If-Modified-Since', kinds: ['READ'], isCondition: true, guardsWrites: false },
  prefer: { name: 'Prefer', kinds: everyKind, isCondition: false, guardsWrites: false },
  'idempotency-key': {
    name: 'Idempotency-Key',
    kinds: ['CHANGE', 'OTHER'],
    methods: ['POST', 'PATCH'],
    isCondition: false,
    guardsWrites: false,
  },
} as const satisfies Readonly<Record<string, RequestHeader>>;

/** Their names, as Node has them. */
export type HeaderName = keyof typeof requestHeaders;

/** All of them, each of which can be asked for any kind and any method. */
export const table = Object.entries(requestHeaders) as readonly (readonly [HeaderName, RequestHeader])[];

/** The names of the headers, for browsers that ask what they may send. */
export const headerNames: readonly string[] = table.map(([, { name }]) => name);

/** Whether a request of that kind and method does anything with a header. */
export function isRead(header: HeaderName, kind: RequestKind, method: string): boolean {
  const { kinds, methods }: RequestHeader = requestHeaders[header];
  return kinds.includes(kind) && (methods === undefined || methods.some((one) => one === method));
}

/** What a method does where a route does not say otherwise. */
export function kindOfMethod(method: string): RequestKind {
  if (method === 'GET' || method === 'HEAD') return 'READ';
  if (method === 'PUT' || method === 'PATCH') return 'CHANGE';
  return method === 'DELETE' ? 'DELETE' : 'OTHER';
}
