// Requests that read much: only some of them are answered at a time, callers in turn. What one has read is in memory until its
// answer is made, and making it keeps the event loop from others; more at a time would be no faster. Answers that wait to be read
// have bounds of their own (http/connections.ts).
import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { createBoundedQueue } from '../../domain/boundedQueue.ts';
import type { DatabaseTime } from './databaseTime.ts';
import type { Statement } from './statement.ts';

/** The response to a request. What was read for it is in use until all of the answer is with its socket, or the caller left. */
export type RequestEnd = Pick<ServerResponse, 'closed' | 'once'>;

/** The statements of one request. */
export interface RequestReadSizes {
  /** Whether the request is one of the large ones that are answered now: it holds what others wait for, and waits for none of them. */
  isLarge(): boolean;
  /**
   * Waits until the request may be one of the large ones, if the statement read much when the caller last ran it; null where it
   * need not. Throws UNAVAILABLE when the time is over before.
   */
  before(statement: Statement): Promise<void> | null;
  /** The same, after the statement read so many bytes. */
  after(statement: Statement, bytes: number): Promise<void> | null;
}

/** What the requests of a process have read. */
export interface LargeReads {
  /** Of a request that ends with its response, and has this time for the database. */
  of(caller: string, response: RequestEnd, time: DatabaseTime): RequestReadSizes;
}

/** From so many bytes of rows on a statement has read much. Ordinary pages of one statement have a tenth to a fourth of it. */
const largeBytes = 512 * 1024;

/** How many large requests are answered at a time, two of one caller: while one is read, the other one is written. */
const mostAtATime = 3;

/**
 * For how long one is among them, in milliseconds: several times as long as making the largest answer takes. What takes longer waits for
 * something else, such as a caller that reads an export slowly.
 */
const longestMillis = 3_000;

const queueLimits = { mostWaiting: 1_000, waitMillis: 10_000, mostOfOne: 2 } as const;

/** How many statements that read much are remembered, and how fast what they read is forgotten once it is less. */
const mostRemembered = 1_000;
const forgetting = 0.75;

/** Nothing has been read yet. */
export function createLargeReads(): LargeReads {
  const line = createBoundedQueue(mostAtATime, queueLimits);
  const lately = new LRUCache<string, number>({ max: mostRemembered });
  // By the response: a request whose work is done again goes on with the place that it has.
  const places = new WeakMap<RequestEnd, Promise<void>>();
  return {
    of(caller, response, time) {
      const enter = (): Promise<void> => {
        const known = places.get(response);
        if (known) return known;
        const place = line.enter(time.left(), caller).then((leave) => {
          const late = setTimeout(leave, longestMillis);
          const end = (): void => {
            clearTimeout(late);
            leave();
          };
          // Nobody waits for it any more.
          if (response.closed) end();
          else response.once('prefinish', end).once('close', end);
        });
        places.set(response, place);
        return place;
      };
      const keyOf = ({ name, text }: Statement): string => `${caller} ${name ?? text}`;
      return {
        isLarge: () => places.has(response),
        before: (statement) => (lately.size > 0 && lately.has(keyOf(statement)) ? enter() : null),
        after(statement, bytes) {
          if (bytes < largeBytes && lately.size === 0) return null;
          const key = keyOf(statement);
          const expected = Math.max(bytes, forgetting * (lately.get(key) ?? 0));
          if (expected >= largeBytes) lately.set(key, expected);
          else lately.delete(key);
          return bytes >= largeBytes ? enter() : null;
        },
      };
    },
  };
}
