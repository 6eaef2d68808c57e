// Counts what was sent to one peer and has not left yet: a peer that reads more slowly than events arrive is notified
// and disconnected, rather than buffered in memory. Resource reference 9.7.
import type { Frame } from './frames.ts';

/** Limits of what waits for one peer. */
const outboxLimits = { events: 1_000, bytes: 1_048_576 } as const;

/** Writes with account. One per connection; events are counted per subscription by `Lane`. */
export interface Outbox {
  /** Bytes that wait. */
  bytes(): number;
  /** Writes what is no event. */
  write(frame: Frame): void;
  /** A subscription's way out. */
  lane(): Lane;
}

/** The way out of one subscription. */
export interface Lane {
  /** Writes an event; false when too much waits already, and then nothing is written. */
  write(frame: Frame): boolean;
  /** Resolves when little waits: what is read from the table is sent only as fast as it is taken. */
  calm(): Promise<void>;
  /** Resumes the callers that wait for the outbox to drain. */
  close(): void;
}

interface Waiter {
  readonly events: () => number;
  readonly resolve: () => void;
}

/** An outbox over a connection. `send` must call back when the frame has left, or no longer can. */
export function createOutbox(send: (frame: Frame, done: () => void) => void): Outbox {
  let waitingBytes = 0;
  const waiters = new Set<Waiter>();
  const isDrained = (events: number): boolean =>
    events < outboxLimits.events / 4 && waitingBytes < outboxLimits.bytes / 4;
  const write = (frame: Frame, left: () => void): void => {
    const size = sizeOf(frame);
    waitingBytes += size;
    send(frame, () => {
      waitingBytes -= size;
      left();
      for (const waiter of waiters) if (isDrained(waiter.events())) release(waiter);
    });
  };
  const release = (waiter: Waiter): void => {
    waiters.delete(waiter);
    waiter.resolve();
  };
  return {
    bytes: () => waitingBytes,
    write: (frame) => write(frame, () => undefined),
    lane() {
      let events = 0;
      const own = new Set<Waiter>();
      let isClosed = false;
      return {
        write(frame) {
          const isFull = waitingBytes >= outboxLimits.bytes;
          if (events >= outboxLimits.events || (isFull && (events > 0 || sizeOf(frame) >= outboxLimits.bytes)))
            return false;
          events += 1;
          write(frame, () => (events -= 1));
          return true;
        },
        calm() {
          if (isClosed || isDrained(events)) return Promise.resolve();
          return new Promise((resolve) => {
            const waiter = { events: () => events, resolve };
            own.add(waiter);
            waiters.add(waiter);
          });
        },
        close() {
          isClosed = true;
          own.forEach(release);
        },
      };
    },
  };
}

const sizeOf = (frame: Frame): number => frame.reduce((sum, piece) => sum + piece.length, 0);
