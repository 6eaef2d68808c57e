// One quota as this process knows it: a lease of the quota that all processes share, taken in one statement and
// spent without any. Leases grow with what the process spends, are good for the second they were taken in, and what is
// left of one goes back with the next.
import { patienceMillis } from '../../domain/sharedRuns.ts';
import type { Lease, LeaseRequest } from '../../database/access/quotaStore.ts';

/** How much a quota holds. */
export interface QuotaSize {
  /** Units within any window. */
  readonly limit: number;
  /** Units at once. */
  readonly burst: number;
}

/** The state of a quota. Seconds count from now. */
export interface LeaseState extends QuotaSize {
  /** Units left of the window. */
  readonly remaining: number;
  /** Seconds until the oldest unit leaves the window. */
  readonly resetSeconds: number;
  /** Units that could be spent at once. */
  readonly burstRemaining: number;
}

/** Takes a lease from what all processes share. */
export type TakeLease = (request: LeaseRequest) => Promise<Lease>;

interface Waiter {
  readonly units: number;
  readonly resolve: (cell: number | null) => void;
  readonly reject: (error: unknown) => void;
}

/** For this long a refusal is repeated without querying the store again. */
const refusedMillis = 200;

/** The part of a quota that this process spends. */
export class QuotaLease {
  /** When units were last requested, by the clock of `performance`. */
  touched = performance.now();
  private readonly key: string;
  private readonly windowSeconds: number;
  private readonly take: TakeLease;
  private size: QuotaSize = { limit: 1, burst: 1 };
  private last: Lease | null = null;
  private sentAt = 0;
  private units = 0;
  /** Until when the units may be spent. */
  private goodUntil = 0;
  /** What was spent in the second of the last lease, and in the one before. */
  private spent = 0;
  private spentBefore = 0;
  private waiters: Waiter[] = [];
  private isTaking = false;
  private refused = { until: 0, units: 0 };

  constructor(key: string, windowSeconds: number, take: TakeLease) {
    this.key = key;
    this.windowSeconds = windowSeconds;
    this.take = take;
  }

  /**
   * Spends whole units: the second they are counted in, or null when there are not that many. Throws RangeError for a figure
   * that is no whole number, so that it never reaches the count that others share.
   */
  async spend(units: number, size: QuotaSize): Promise<number | null> {
    if (!Number.isSafeInteger(units) || units < 0) throw new RangeError('Only whole units can be spent.');
    const now = performance.now();
    this.touched = now;
    this.size = size;
    if (this.last && now < this.goodUntil && this.units >= units) {
      this.units -= units;
      this.spent += units;
      return this.last.cell;
    }
    if (now < this.refused.until && units >= this.refused.units) return null;
    return new Promise((resolve, reject) => {
      this.waiters.push({ units, resolve, reject });
      if (!this.isTaking) void this.serve();
    });
  }

  /** Units that were counted in that second and will not be used after all; when it is over, they stay counted. */
  giveBack(units: number, cell: number): void {
    if (this.last?.cell !== cell) return;
    this.units += units;
    this.spent -= units;
  }

  /** Gives back what can no longer be spent. */
  async settle(): Promise<void> {
    if (this.units > 0 && performance.now() >= this.goodUntil && !this.isTaking) await this.serve();
  }

  /** The current state as far as this process knows; makes no query. */
  standing(): LeaseState {
    const { limit, burst } = this.size;
    const { last } = this;
    if (!last) return { limit, burst, remaining: limit, resetSeconds: 0, burstRemaining: burst };
    const now = this.databaseNow(last);
    const held = this.held(last, now);
    const used = held.reduce((sum, { units }) => sum + units, 0) - this.units;
    const gap = this.windowSeconds / limit;
    const debt = Math.max(0, last.pacedUntil - now) / gap - this.units;
    return {
      limit,
      burst,
      remaining: Math.max(0, limit - used),
      resetSeconds: Math.max(0, (held.at(-1)?.leaves ?? now) - now),
      burstRemaining: Math.max(0, Math.min(burst, Math.floor(burst - debt + 1e-6))),
    };
  }

  /** Seconds until this many units can be spent, provided no other request spends any. */
  secondsUntil(units: number): number {
    const { last, size } = this;
    if (!last) return 0;
    const now = this.databaseNow(last);
    const gap = this.windowSeconds / size.limit;
    const paced = last.pacedUntil - (size.burst - units) * gap - now;
    let used = last.counts.reduce((sum, n) => sum + n, 0) - this.units;
    let leaves = now;
    for (const one of this.held(last, now).reverse()) {
      if (used + units <= size.limit) break;
      used -= one.units;
      leaves = one.leaves;
    }
    return Math.max(0, paced, leaves - now);
  }

  private databaseNow(last: Lease): number {
    return last.now + (performance.now() - this.sentAt) / 1000;
  }

  // The seconds that still count, newest first, and when each of them leaves the window.
  private held(last: Lease, now: number): { readonly units: number; readonly leaves: number }[] {
    return last.counts
      .map((units, back) => ({ units, leaves: last.cell - back + this.windowSeconds + 1 }))
      .filter(({ units, leaves }) => units > 0 && leaves > now);
  }

  private async serve(): Promise<void> {
    this.isTaking = true;
    do {
      const waiters = this.waiters.splice(0);
      const began = performance.now();
      try {
        await this.serveAll(waiters);
      } catch (error) {
        // Those who came meanwhile would most likely wait as long again: deadlines must not add up.
        if (performance.now() - began >= patienceMillis) waiters.push(...this.waiters.splice(0));
        for (const waiter of waiters) waiter.reject(error);
      }
    } while (this.waiters.length > 0);
    this.isTaking = false;
  }

  private async serveAll(waiters: readonly Waiter[]): Promise<void> {
    const needed = waiters.reduce((sum, { units }) => sum + units, 0);
    const sentAt = performance.now();
    if (sentAt >= this.goodUntil) {
      this.spentBefore = sentAt < this.goodUntil + 1_000 ? this.spent : 0;
      this.spent = 0;
    }
    const unspent = this.last && this.units > 0 ? { cell: this.last.cell, units: this.units } : null;
    this.units = 0;
    const ahead = needed === 0 ? 0 : Math.max(this.spent, this.spentBefore - this.spent - needed);
    const lease = await this.take({ key: this.key, ...this.size, needed, ahead, unspent });
    this.last = lease;
    this.sentAt = sentAt;
    // Counted from before the question was sent, so that no clock lets a unit be spent too late.
    this.goodUntil = sentAt + Math.max(0, Math.min(1, lease.cell + 1 - lease.now)) * 1000;
    this.deal(waiters, lease);
  }

  private deal(waiters: readonly Waiter[], { taken, cell }: Lease): void {
    let left = taken;
    for (const { units, resolve } of waiters) {
      const isGranted = units <= left;
      if (isGranted) {
        left -= units;
        this.spent += units;
      } else this.refused = { until: performance.now() + refusedMillis, units };
      resolve(isGranted ? cell : null);
    }
    this.units = left;
  }
}
