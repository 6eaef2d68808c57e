// Requests that have to succeed. A create is sent again where a busy service had no time or room for it, as a client does: under the same urn
// it is made once.
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Client, RestAnswer } from './client.ts';

const tries = 6;
const longestWaitMillis = 1_000;

/** An answer that was not refused for want of time or room (503, 504), unless all of six tries were; each is sent as the others. */
export async function patiently(send: () => Promise<RestAnswer>): Promise<RestAnswer> {
  for (let left = tries - 1; ; left -= 1) {
    const answer = await send();
    if (left === 0 || (answer.status !== 503 && answer.status !== 504)) return answer;
    // What it is told to wait for, at most a second.
    const told = Number(answer.headers.get('retry-after') ?? 0) * 1_000;
    await wait(Math.min(told, longestWaitMillis));
  }
}

/**
 * Creates a resource over REST, under a urn of our own where the body has none, so that it can be sent again; fails the test when it
 * is refused. The answer is that of a create, 200 where an earlier try had been carried out after all.
 */
export async function create(
  client: Client,
  kind: string,
  body: Readonly<Record<string, unknown>>,
): Promise<RestAnswer> {
  // Searches take no urn: each is a new one.
  const sent = kind === 'search' ? body : { urn: crypto.randomUUID(), ...body };
  let sendings = 0;
  const answer = await patiently(() => {
    sendings += 1;
    return client.rest('POST', `/n/v1/${kind}`, { body: sent });
  });
  expect([201, ...(sendings > 1 ? [200] : [])], `${kind}: ${answer.text}`).toContain(answer.status);
  return answer;
}

/** Sends a request that has to succeed, below `/n/v1/`; answers its body. */
export async function requested(
  as: Pick<Client, 'rest'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<RestAnswer['body']> {
  const answer = await as.rest(method, `/n/v1/${path}`, body === undefined ? {} : { body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}
