// Writes that are refused for want of a label are recorded where actions begin, whichever face they came by.
import { ServiceError } from '../domain/errors.ts';
import type { DeniedWrite } from '../domain/callers.ts';
import type { Context } from './context.ts';

/** Runs a write, and records its refusal (FORBIDDEN) before it is passed on. */
export async function notingDenial<T>(context: Context, write: DeniedWrite, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'FORBIDDEN' && context.viewer.kind === 'CLIENT')
      await context.callers.noteDenied(context.viewer, write, error);
    throw error;
  }
}
