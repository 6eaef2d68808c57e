// Keys for tests that start several processes on one database: each must have the same, or it refuses to start.
import { randomBytes } from 'node:crypto';

const key = (): string => randomBytes(32).toString('base64');

/** New webhook keys as settings. */
export function webhookKeys(): { readonly WEBHOOK_SECRET_KEY: string; readonly WEBHOOK_SIGNING_KEY: string } {
  return { WEBHOOK_SECRET_KEY: key(), WEBHOOK_SIGNING_KEY: key() };
}
