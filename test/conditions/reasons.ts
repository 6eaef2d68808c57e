// Conditions that no test fails without, each with the reason.

/** A condition that may be dropped unseen. */
export interface Reason {
  readonly file: string;
  /** The condition's text, each run of blanks as one. */
  readonly condition: string;
  readonly reason: string;
}

/** All of them. */
export const reasons: readonly Reason[] = [];
