// Whether the process is ready, as /readyz says it: within a tenth of a second also while the database has much to do.

/**
 * For how long a check is waited for, and for how long one that succeeded counts while the next one takes longer: for longer than the usual
 * time between two probes. In milliseconds.
 */
export const usualReadiness = { patience: 50, lasts: 15_000 } as const;

/**
 * Says whether the check succeeds. One runs at a time. While it takes longer than `patience`, one that succeeded within `lasts` counts: a
 * database that is busy is no reason to send callers elsewhere. Throws what the check throws.
 */
export function createReadiness(
  check: () => Promise<boolean>,
  { patience, lasts }: { readonly patience: number; readonly lasts: number } = usualReadiness,
): () => Promise<boolean> {
  let succeeded = -Infinity;
  let running: Promise<boolean> | null = null;
  const run = async (): Promise<boolean> => {
    try {
      const isReady = await check();
      succeeded = isReady ? performance.now() : -Infinity;
      return isReady;
    } finally {
      running = null;
    }
  };
  return async () => {
    const checked = (running ??= run());
    let late: NodeJS.Timeout | undefined;
    const isLate = new Promise<'LATE'>((resolve) => (late = setTimeout(() => resolve('LATE'), patience)));
    const found = await Promise.race([checked, isLate]).finally(() => clearTimeout(late));
    if (found !== 'LATE') return found;
    return performance.now() - succeeded < lasts || checked;
  };
}
