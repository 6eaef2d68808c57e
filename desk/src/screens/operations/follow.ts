// Follows the events of the service over one socket, and goes on behind the last event after a cut: the service sends what
// happened meanwhile first, so nothing is missed and nothing comes twice.
import { createClient, type Client } from 'graphql-ws';
import { print } from 'graphql';
import { readToken } from '../../../../pages/shared/token.ts';
import type { LiveSubscription, RecentQuery } from '../../../made/graphql.ts';
import { texts } from '../../texts/index.ts';
import { ask, liveSubscription, recentQuery } from './documents.ts';

const words = texts.operations;

type Stored = RecentQuery['webhookTriggers']['nodes'][number];
type LiveEvent = LiveSubscription['events'];

/** An event, stored or heard. */
export interface EventRow extends Omit<Stored, 'urn'> {
  readonly id: string;
  readonly cursor: string;
}

/** What the follower reports. */
export interface Hearing {
  /** Events in their order; `hasOlder` where older ones are stored that were not read. */
  events(rows: readonly EventRow[], hasOlder?: boolean): void;
  state(text: string, isLive: boolean): void;
}

/** How far back the stored events are read: as long as the chart shows, in pages of 200. */
const readBack = 30 * 60_000;
const pagesAtMost = 5;
const longestWait = 10_000;

/** Begins with the newest events that are stored, and follows until it is stopped. */
export function followEvents(hearing: Hearing): () => void {
  let isStopped = false;
  let client: Client | null = null;
  let cursor: string | null = null;
  const readStored = async (): Promise<void> => {
    const rows: EventRow[] = [];
    let next: string | null = null;
    for (let page = 0; page === 0 || (next !== null && page < pagesAtMost); page += 1) {
      const answer: RecentQuery = await ask(recentQuery, { next });
      // The past of the log that its cursors are of, in front of the sequence.
      const [epoch] = (answer.events.pageInfo.endCursor ?? '').split('.');
      for (const { urn, ...rest } of answer.webhookTriggers.nodes)
        rows.push({ ...rest, id: urn, cursor: `${epoch}.${rest.sequence}` });
      const { hasNextPage, endCursor }: RecentQuery['webhookTriggers']['pageInfo'] = answer.webhookTriggers.pageInfo;
      const isFarEnough = Date.parse(rows.at(-1)?.timestamp ?? '') < Date.now() - readBack;
      next = hasNextPage && !isFarEnough ? (endCursor ?? null) : null;
    }
    cursor = rows[0]?.cursor ?? null;
    hearing.events(rows.toReversed(), next !== null);
  };
  const run = async (): Promise<void> => {
    let cutAt: number | null = null;
    for (let attempt = 0; !isStopped; attempt += 1) {
      try {
        if (cursor === null && attempt === 0) await readStored();
        await listen((isFirst, row) => {
          if (isFirst && cutAt !== null) {
            const seconds = Math.max(1, Math.round((Date.now() - cutAt) / 1000));
            hearing.state(words.liveAgain(seconds), true);
          } else if (isFirst) hearing.state(words.live, true);
          if (isFirst) [cutAt, attempt] = [null, 0];
          if (!row) return;
          cursor = row.cursor;
          hearing.events([{ ...row, targetUrl: row.target && 'url' in row.target ? row.target.url : null }]);
        });
      } catch (error) {
        const { code, message } = error as { code?: string; message?: string };
        if (code === 'CURSOR_EXPIRED' || code === 'CURSOR_LOST') {
          cursor = null;
          hearing.state(words.missed[code], false);
          attempt = -1;
          continue;
        }
        if (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN') {
          hearing.state(words.notConnected, false);
          return;
        }
        cutAt ??= Date.now();
        hearing.state(words.lost(message ?? ''), false);
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(longestWait, 500 * 2 ** Math.min(attempt, 6))));
    }
  };
  // Resolves or rejects when the connection ends.
  const listen = async (hear: (isFirst: boolean, row: LiveEvent | null) => void): Promise<void> => {
    const url = new URL('/graphql', location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const token = readToken();
    await new Promise<void>((resolve, reject) => {
      client = createClient({
        url: url.href,
        retryAttempts: 0,
        keepAlive: 10_000,
        connectionParams: token ? { Authorization: `Bearer ${token}` } : {},
        on: { connected: () => hear(true, null) },
      });
      client.subscribe<{ events: LiveEvent }>(
        { query: print(liveSubscription), variables: { after: cursor } },
        {
          next: ({ data, errors }) => {
            if (data) hear(false, data.events);
            else reject(problemOf(errors?.[0]));
          },
          error: (error) => reject(problemOf(Array.isArray(error) ? error[0] : error)),
          complete: () => reject(Object.assign(new Error(words.closed), { code: '' })),
        },
      );
    }).finally(() => void client?.dispose());
  };
  void run();
  return () => {
    isStopped = true;
    void client?.dispose();
  };
}

function problemOf(error: unknown): Error {
  const { message, reason, extensions } = (error ?? {}) as {
    message?: string;
    reason?: string;
    extensions?: { code?: string };
  };
  const code = extensions?.code ?? (/^4401|Unauthorized|Forbidden/i.test(reason ?? '') ? 'UNAUTHENTICATED' : '');
  return Object.assign(new Error(reason || message || ''), { code });
}
