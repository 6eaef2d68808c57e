// Which entity answers a view: the language by the reader's wishes, and the variant that is laid over it.
// Resource reference 3.1, "Language choice" and "Variant overlay".
import type { CompanyLanguages } from '../database/companyStore.ts';
import type { ValuesAt, ViewCandidate } from '../database/viewStore.ts';
import { forbidden } from '../domain/errors.ts';
import { languageCandidates } from '../domain/languageChoice.ts';
import { isLiveNow, servedValues, type ViewMoment } from './servedValues.ts';

/** What the reader wishes for. */
export interface ViewWish extends ViewMoment {
  readonly language: string | null;
  readonly acceptLanguage: string | null;
  readonly variant: string | null;
}

/** An entity with the values of it that are shown. */
export interface Served {
  readonly row: ViewCandidate;
  readonly values: ValuesAt;
}

/** The entity that answers, and what is laid over it. */
export interface Chosen {
  /** The default variant; null when the variant stands alone. */
  readonly base: Served | null;
  readonly variant: Served | null;
  /** The one of both whose members the answer shows. */
  readonly entity: ViewCandidate;
  readonly step: string;
}

/** The candidates that have something to show to this reader. */
export function servedOf(candidates: readonly ViewCandidate[], wish: ViewMoment): Served[] {
  return candidates.flatMap((row) => {
    const values = servedValues(row, wish);
    // Who may read but not see drafts is told so, instead of being told that there is nothing.
    const shown = values ?? (needsDrafts(wish) && !row.$seesDrafts && isLiveNow(row, wish.now) ? liveNow(wish) : null);
    return shown ? [{ row, values: shown }] : [];
  });
}

const liveNow = ({ now }: ViewMoment): ValuesAt => ({ serves: 'LIVE_AT', at: now });

const needsDrafts = ({ version, at, now }: ViewMoment): boolean => version === 'LATEST' || at > now;

/** The choice among language versions and variants of one page; null when none of them has anything to show. */
export function chooseView(
  served: readonly Served[],
  addressed: ViewCandidate | null,
  wish: ViewWish,
  { chains, defaultLanguage }: CompanyLanguages,
): Chosen | null {
  const tags = languageCandidates({
    ...(wish.language ? { language: wish.language } : {}),
    ...(wish.acceptLanguage ? { acceptLanguage: wish.acceptLanguage } : {}),
    ...(addressed ? { own: String(addressed['language']) } : {}),
    ...(defaultLanguage ? { ownerDefault: defaultLanguage } : {}),
    chains,
  });
  const wantedVariant = wish.variant ?? String(addressed?.['variant'] ?? '');
  for (const { tag, step } of tags) {
    const inLanguage = served.filter((s) => s.row['language'] === tag);
    const base = inLanguage.find((s) => s.row['variant'] === '') ?? null;
    const variant = wantedVariant === '' ? null : (inLanguage.find((s) => s.row['variant'] === wantedVariant) ?? null);
    const entity = (base ?? variant)?.row;
    if (entity) return { base, variant, entity, step };
  }
  return null;
}

/** Refuses who asks for drafts, or for what is to come, without the label. */
export function demandDrafts({ base, variant }: Chosen, wish: ViewMoment): void {
  const shown = [base, variant].filter((s) => s !== null);
  if (!needsDrafts(wish) || shown.every((s) => s.row.$seesDrafts)) return;
  throw forbidden('The label READ_DRAFT is needed for drafts and for what is scheduled.');
}
