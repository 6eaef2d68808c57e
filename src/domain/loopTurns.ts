// Spreads work over the turns of the event loop, so that what is short never waits for all that is long.

/** So many turns in a row may be left to others. */
const mostPutOff = 32;

/** Work, measured in bytes or in steps, that is begun in the order in which it came. */
export class LoopTurns {
  private readonly perTurn: number;
  private left: number;
  private isScheduled = false;
  private isPutOff = false;
  private putOffInRow = 0;
  private readonly waiting: { readonly units: number; readonly begin: () => void }[] = [];

  constructor(perTurn: number) {
    this.perTurn = perTurn;
    this.left = perTurn;
  }

  /** Resolves in the turn in which so many units may be worked; the first ones of a turn may, however many they are. */
  take(units: number): Promise<void> {
    return new Promise((begin) => this.run(units, begin));
  }

  /** Calls `begin` in that turn: now, where it is this one. */
  run(units: number, begin: () => void): void {
    if (this.waiting.length === 0 && this.left > 0 && !this.isPutOff) {
      this.spend(units);
      begin();
    } else {
      this.schedule();
      this.waiting.push({ units, begin });
    }
  }

  /** Leaves the rest of this turn to other work, unless the 32 turns before it were left, too. */
  putOff(): void {
    if (this.isPutOff || this.putOffInRow >= mostPutOff) return;
    this.isPutOff = true;
    this.schedule();
  }

  private spend(units: number): void {
    this.left -= units;
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.turn());
  }

  private turn(): void {
    this.isScheduled = false;
    this.left = this.perTurn;
    this.putOffInRow = this.isPutOff ? this.putOffInRow + 1 : 0;
    if (this.isPutOff) {
      this.isPutOff = false;
      if (this.waiting.length > 0) this.schedule();
      return;
    }
    while (this.left > 0) {
      const next = this.waiting.shift();
      if (!next) return;
      this.spend(next.units);
      next.begin();
    }
  }
}

/**
 * The turns in which documents of the graph are parsed and checked, whichever way they came, and planned: one in each, for a peer may send many at
 * once, and each may take a while. Of all services of the process, as it has one event loop.
 */
export const documentTurns = new LoopTurns(1);

/** Texts from this length on are long: whoever works on one leaves other work its turn. In bytes. */
const longText = 64 * 1024;

/**
 * The turns in which long texts are parsed, written, hashed and sent: so many bytes in each, or a single longer text. A page of
 * 10 MB takes some 30 ms in each of these steps, and many may be ready for theirs at once. Of all services of the process.
 */
export const longTextTurns = new LoopTurns(256 * 1024);

/** Resolves in the turn in which a text of so many bytes may be worked on; null for a short one, which waits for nothing. */
export function turnOfText(bytes: number): Promise<void> | null {
  return bytes < longText ? null : longTextTurns.take(bytes);
}
