// What the dashboard's queries answer.

export interface EventRow {
  readonly id: string;
  readonly cursor: string;
  readonly sequence: string | number;
  readonly timestamp: string;
  readonly subject: string;
  readonly event: string;
  readonly targetUrn: string | null;
  readonly targetUrl: string | null;
  readonly changedFields: readonly string[];
  readonly actor: { readonly urn: string | null; readonly type: 'IDENTITY' | 'API_CLIENT' | 'SYSTEM' };
}

export interface Delivery {
  readonly urn: string;
  readonly sequence: string | number | null;
  readonly status: string;
  readonly attemptCount: number;
  readonly nextAttemptTimestamp: string | null;
  readonly createdTimestamp: string;
  readonly subscription: { readonly urn: string } | null;
  readonly attempts: readonly {
    readonly number: number;
    readonly responseStatus: number | null;
    readonly errorCode: string | null;
    readonly responseExcerpt: string | null;
    readonly durationMillis: number;
  }[];
}

export interface Subscription {
  readonly urn: string;
  readonly destinationUrl: string;
  readonly subject: string;
  readonly event: string;
  readonly status: string;
  readonly disabledReason: string | null;
  readonly failingSinceTimestamp: string | null;
  readonly eventsPerMinute: number;
  readonly health: Health;
}

export interface Health {
  readonly backlog: number;
  readonly oldestPendingTimestamp: string | null;
  readonly successRate: number | null;
  readonly exhaustedCount: number;
  readonly p95Millis: number | null;
  readonly lastErrorTimestamp: string | null;
  readonly lastErrorCode: string | null;
  readonly lastErrorStatus: number | null;
}

/** A delivery as it was sent, and what was answered. */
export interface Sent {
  readonly body: string | null;
  readonly attempts: readonly {
    readonly number: number;
    readonly startedTimestamp: string;
    readonly responseStatus: number | null;
    readonly errorCode: string | null;
    readonly responseExcerpt: string | null;
    readonly requestHeaders: unknown;
  }[];
}

export interface Scheduled {
  readonly urn: string;
  readonly url: string;
  readonly name: string;
  readonly path: string | null;
  readonly language: string | null;
  readonly variant: string | null;
  readonly publishTimestamp: string | null;
  readonly unpublishTimestamp: string | null;
}

interface List<T> {
  readonly nodes: readonly T[];
}

export interface State {
  readonly clientContext: {
    readonly client: { readonly urn: string; readonly name: string } | null;
    readonly identity: { readonly name: string } | null;
    readonly company: { readonly name: string } | null;
    readonly rateLimit: {
      readonly limit: number;
      readonly remaining: number;
      readonly costLimit: number;
      readonly costRemaining: number;
    } | null;
  };
  readonly quotaUse: readonly {
    readonly client: { readonly urn: string; readonly name: string };
    readonly requests: number;
    readonly requestLimit: number;
    readonly cost: number;
    readonly costLimit: number;
  }[];
  readonly searchIndex: { readonly isComplete: boolean; readonly waiting: number };
  readonly scheduled: List<Scheduled>;
  readonly webhookSubscriptions: List<Subscription>;
  readonly waiting: List<Delivery>;
  readonly ended: List<Delivery>;
}
