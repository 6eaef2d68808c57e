// A refusal as data: one entry for each rule that was broken, the same words on both faces.
import type { ServiceError, Violation } from './errors.ts';

/** One reason why something was refused, as UserError of the schema has it. */
export interface UserError {
  readonly code: string;
  readonly path: string | null;
  readonly message: string;
  readonly limit: string | null;
  readonly related: readonly string[] | null;
}

/** An error as data: each violation, or the error itself where there are none. */
export function refusalsOf(error: ServiceError): UserError[] {
  if (error.violations.length > 0) return error.violations.map(fromViolation);
  const { code, message, extras } = error;
  return [{ code, path: null, message, limit: extras.currentVersion ?? null, related: null }];
}

function fromViolation({ path, code, message, limit, related }: Violation): UserError {
  return {
    code,
    path: path === '' ? null : path,
    message,
    limit: limit === undefined ? null : String(limit),
    related: related ?? null,
  };
}
