// The origins whose pages may read answers: those that some active API client names. Spec: Authentication; resource reference 1.11.
import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/connection/database.ts';
import { isKnownOrigin } from '../../database/connection/settingStore.ts';
import type { PageOrigins } from '../../domain/pageOrigins.ts';

const keptMillis = 5_000;
const mostKept = 1_000;

/** Origins that are asked for in the database. A browser that has asked whether it may send is not told otherwise for ten minutes. */
export function createPageOrigins(database: Database): PageOrigins {
  // Those that may: what else is sent as an origin is anybody's choice.
  const kept = new LRUCache<string, true>({ max: mostKept, ttl: keptMillis });
  // What was changed by this process holds at once.
  database.onAnnounced(() => kept.clear());
  return {
    maySend: (origin) => isKnownOrigin(database, origin),
    mayRead: (origin) =>
      kept.get(origin) ??
      isKnownOrigin(database, origin).then((isKnown) => {
        if (isKnown) kept.set(origin, true);
        return isKnown;
      }),
  };
}
