// How hard pressed the process is: whether its event loop was blocked, and whether its heap is nearly full. A process that
// is short of memory takes no new requests, so that those it has can be answered; health is answered throughout.
import type { IncomingMessage } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../domain/errors.ts';
import type { Observe } from '../domain/observation.ts';

/** What is measured, and when it is too much. */
export interface PressureLimits {
  /** The part of the heap's limit that is in use, from 0 to 1. */
  readonly heapShare: () => number;
  /** From this part on new requests are refused, until less than `relievedShare` is in use. */
  readonly fullShare: number;
  readonly relievedShare: number;
  /** Time between two measurements, in milliseconds. */
  readonly everyMillis: number;
  /** How late a measurement is when the event loop counts as blocked, in milliseconds. */
  readonly blockedMillis: number;
}

/** The usual numbers, on the heap of this process. */
export const usualPressure: PressureLimits = {
  heapShare: () => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    return used / limit;
  },
  fullShare: 0.88,
  relievedShare: 0.75,
  everyMillis: 250,
  blockedMillis: 250,
};

/** Called for what is found; `log` writes a line for the operator. */
export interface PressureListeners {
  readonly observe: Observe;
  readonly log: (facts: Readonly<Record<string, number>>, message: string) => void;
}

/** The state of the process. */
export interface Pressure {
  /** Begins to measure, if that was not done before. What a start does before anybody is answered is no pressure. */
  begin(): void;
  /** Whether new requests are refused. */
  isHigh(): boolean;
  stop(): void;
}

/** Full measurements in a row: a heap is often full just before it is swept. */
const fullInRow = 3;

/** Measures once it is begun. Does not keep the process alive. */
export function watchPressure(limits: PressureLimits, { observe, log }: PressureListeners): Pressure {
  const { heapShare, fullShare, relievedShare, everyMillis, blockedMillis } = limits;
  let due = 0;
  let full = 0;
  let isHigh = false;
  const measure = (): void => {
    const late = performance.now() - due;
    due = performance.now() + everyMillis;
    if (late >= blockedMillis) {
      observe({ kind: 'LOOP_BLOCKED', seconds: late / 1_000 });
      log({ milliseconds: Math.round(late) }, 'the event loop was blocked');
    }
    const share = heapShare();
    full = share >= fullShare ? full + 1 : 0;
    const wasHigh = isHigh;
    isHigh = isHigh ? share >= relievedShare : full >= fullInRow;
    const percent = Math.round(share * 100);
    if (isHigh && !wasHigh) log({ percent }, 'the heap is nearly full: new requests are refused');
    if (!isHigh && wasHigh) log({ percent }, 'the heap has room again: requests are taken');
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    begin() {
      if (timer) return;
      due = performance.now() + everyMillis;
      timer = setInterval(measure, everyMillis).unref();
    },
    isHigh: () => isHigh,
    stop: () => clearInterval(timer),
  };
}

const retryAfterSeconds = 5;

/** Whether a request asks for health. It is answered under pressure too: a process that is alive is not to be killed for being busy. */
export const asksForHealth = ({ url = '' }: Pick<IncomingMessage, 'url'>): boolean =>
  /^\/(?:healthz|readyz)(?:\?|$)/.test(url);

/** Refuses requests with UNAVAILABLE while the pressure is high; those that run are finished. */
export function shedUnderPressure(app: FastifyInstance, pressure: Pressure): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isRefused = pressure.isHigh() && !asksForHealth(request.raw);
    done(
      isRefused
        ? new ServiceError('UNAVAILABLE', 'The service is low on memory.', [], { retryAfterSeconds })
        : undefined,
    );
  });
  app.addHook('onClose', async () => pressure.stop());
}
