// Follows the events of the service over one socket, and goes on behind the last event after a cut: the service sends what
// happened meanwhile first, so nothing is missed and nothing comes twice.
import { createClient, type Client } from 'graphql-ws';
import { ask } from '../shared/graph.ts';
import { readToken } from '../shared/token.ts';
import live from './queries/live.graphql';
import recent from './queries/recent.graphql';
import type { EventRow } from './types.ts';

/** What the follower reports. */
export interface Hearing {
  /** Events in their order; `hasOlder` where older ones are stored that were not read. */
  events(rows: readonly EventRow[], hasOlder?: boolean): void;
  state(text: string, isLive: boolean): void;
}

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

interface Recent {
  readonly events: { readonly pageInfo: { readonly endCursor: string } };
  readonly webhookTriggers: {
    readonly nodes: readonly (Omit<EventRow, 'id' | 'cursor'> & { readonly urn: string })[];
    readonly pageInfo: PageInfo;
  };
}

interface LiveEvent extends Omit<EventRow, 'targetUrl'> {
  readonly target: { readonly url: string } | null;
}

/** How far back the stored events are read: as long as the chart shows, in pages of 200. */
const readBack = 30 * 60_000;
const pagesAtMost = 5;
const longestWait = 10_000;
const missed = {
  CURSOR_EXPIRED: 'Events were missed: the cut lasted longer than events are kept',
  CURSOR_LOST: 'The database came back without its newest events',
};

/** Begins with the newest events that are stored, and follows until it is stopped. */
export function followEvents(hearing: Hearing): () => void {
  let isStopped = false;
  let client: Client | null = null;
  let cursor: string | null = null;
  const readStored = async (): Promise<void> => {
    const rows: EventRow[] = [];
    let next: string | null = null;
    for (let page = 0; page === 0 || (next !== null && page < pagesAtMost); page += 1) {
      const answer: Recent = await ask<Recent>(recent, { next });
      // The past of the log that its cursors are of, in front of the sequence.
      const [epoch] = answer.events.pageInfo.endCursor.split('.');
      for (const { urn, ...rest } of answer.webhookTriggers.nodes)
        rows.push({ ...rest, id: urn, cursor: `${epoch}.${rest.sequence}` });
      const { hasNextPage, endCursor }: PageInfo = answer.webhookTriggers.pageInfo;
      const isFarEnough = Date.parse(rows.at(-1)?.timestamp ?? '') < Date.now() - readBack;
      next = hasNextPage && !isFarEnough ? endCursor : null;
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
            hearing.state(`Live again after ${seconds} s, without a gap`, true);
          } else if (isFirst) hearing.state('Live', true);
          if (isFirst) [cutAt, attempt] = [null, 0];
          if (!row) return;
          cursor = row.cursor;
          hearing.events([{ ...row, targetUrl: row.target?.url ?? null }]);
        });
      } catch (error) {
        const { code, message } = error as { code?: string; message?: string };
        if (code === 'CURSOR_EXPIRED' || code === 'CURSOR_LOST') {
          cursor = null;
          hearing.state(missed[code], false);
          attempt = -1;
          continue;
        }
        if (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN') {
          hearing.state('Not connected', false);
          return;
        }
        cutAt ??= Date.now();
        hearing.state(`Connection lost${message ? ` (${message})` : ''}; trying again`, false);
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
        { query: live, variables: { after: cursor } },
        {
          next: ({ data, errors }) => {
            if (data) hear(false, data.events);
            else reject(problemOf(errors?.[0]));
          },
          error: (error) => reject(problemOf(Array.isArray(error) ? error[0] : error)),
          complete: () => reject(Object.assign(new Error('the service closed it'), { code: '' })),
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
