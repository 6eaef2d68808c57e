// That a cell does not say whether it knows a token.
import { ServiceError } from './errors.ts';

/** A token is unknown here, and a cell that may know it does not answer. Counted as a token that is unknown: it mostly is. */
export class CellSilent extends ServiceError {
  constructor() {
    super('UNAVAILABLE', 'Whether another cell knows this token cannot be found out now.');
  }
}
