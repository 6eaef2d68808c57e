// Waiting for something to happen, for a while at most.

/** Something to wait for, for a while at most. */
export interface Signal {
  readonly ring: () => void;
  wait(milliseconds: number): Promise<void>;
}

/** A signal that has not rung. */
export function createSignal(): Signal {
  const state: { hasRung: boolean; wake: () => void } = { hasRung: false, wake: () => undefined };
  return {
    ring() {
      state.hasRung = true;
      state.wake();
    },
    async wait(milliseconds) {
      if (!state.hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          state.wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      state.hasRung = false;
    },
  };
}

/** Resolves after that many milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
