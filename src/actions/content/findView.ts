// Which page a view is of: the versions that share its path, found for all views of a request at once, and the one that answers.
// Resource reference 3.1.
import { languagesOf, type CompanyLanguages } from '../../database/identity/companyStore.ts';
import type { ViewAddress } from '../../database/content/viewAddress.ts';
import type { ViewCandidate } from '../../database/content/viewStore.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { isBefore } from '../../domain/instant.ts';
import { parseAskedSelector } from '../../domain/selector.ts';
import type { Context } from '../../engine/context.ts';
import { chooseView, requireDrafts, servedOf, type Chosen, type Served, type ViewChoice } from './chooseView.ts';
import type { ViewOptions, ViewRequest } from './viewRequest.ts';

/** The versions of one page, and the one that was addressed by urn. */
export interface Page {
  readonly addressed: ViewCandidate | null;
  readonly candidates: readonly ViewCandidate[];
  /** All that was found at the address: by path, the pages of other companies, too. */
  readonly found: readonly ViewCandidate[];
}

/** Where the page of a request is looked for; null where its path names none. */
export function addressOf(request: Pick<ViewRequest, 'address' | 'owner'>): ViewAddress | null {
  if ('urn' in request.address) return request.address;
  const selector = parseAskedSelector(request.address.path);
  return 'path' in selector ? { path: selector.path, owner: request.owner } : null;
}

/**
 * The page at the address among what was found; null for none. A caller that sees several companies gets the page of its own company
 * first, then of the oldest entity; companies that have nothing to show there are passed over.
 */
export function pageAt(
  context: Context,
  options: ViewOptions,
  address: ViewAddress,
  found: readonly ViewCandidate[],
): Page | null {
  if ('urn' in address) return pageOf(found, address.urn);
  const { path, owner } = address;
  const there = found.filter((row) => row.path === path && (owner === null || row.$owner === owner));
  const owners = servedOf(there, viewChoiceOf(context, options, there)).map((served) => served.row.$owner);
  const first = owners.find((one) => one === context.viewer.companyUrn) ?? owners[0];
  return first === undefined
    ? null
    : { addressed: null, candidates: there.filter((row) => row.$owner === first), found: there };
}

function pageOf(found: readonly ViewCandidate[], urn: string): Page | null {
  const addressed = found.find((row) => row.urn === urn);
  if (!addressed) return null;
  const isSibling = (row: ViewCandidate): boolean =>
    row === addressed || (addressed.path !== null && row.$owner === addressed.$owner && row.path === addressed.path);
  const candidates = found.filter(isSibling);
  return { addressed, candidates, found: candidates };
}

function viewChoiceOf(context: Context, options: ViewOptions, candidates: readonly ViewCandidate[]): ViewChoice {
  const now = candidates[0]?.$now ?? '';
  const { language, variant, version } = options;
  requireKept(options.atTimestamp, now, context.limits.historyRetentionDays);
  return { at: options.atTimestamp ?? now, now, version, language, variant, acceptLanguage: context.acceptLanguage };
}

// What was shown before could only be guessed from the values that are left.
function requireKept(at: string | null, now: string, days: number | null): void {
  if (at === null || days === null || now === '') return;
  const border = new Date(Date.parse(now) - days * 86_400_000).toISOString();
  if (isBefore(at, border))
    throw invalidParameter('atTimestamp', `Values are kept for ${String(days)} days after they were replaced.`, days);
}

/** A choice that was made, and what it was made for. */
export interface Composition {
  readonly page: Page;
  readonly chosen: Chosen;
  readonly choice: ViewChoice;
  readonly served: readonly Served[];
}

/** How a company chooses languages, by its urn. */
export type Languages = (owner: string) => Promise<CompanyLanguages>;

/** The languages of companies, each read once. */
export function languagesByOwner({ database }: Context): Languages {
  const known = new Map<string, Promise<CompanyLanguages>>();
  return (owner) => {
    const answer = known.get(owner) ?? languagesOf(database, owner);
    known.set(owner, answer);
    return answer;
  };
}

/** The choice among the versions of a page; null when none has anything to show. Throws FORBIDDEN where drafts are requested and not seen. */
export async function choose(
  context: Context,
  options: ViewOptions,
  page: Page,
  languages: Languages,
): Promise<Composition | null> {
  const choice = viewChoiceOf(context, options, page.candidates);
  const served = servedOf(page.candidates, choice);
  const owner = served[0]?.row.$owner;
  if (owner === undefined) return null;
  const chosen = chooseView(served, page.addressed, choice, await languages(owner));
  if (!chosen) return null;
  requireDrafts(chosen, choice);
  return { page, chosen, choice, served };
}
