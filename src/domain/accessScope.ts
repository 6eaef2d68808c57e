// Permission to access rows, as a value: it can only be obtained from actions/authorize. Stores require it.
import type { Viewer } from './viewer.ts';

/** What a viewer may do with the rows requested from a store. */
export interface AccessScope {
  readonly viewer: Viewer;
  readonly label: string;
  /** Also what everyone may VIEW in other tenants: of reads that name what they read, and of what lives in that. */
  readonly isAnywhere: boolean;
  /** Keeps object literals from passing as a scope: only `accessScope` makes them, and only authorize may call it. */
  readonly [made]: true;
}

const made: unique symbol = Symbol('made by authorize');

/** Makes a scope. Called by actions/authorize alone; the arrow check holds that. */
export function accessScope(viewer: Viewer, label: string, isAnywhere = false): AccessScope {
  return { viewer, label, isAnywhere, [made]: true };
}
