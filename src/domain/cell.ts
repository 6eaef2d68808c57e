// Databases of their own, each with its own gateways, in which tenants live.

/** A cell, as another one knows it. */
export interface Cell {
  readonly name: string;
  /** The base address of its gateways. */
  readonly url: string;
}
