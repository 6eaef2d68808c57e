// What was sent to one peer and has not left yet, counted: who reads slower than things happen is told so and let go,
// rather than kept in memory. Resource reference 9.7.

/** Limits of what waits for one peer. */
const outboxLimits = { events: 1_000, bytes: 1_048_576 } as const;

/** Writes with account. One per connection; events are counted per subscription by `Lane`. */
export interface Outbox {
  /** Bytes that wait. */
  bytes(): number;
  /** Writes text that is no event. */
  write(text: string): void;
  /** A subscription's way out. */
  lane(): Lane;
}

/** The way out of one subscription. */
export interface Lane {
  /** Writes an event; false when too much waits already, and then nothing is written. */
  write(text: string): boolean;
  /** Resolves when little waits: what is read from the table is sent only as fast as it is taken. */
  calm(): Promise<void>;
  /** Lets whoever waits for calm go on. */
  close(): void;
}

interface Waiter {
  readonly events: () => number;
  readonly resolve: () => void;
}

/** An outbox over a connection. `send` must call back when the text has left, or can no more. */
export function createOutbox(send: (text: string, done: () => void) => void): Outbox {
  let waitingBytes = 0;
  const waiters = new Set<Waiter>();
  const isCalm = (events: number): boolean => events < outboxLimits.events / 4 && waitingBytes < outboxLimits.bytes / 4;
  const write = (text: string, left: () => void): void => {
    const size = Buffer.byteLength(text);
    waitingBytes += size;
    send(text, () => {
      waitingBytes -= size;
      left();
      for (const waiter of waiters) if (isCalm(waiter.events())) release(waiter);
    });
  };
  const release = (waiter: Waiter): void => {
    waiters.delete(waiter);
    waiter.resolve();
  };
  return {
    bytes: () => waitingBytes,
    write: (text) => write(text, () => undefined),
    lane() {
      let events = 0;
      const own = new Set<Waiter>();
      let isClosed = false;
      return {
        write(text) {
          if (events >= outboxLimits.events || (events > 0 && waitingBytes >= outboxLimits.bytes)) return false;
          events += 1;
          write(text, () => (events -= 1));
          return true;
        },
        calm() {
          if (isClosed || isCalm(events)) return Promise.resolve();
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
