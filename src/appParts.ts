// What a service is started with besides its sources: the configuration, the database, and what tests set otherwise.
import type { FastifyBaseLogger } from 'fastify';
import type { LimitSettings } from './actions/requestLimiter.ts';
import type { Config } from './config.ts';
import type { DatabaseOptions } from './database/database.ts';
import type { SubscriptionParts } from './graphql/subscriptions/subscriptions.ts';
import type { WebhooksStart } from './webhooks/startWebhooks.ts';

/** What an app is made of besides its configuration. */
export interface AppParts {
  readonly config: Config;
  /** A promise while that PostgreSQL is being started; when it rejects, the start fails. */
  readonly databaseUrl: string | Promise<string>;
  readonly logger: FastifyBaseLogger;
  /** Hears every statement before it is sent. */
  readonly onStatement?: DatabaseOptions['onStatement'];
  /** Numbers of webhook delivery other than the usual ones. */
  readonly webhookOptions?: WebhooksStart['options'];
  /** Numbers of subscriptions other than the usual ones. */
  readonly streamLimits?: SubscriptionParts['limits'];
  /** Numbers of request limits other than the configured ones. */
  readonly rateOptions?: Partial<LimitSettings>;
  /** Hears what the operator is to read, such as sign-in links. */
  readonly say?: (line: string) => void;
  /** Hears of each migration that was run. */
  readonly onMigration?: (name: string) => void;
}
