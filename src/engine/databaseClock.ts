// The clock of the database, which statements judge by: that of a process may be wrong, and a field would be answered in two ways.
import { databaseNow } from '../database/engine/changeStore.ts';
import type { Context } from './context.ts';

// Read once per request, however many rows it shows.
const instants = new WeakMap<object, Promise<string>>();

/** The instant at which computed fields of a request are judged. */
export function nowIn({ database, loaders }: Pick<Context, 'database' | 'loaders'>): Promise<string> {
  const now = instants.get(loaders) ?? databaseNow(database);
  instants.set(loaders, now);
  return now;
}
