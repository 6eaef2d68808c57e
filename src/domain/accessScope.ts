// Permission to access rows, as a value: it can only be obtained from actions/authorize. Stores require it.
import type { Viewer } from './viewer.ts';

/** What a viewer may do with the rows requested from a store. */
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
