// What a crash run leaves for the checker: the rows of the database once all is idle, and the journals of writers,
// subscribers and receivers. Plain data; nothing here comes from the service's own code.

/** A resource that was written, as its row stands at the end. */
export interface ObjectRow {
  readonly urn: string;
  readonly subject: string;
  readonly version: number;
  readonly isDeleted: boolean;
  /** The one field that the writers change. */
  readonly value: string | null;
}

/** An entry of a history: the value that a version had. */
export interface HistoryRow {
  readonly urn: string;
  readonly version: number;
  readonly value: string | null;
  readonly isTombstone: boolean;
}

/** A trigger of the log. */
export interface TriggerRow {
  readonly id: string;
  readonly sequence: number | null;
  readonly subject: string;
  readonly event: string;
  readonly target: string;
  readonly version: number;
}

/** A delivery that was planned. */
export interface DeliveryRow {
  readonly id: string;
  readonly trigger: string;
  readonly subscription: string;
  readonly status: string;
}

/** A subscription of a receiver: to every event of one subject. */
export interface HookRow {
  readonly urn: string;
  readonly subject: string;
}

/** One request of a writer. UNKNOWN: the answer never came, or said only that something broke. */
export interface WriteEntry {
  readonly target: string;
  readonly subject: string;
  readonly verb: 'CREATE' | 'UPDATE' | 'DELETE';
  /** Unique to one change; the attempts of one change share it. */
  readonly value: string;
  readonly outcome: 'ACKNOWLEDGED' | 'UNKNOWN' | 'REFUSED';
  /** Why it was refused or not answered, as far as that was reported. */
  readonly code: string;
  /** The version that was acknowledged; null where the answer named none, or showed a later change already. */
  readonly version: number | null;
}

/** An event as a subscriber received it. */
export interface SeenEvent {
  readonly id: string;
  readonly sequence: number;
  readonly target: string;
  readonly version: number;
}

/** All that one subscriber received, in order, over all its connections. */
export interface StreamJournal {
  readonly name: string;
  /** The cursor it started after. */
  readonly from: number;
  readonly seen: readonly SeenEvent[];
}

/** A request of a webhook, in the order in which receivers had read them in full. */
export interface HookRequest {
  readonly subscription: string;
  readonly id: string;
  readonly trigger: string;
  readonly sequence: number;
  readonly completeUntil: number;
  readonly target: string;
  readonly digest: string;
  /** The status that was answered; null for a request that was cut or left hanging. */
  readonly answered: number | null;
}

/** Everything. */
export interface Evidence {
  readonly objects: readonly ObjectRow[];
  readonly history: readonly HistoryRow[];
  readonly triggers: readonly TriggerRow[];
  /** Where the log begins and ends, and where it stood before anything was written. */
  readonly log: { readonly last: number; readonly expired: number; readonly from: number };
  readonly deliveries: readonly DeliveryRow[];
  readonly hooks: readonly HookRow[];
  readonly writes: readonly WriteEntry[];
  readonly streams: readonly StreamJournal[];
  readonly requests: readonly HookRequest[];
  /** Forbidden behavior of processes: exiting by themselves, answering a fault as a bug, leaving a queue unfinished. */
  readonly incidents: readonly string[];
}
