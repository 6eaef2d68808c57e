// What a service is started with besides its sources: the configuration, the database, and what tests set otherwise.
import type { FastifyBaseLogger } from 'fastify';
import type { LimitSettings } from '../actions/access/requestLimiter.ts';
import type { BudgetLimits } from '../engine/requestBudget.ts';
import type { ConnectionLimits } from '../http/connections.ts';
import type { Config } from '../config/config.ts';
import type { DatabaseOptions } from '../database/connection/database.ts';
import type { PressureLimits } from '../http/pressure.ts';
import type { LocalCode } from '../http/localLink.ts';
import type { SubscriptionParts } from '../graphql/subscriptions/subscriptions.ts';
import type { WebhooksStart } from '../webhooks/worker.ts';

/** What an app is made of besides its configuration. */
export interface AppParts {
  readonly config: Config;
  /** A promise while that PostgreSQL is being started; when it rejects, the start fails. */
  readonly databaseUrl: string | Promise<string>;
  readonly logger: FastifyBaseLogger;
  /** Called with every statement before it is sent. */
  readonly onStatement?: DatabaseOptions['onStatement'];
  /** Numbers of webhook delivery other than the usual ones. */
  readonly webhookOptions?: WebhooksStart['options'];
  /** Numbers of subscriptions other than the usual ones. */
  readonly streamLimits?: SubscriptionParts['limits'];
  /** Numbers of request limits other than the configured ones. */
  readonly rateOptions?: Partial<LimitSettings>;
  /** What one request may spend, other than usual. */
  readonly budget?: BudgetLimits;
  /** Whether reads of the graph that are covered are one statement each (database/answers/); usually they are. */
  readonly hasTextPlan?: boolean;
  /** Limits of connections other than the usual ones. */
  readonly connections?: Partial<ConnectionLimits>;
  /** What counts as too much for the process, other than usual. */
  readonly pressure?: Partial<PressureLimits>;
  /** Called with what the operator is to read, such as sign-in links. */
  readonly say?: (line: string) => void;
  /** The code of the link that opens the pages signed in; null or absent for no such link. */
  readonly localCode?: LocalCode | null;
  /** Called for each migration that was run. */
  readonly onMigration?: (name: string) => void;
}
