// A claimed delivery with all that sending it needs, and how it is read from the row of a claim.
/** A delivery that this process may attempt until its lease ends. */
export interface Claimed {
  readonly urn: string;
  readonly tenant: string;
  readonly owner: string;
  /** The number of this attempt, from 1; unique to it. */
  readonly attempt: number;
  readonly step: number;
  readonly isTest: boolean;
  readonly isManual: boolean;
  /** The epoch of the event log that it reports, and up to where the one before is the same; null for other deliveries. */
  readonly newEpoch: { readonly epoch: number; readonly common: number | null } | null;
  readonly mayRead: boolean | null;
  readonly sequence: string | null;
  readonly body: string | null;
  /** Whether the kept body describes content as who may see drafts reads it. */
  readonly showsDrafts: boolean;
  readonly createdTimestamp: string;
  readonly trigger: ClaimedTrigger | null;
  readonly subscription: ClaimedSubscription;
  /** Up to where everything was delivered to the subscription or given up, as digits. */
  readonly completeUntil: string | null;
  /** The database's clock at the claim. */
  readonly now: string;
}

/** What a delivery reports. */
export interface ClaimedTrigger {
  readonly urn: string;
  /** The past of the log that its number is of. */
  readonly epoch: number;
  /** The company the event belongs to: that of the subscription, or one below it. */
  readonly owner: string;
  readonly subject: string;
  readonly event: string;
  readonly targetUrn: string | null;
  readonly targetVersion: string | null;
  readonly changedFields: readonly string[];
  readonly actor: unknown;
  readonly timestamp: string;
}

/** Where it is delivered, and how. Sealed secrets are as they were stored. */
export interface ClaimedSubscription {
  readonly urn: string;
  readonly version: string;
  readonly apiClient: string;
  readonly clientId: string;
  readonly destinationUrl: string;
  readonly auth: string;
  readonly payload: string;
  readonly secretSealed: unknown;
  readonly previousSecretSealed: unknown;
  readonly previousSecretExpiration: string | null;
}

/** The row of a claim. */
export function claimedOf(row: Record<string, unknown>): Claimed {
  const text = (name: string): string | null =>
    row[name] === null || row[name] === undefined ? null : String(row[name]);
  return {
    urn: String(row['urn']),
    tenant: String(row['tenant']),
    owner: String(row['owner']),
    attempt: Number(row['attempt_count']),
    step: Number(row['schedule_step']),
    isTest: row['is_test'] === true,
    isManual: row['is_manual'] === true,
    newEpoch: row['log_epoch'] === null ? null : newEpochOf(row),
    mayRead: typeof row['may_read'] === 'boolean' ? row['may_read'] : null,
    sequence: text('sequence'),
    body: text('body'),
    showsDrafts: row['shows_drafts'] === true,
    createdTimestamp: String(row['created_timestamp']),
    trigger: row['t_urn'] === null ? null : triggerOf(row, text),
    subscription: {
      urn: String(row['s_urn']),
      version: String(row['s_version']),
      apiClient: String(row['api_client']),
      clientId: String(row['client_id']),
      destinationUrl: String(row['destination_url']),
      auth: String(row['auth']),
      payload: String(row['payload']),
      secretSealed: row['secret_sealed'],
      previousSecretSealed: row['previous_secret_sealed'],
      previousSecretExpiration: text('previous_until'),
    },
    completeUntil: text('complete_until'),
    now: String(row['now']),
  };
}

function newEpochOf({ log_epoch: epoch, common_sequence: common }: Record<string, unknown>): Claimed['newEpoch'] {
  return { epoch: Number(epoch), common: common === null ? null : Number(common) };
}

function triggerOf(row: Record<string, unknown>, text: (name: string) => string | null): ClaimedTrigger {
  return {
    urn: String(row['t_urn']),
    epoch: Number(row['epoch']),
    owner: String(row['t_owner']),
    subject: String(row['subject']),
    event: String(row['event']),
    targetUrn: text('t_target'),
    targetVersion: text('target_version'),
    // triggerStore writes a list of names.
    changedFields: row['changed_fields'] as string[],
    actor: row['actor'],
    timestamp: String(row['t_at']),
  };
}
