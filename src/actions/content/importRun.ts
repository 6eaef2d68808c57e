// What is known while lines of content are imported, and what their links lead to.
import { addressName } from '../../database/content/addressStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import type { ServiceError } from '../../domain/errors.ts';
import { assetPath } from '../../domain/imagePath.ts';
import type { UserError } from '../../domain/refusals.ts';
import type { Context, Row } from '../../engine/context.ts';
import { urnOfKey } from '../../engine/importKeys.ts';
import { missing, ownNameText, withLinks, type Line, type NamedLink } from './importLine.ts';
import { withAddresses } from './importedAddresses.ts';
import type { Gap, WantedPage } from './importPage.ts';

/** What became of a line. */
export interface ImportedLine {
  /** From 1. */
  readonly line: number;
  readonly outcome: 'CREATED' | 'CHANGED' | 'UNCHANGED' | 'REFUSED';
  readonly urn: string | null;
  readonly waitsFor: readonly Gap[];
  readonly warnings: readonly string[];
  readonly userErrors: readonly UserError[];
}

/** What is kept of the time of a request for telling what was done, in milliseconds. */
export const answerMillis = 2_000;

/** What is known while lines are imported. */
export interface Found {
  readonly lines: readonly (Line | ServiceError)[];
  /** The urns of pages by their addresses, and of others by their names; what is made is added. */
  readonly at: Map<string, string>;
  /** The names of what each line refers to, by its place. */
  readonly refersTo: ReadonlyMap<number, readonly string[]>;
  /** The rows there are of what lines and links name by urn or key; null for what is made meanwhile. */
  readonly rows: Map<string, Row | null>;
}

/** An import under way. */
export interface Run {
  readonly context: Context;
  /** The one that all lines share; null where each has its own. */
  readonly transaction: Transaction | null;
  readonly found: Found;
}

/** What other lines may name it by. */
export function namesOf({ urn, address, ownName }: Line): string[] {
  return [urn, address && addressName(address), ownName && ownNameText(ownName)].filter((name) => name !== null);
}

/** What a link names, as one text. */
export const nameOf = (target: NamedLink['target']): string => {
  if (typeof target === 'string') return target;
  return 'field' in target ? ownNameText(target) : addressName(target);
};

/** The urn of what stands at the address of the line, or has its name. */
export function urnNamed(at: ReadonlyMap<string, string>, { address, ownName }: Line): string | undefined {
  const name = address ?? ownName;
  return name ? at.get(nameOf(name)) : undefined;
}

/** The urn of what the line is about; undefined when it is not there. */
export function storedUrn({ rows, at }: Found, line: Line): string | undefined {
  return line.urn !== null && rows.has(line.urn) ? line.urn : urnNamed(at, line);
}

/** Notes what was made or changed. */
export function note({ rows, at }: Found, { address, ownName }: Line, urn: string): void {
  rows.set(urn, null);
  const name = address ?? ownName;
  if (name) at.set(nameOf(name), urn);
}

/** The line with urns in place of paths and keys. */
export function resolved({ context, found }: Run, line: Line): WantedPage {
  const gaps: Gap[] = [];
  const linked = withLinks(context.contract, line, (link, path) => {
    const urn = urnOf(found, link);
    if (urn !== undefined) return urn;
    const nothing = { imageItemUrn: null, fileUrn: null, assetUrn: null };
    gaps.push({ path, code: 'MISSING_REFERENCE', name: link.name, ...nothing });
    return missing;
  });
  // An asset that is not there is left as it is written: a text may hold anything.
  const input = withAddresses(linked, (asset) => {
    const { target } = assetOf(line, asset);
    return found.rows.has(target) ? context.baseUrl + assetPath + target : null;
  });
  return { line, input, gaps };
}

/** The asset of a key, as a link names it. */
export const assetOf = ({ owner }: Line, key: string): { readonly target: string } => ({
  target: urnOfKey(owner, 'Asset', key),
});

function urnOf({ at, rows }: Found, { target }: NamedLink): string | undefined {
  if (typeof target !== 'string') return at.get(nameOf(target));
  return rows.has(target) ? target : undefined;
}
