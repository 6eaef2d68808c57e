// What happened, as the code that did it reports it: typed values without words. The receiver decides what they
// are worth; none holds a urn, a path or anything else that grows with what is stored.

/** The part of the service that answered a request. `other` is health, the schema pages and whatever has no route. */
export type Face = 'graph' | 'stream' | 'rest' | 'view' | 'other';

/** Why a connection was ended: nothing moved on it, its answer was not read, or too much was sent ahead of answers. */
export type CutReason = 'IDLE' | 'UNREAD' | 'TOO_MUCH';

/** Something that happened. Times are in seconds. */
export type Observation =
  | {
      readonly kind: 'REQUEST_ANSWERED';
      readonly face: Face;
      readonly method: string;
      readonly status: number;
      readonly seconds: number;
    }
  /** The server ended a connection while it answered a request on it. */
  | { readonly kind: 'CONNECTION_CUT'; readonly reason: CutReason }
  /** A subscription began, or ended, whatever ended it. */
  | { readonly kind: 'SUBSCRIBER_CAME' | 'SUBSCRIBER_LEFT' }
  /** An answer was executed and serialized, and went out to so many subscribers. */
  | { readonly kind: 'EVENT_DELIVERED'; readonly subscribers: number }
  /** Rows that were deleted or replaced long ago, and bytes that nothing named, were removed for good. */
  | { readonly kind: 'ROWS_PURGED'; readonly rows: number }
  | { readonly kind: 'FILES_SWEPT'; readonly files: number }
  /** An image was worked on: decoded, and encoded anew. `isDone` is false where it took too much, or could not be read. */
  | { readonly kind: 'IMAGE_WORKED_ON'; readonly isUpload: boolean; readonly isDone: boolean; readonly seconds: number }
  /** Events begin to reach this process through NATS, or are read in the database again. */
  | { readonly kind: 'NATS_FOLLOWED' | 'NATS_LEFT' }
  /** How long nothing was answered, because the event loop had other work. */
  | { readonly kind: 'LOOP_BLOCKED'; readonly seconds: number }
  /** `outcome` is SUCCEEDED or the error code of the attempt. */
  | { readonly kind: 'DELIVERY_ATTEMPTED'; readonly outcome: string; readonly seconds: number }
  /** Deliveries were claimed and could not be sent in time: they wait again. */
  | { readonly kind: 'DELIVERIES_PUT_BACK'; readonly count: number }
  /** Deliveries were given up after their last attempt. */
  | { readonly kind: 'DELIVERIES_EXHAUSTED'; readonly count: number };

/** Called for what happens; must be quick and must not throw. */
export type Observe = (observation: Observation) => void;

/** The face that a path belongs to. */
export function faceOf(path: string): Face {
  if (path === '/graphql') return 'graph';
  if (path === '/graphql/stream') return 'stream';
  if (path.startsWith('/n/v1/')) return 'rest';
  return path.startsWith('/v/v1/') ? 'view' : 'other';
}
