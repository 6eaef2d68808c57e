// The proof that a decision about a caller, made for an earlier request, still holds for this one. Nobody asks for it ahead: the statement
// that answers says the access epoch that it read under, and the one that is a whole change requires it. Whatever else a
// request reads or writes is preceded by a statement that asks. Resource reference 7.2, 7.4.
import type { DecidedUnder, KeptCaller, ReadAt } from '../domain/callers.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Viewer } from '../domain/viewer.ts';

/** Thrown where the decision holds no more: it is made again, and what it was used for is done again. */
export class CallerMoved extends ServiceError {
  constructor() {
    super('UNAVAILABLE');
  }
}

/** The proof of one request's caller. Nothing is answered before it is there. */
export interface CallerProof {
  /** What the decision was made under. */
  readonly under: DecidedUnder;
  /** Whether the decision is known to have held at a moment after the request had arrived. */
  isHeld(): boolean;
  /** Takes what a statement says of the moment at which it read. Throws CallerMoved where the decision did not hold then. */
  requireHeld(at: ReadAt): void;
  /** Asks the database, unless it is known already. Rejects with CallerMoved. */
  prove(): Promise<void>;
  /** Says that a statement which requires the decision to hold has written. */
  noteHeld(): void;
  /** The viewer as it stands now, asked for once; null for a credential that stands for nobody any more. */
  present(): Promise<Viewer | null>;
}

/** A proof that is still to be given. `ask` decides anew; `onHeld` is called once when the decision is known to hold. */
export function createCallerProof(
  kept: KeptCaller,
  ask: () => Promise<Viewer | null>,
  onHeld: () => void,
): CallerProof {
  let isHeld = false;
  let isMoved = false;
  let asked: Promise<Viewer | null> | null = null;
  const noteHeld = (): void => {
    if (isHeld) return;
    isHeld = true;
    onHeld();
  };
  const present = (): Promise<Viewer | null> => (asked ??= ask());
  return {
    under: kept.under,
    isHeld: () => isHeld,
    requireHeld(at) {
      if (isHeld) return;
      isMoved ||= !kept.heldAt(at);
      if (isMoved) throw new CallerMoved();
      noteHeld();
    },
    async prove() {
      if (isHeld) return;
      // A decision that stands is answered as it was given.
      isMoved ||= (await present()) !== kept.viewer;
      if (isMoved) throw new CallerMoved();
      noteHeld();
    },
    noteHeld,
    present,
  };
}

/** Whether a kept decision holds still. Rejects where nobody can say. */
export async function holds(proof: CallerProof): Promise<boolean> {
  try {
    await proof.prove();
    return true;
  } catch (error) {
    if (error instanceof CallerMoved) return false;
    throw error;
  }
}
