// Which entity answers a view: the language by the reader's preferences, and the variant that is laid over it.
// Resource reference 3.1, "Language choice" and "Variant overlay".
import type { CompanyLanguages } from '../../database/identity/companyStore.ts';
import type { ValuesAt, ViewCandidate } from '../../database/content/viewStore.ts';
import { forbidden } from '../../domain/errors.ts';
import { isBefore } from '../../domain/instant.ts';
import { languageCandidates } from '../../domain/languageChoice.ts';
import { isLiveNow, servedValues, type ViewMoment } from './servedValues.ts';

/** The reader's preferences. */
export interface ViewChoice extends ViewMoment {
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
export function servedOf(candidates: readonly ViewCandidate[], choice: ViewMoment): Served[] {
  return candidates.flatMap((row) => {
    const values = servedValues(row, choice);
    // A caller who may READ but not see drafts gets an error that says so, instead of NOT_FOUND.
    const shown =
      values ?? (needsDrafts(choice) && !row.$seesDrafts && isLiveNow(row, choice.now) ? liveNow(choice) : null);
    return shown ? [{ row, values: shown }] : [];
  });
}

const liveNow = ({ now }: ViewMoment): ValuesAt => ({ serves: 'LIVE_AT', at: now });

const needsDrafts = ({ version, at, now }: ViewMoment): boolean => version === 'LATEST' || isBefore(now, at);

/** The choice among language versions and variants of one page; null when none of them has anything to show. */
export function chooseView(
  served: readonly Served[],
  addressed: ViewCandidate | null,
  choice: ViewChoice,
  { chains, defaultLanguage }: CompanyLanguages,
): Chosen | null {
  const tags = languageCandidates({
    ...(choice.language ? { language: choice.language } : {}),
    ...(choice.acceptLanguage ? { acceptLanguage: choice.acceptLanguage } : {}),
    ...(addressed ? { own: addressed.language } : {}),
    ...(defaultLanguage ? { ownerDefault: defaultLanguage } : {}),
    chains,
  });
  const wantedVariant = choice.variant ?? addressed?.variant ?? '';
  for (const { tag, step } of tags) {
    const inLanguage = served.filter((s) => s.row.language === tag);
    const base = inLanguage.find((s) => s.row.variant === '') ?? null;
    const variant = wantedVariant === '' ? null : (inLanguage.find((s) => s.row.variant === wantedVariant) ?? null);
    const entity = (base ?? variant)?.row;
    if (entity) return { base, variant, entity, step };
  }
  return null;
}

/** Refuses callers that request drafts, or future content, without the label. */
export function requireDrafts({ base, variant }: Chosen, choice: ViewMoment): void {
  const shown = [base, variant].filter((s) => s !== null);
  if (!needsDrafts(choice) || shown.every((s) => s.row.$seesDrafts)) return;
  throw forbidden('The label READ_DRAFT is needed for drafts and for what is scheduled.');
}
