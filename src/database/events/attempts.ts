// Attempts of a delivery, as they are kept with it.

/** One attempt of a delivery, as it is recorded. */
export interface AttemptRecord {
  readonly number: number;
  readonly startedTimestamp: string;
  readonly durationMillis: number;
  readonly responseStatus: number | null;
  readonly errorCode: string | null;
  readonly responseExcerpt: string | null;
  readonly isManual: boolean;
  /** The headers that do not follow from the delivery, as they were sent, without credentials; null when nothing was sent. */
  readonly ownHeaders: Readonly<Record<string, string>> | null;
}
