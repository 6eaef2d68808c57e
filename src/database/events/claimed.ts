// A claimed delivery with all that sending it needs, and how it is read from the row of a claim.
import type { Actor } from '../../domain/actor.ts';
import { bodyOf } from '../engine/keptBody.ts';

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
  readonly newEpoch: { readonly epoch: number; readonly common: number } | null;
  readonly mayRead: boolean | null;
  readonly sequence: string | null;
  readonly body: string | null;
  /** Whether the kept body carries the resource. */
  readonly isFull: boolean;
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
  readonly actor: Actor;
  readonly timestamp: string;
}

/** Where it is delivered, and how: one object for all that was claimed of it at once. Sealed secrets are as they were stored. */
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
  /** From then on nothing is sent. */
  readonly expiration: string | null;
}

/** Of its subscription; null in all rows but the first of each subscription. */
interface SubscriptionRow {
  readonly subscription: string;
  readonly s_version: string;
  readonly api_client: string;
  readonly client_id: string;
  readonly destination_url: string;
  readonly auth: string;
  readonly payload: string;
  readonly secret_sealed: unknown;
  readonly previous_secret_sealed: unknown;
  readonly previous_until: string | null;
  readonly until: string | null;
  readonly complete_until: string | null;
}

/** The row of a claim, as `take` of claimStore selects it; what begins with `t_` is null for a delivery of no event. */
export interface ClaimRow extends SubscriptionRow {
  readonly urn: string;
  readonly tenant: string;
  readonly owner: string;
  readonly attempt_count: number;
  readonly schedule_step: number;
  readonly is_test: boolean;
  readonly is_manual: boolean;
  readonly log_epoch: number | null;
  readonly common_sequence: string | null;
  readonly may_read: boolean | null;
  readonly sequence: string | null;
  readonly body: string | null;
  readonly short_body: string | null;
  readonly shows_drafts: boolean | null;
  readonly created_timestamp: string;
  readonly epoch: number;
  readonly t_urn: string | null;
  readonly t_owner: string;
  readonly subject: string;
  readonly event: string;
  readonly t_target: string | null;
  readonly target_version: string | null;
  readonly changed_fields: readonly string[];
  readonly actor: Actor;
  readonly t_at: string;
  readonly now: string;
}

/** The claims that the rows hold. */
export function claimedOf(rows: readonly ClaimRow[]): Claimed[] {
  const firsts = new Map<string, FirstRow>();
  return rows.map((row) => {
    const first = firsts.get(row.subscription) ?? firstOf(row);
    firsts.set(row.subscription, first);
    return oneOf(row, first);
  });
}

type FirstRow = Pick<Claimed, 'subscription' | 'completeUntil'>;

function firstOf(row: SubscriptionRow): FirstRow {
  return {
    subscription: {
      urn: row.subscription,
      version: row.s_version,
      apiClient: row.api_client,
      clientId: row.client_id,
      destinationUrl: row.destination_url,
      auth: row.auth,
      payload: row.payload,
      secretSealed: row.secret_sealed,
      previousSecretSealed: row.previous_secret_sealed,
      previousSecretExpiration: row.previous_until,
      expiration: row.until,
    },
    completeUntil: row.complete_until,
  };
}

function oneOf(row: ClaimRow, first: FirstRow): Claimed {
  const { log_epoch: epoch, common_sequence: common } = row;
  return {
    urn: row.urn,
    tenant: row.tenant,
    owner: row.owner,
    attempt: row.attempt_count,
    step: row.schedule_step,
    isTest: row.is_test,
    isManual: row.is_manual,
    newEpoch: epoch === null ? null : { epoch, common: Number(common ?? 0) },
    mayRead: row.may_read,
    sequence: row.sequence,
    body: row.short_body === null ? row.body : bodyOf(row.short_body),
    isFull: row.shows_drafts === true,
    createdTimestamp: row.created_timestamp,
    trigger: row.t_urn === null ? null : triggerOf(row, row.t_urn),
    subscription: first.subscription,
    completeUntil: first.completeUntil,
    now: row.now,
  };
}

function triggerOf(row: ClaimRow, urn: string): ClaimedTrigger {
  return {
    urn,
    epoch: row.epoch,
    owner: row.t_owner,
    subject: row.subject,
    event: row.event,
    targetUrn: row.t_target,
    targetVersion: row.target_version,
    changedFields: row.changed_fields,
    actor: row.actor,
    timestamp: row.t_at,
  };
}
