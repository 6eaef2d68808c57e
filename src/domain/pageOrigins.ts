// The origins whose pages may read answers, as actions are given them. Spec: Authentication; resource reference 1.11.

/** The origins of one service. */
export interface PageOrigins {
  /** Whether pages of that origin may read the answer to a request; what was found is kept for 5 seconds. */
  mayRead(origin: string): boolean | Promise<boolean>;
  /** Whether they may send one, as the database says it now. */
  maySend(origin: string): Promise<boolean>;
}
