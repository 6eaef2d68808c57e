// Permission to touch rows, as a value: whoever holds one has been through actions/authorize. Stores demand it.
import type { Viewer } from './viewer.ts';

/** What a viewer may do with the rows a store is asked for. */
export interface AccessScope {
  readonly viewer: Viewer;
  readonly label: string;
  /** Keeps object literals from passing as a scope: only `accessScope` makes them, and only authorize may call it. */
  readonly [made]: true;
}

const made: unique symbol = Symbol('made by authorize');

/** Makes a scope. Called by actions/authorize alone; the arrow check holds that. */
export function accessScope(viewer: Viewer, label: string): AccessScope {
  return { viewer, label, [made]: true };
}
