// What a refused value is, and the words the lists of refused values are written in.
import type { ViolationCode } from '../spec.ts';

/** One refused value. */
export interface BadValue {
  /** To be sent with the `stringify` of lossless-json, which writes bigint and LosslessNumber as JSON numbers. */
  readonly value: unknown;
  readonly code: ViolationCode;
  /** The violation's `limit`, where there is one. */
  readonly limit?: number | string;
  readonly why: string;
  /** Pointer from the field to the violation, when it is not the field itself, e.g. `/0`. */
  readonly at?: string;
}

/** A list of refused values. */
export type Refusals = readonly BadValue[];

/** Values refused with one code for one reason. */
export const refuse = (code: ViolationCode, why: string, ...values: readonly unknown[]): Refusals =>
  values.map((value) => ({ value, code, why }));

/** Values of the right JSON type and the wrong form. */
export const malformed = (why: string, ...values: readonly unknown[]): Refusals =>
  refuse('INVALID_FORMAT', why, ...values);

/** Values of the wrong JSON type. */
export const wrongType = (...values: readonly unknown[]): Refusals => malformed('wrong JSON type', ...values);

/** Words that are not on a closed list. */
export const notMember = (why: string, ...values: readonly unknown[]): Refusals =>
  refuse('INVALID_ENUM', why, ...values);

/** A value outside what is allowed, with the limit it breaks if that has a number. */
export const beyond = (limit: number | string | undefined, why: string, value: unknown): BadValue => ({
  value,
  code: 'OUT_OF_RANGE',
  ...(limit === undefined ? {} : { limit }),
  why,
});

/** A text longer than its limit. */
export const tooLong = (limit: number, why: string, value: unknown): BadValue => ({
  value,
  code: 'TOO_LONG',
  limit,
  why,
});

/** The same values, each as the first element of a list. */
export const inFirst = (refusals: Refusals): Refusals =>
  refusals.map((bad) => ({ ...bad, value: [bad.value], at: '/0' }));
