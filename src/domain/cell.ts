// Databases of their own, each with its own gateways, in which tenants live.
import { ServiceError } from './errors.ts';

/** A cell, as another one knows it. */
export interface Cell {
  readonly name: string;
  /** The base address of its gateways. */
  readonly url: string;
}

/** A token is unknown here, and a cell that may know it does not answer. Counted as a token that is unknown: it mostly is. */
export class CellSilent extends ServiceError {
  constructor() {
    super('UNAVAILABLE', 'Whether another cell knows this token cannot be found out now.');
  }
}
