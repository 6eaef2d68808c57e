// Webhook receivers that record their requests: one that accepts everything immediately, and one that fails at random,
// hangs, or cuts the connection.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Chance } from './chance.ts';
import type { HookRequest } from './evidence.ts';

/** A running receiver. */
export interface HookReceiver {
  readonly url: string;
  /** Requests of each subscription are distinguished by the path. */
  readonly requests: HookRequest[];
  close(): Promise<void>;
}

/** How a request is answered: a status, cut off, or left hanging. */
type Mood = number | 'CUT' | 'HANG';

/** Attempts from this one on are accepted, so that no delivery runs out of attempts. */
const firstTakenAttempt = 5;

/** Starts one on 127.0.0.1; `chance` makes it fail at random, without it everything is accepted. */
export async function startHookReceiver(chance: Chance | null): Promise<HookReceiver> {
  const requests: HookRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const mood = chance ? moodFor(chance, Number(request.headers['webhook-attempt'])) : 204;
      requests.push(recorded(request, Buffer.concat(chunks), mood));
      answer(response, mood);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function moodFor(chance: Chance, attempt: number): Mood {
  const draw = chance.next();
  if (attempt >= firstTakenAttempt || draw > 0.15) return 204;
  // Only the first attempt is cut or hangs: the wait after a second failure without Retry-After is minutes.
  if (attempt === 1 && draw < 0.02) return 'CUT';
  if (attempt === 1 && draw < 0.022) return 'HANG';
  return 500;
}

function recorded(request: IncomingMessage, bytes: Buffer, mood: Mood): HookRequest {
  // The service's own body; a missing member fails the check.
  const body = JSON.parse(bytes.toString('utf8')) as {
    id: string;
    sequence: string | number;
    completeUntilSequence: string | number;
    targetUrn: string;
  };
  return {
    subscription: (request.url ?? '').slice(1),
    id: String(request.headers['webhook-id']),
    trigger: body.id,
    sequence: Number(body.sequence),
    completeUntil: Number(body.completeUntilSequence),
    target: body.targetUrn,
    digest: createHash('sha256').update(bytes).digest('base64'),
    answered: typeof mood === 'number' ? mood : null,
  };
}

function answer(response: ServerResponse, mood: Mood): void {
  if (mood === 'HANG') return;
  if (mood === 'CUT') {
    response.destroy();
    return;
  }
  // A wait of one second instead of the schedule's minutes.
  response.writeHead(mood, mood >= 300 ? { 'retry-after': '1' } : {});
  response.end();
}
