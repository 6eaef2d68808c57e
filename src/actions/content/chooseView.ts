// Which values of an entity its readers are served at an instant, whatever the publisher has carried out so far, and which
// entity answers a view: the language by the reader's preferences, and the variant that is laid over it. Resource reference 3.1, 10.1.
import type { CompanyLanguages } from '../../database/identity/companyStore.ts';
import type { ValuesAt, ViewCandidate } from '../../database/content/viewStore.ts';
import { forbidden } from '../../domain/errors.ts';
import { isBefore, isAtOrBefore, latestInstant } from '../../domain/instant.ts';
import { chooseLanguage } from '../../domain/languageChoice.ts';
import type { Row } from '../../database/engine/row.ts';
import { stateAt } from '../../domain/publication.ts';

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
  /** Whichever of the two has the members that the answer shows. */
  readonly entity: ViewCandidate;
  readonly step: string;
  /** Whose rows decided about the language; none where what the reader asked for did alone. */
  readonly spoken: CompanyLanguages['saidBy'];
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
  { chains, defaultLanguage, saidBy }: CompanyLanguages,
): Chosen | null {
  const wantedVariant = choice.variant ?? addressed?.variant ?? '';
  const shown = served.filter(({ row }) => row.variant === '' || row.variant === wantedVariant);
  const chosen = chooseLanguage(
    shown.map(({ row }) => row.language),
    {
      ...(choice.language ? { language: choice.language } : {}),
      ...(choice.acceptLanguage ? { acceptLanguage: choice.acceptLanguage } : {}),
      ...(addressed ? { own: addressed.language } : {}),
      ...(defaultLanguage ? { ownerDefault: defaultLanguage } : {}),
      chains,
    },
  );
  if (!chosen) return null;
  const inLanguage = shown.filter(({ row }) => row.language === chosen.tag);
  const base = inLanguage.find(({ row }) => row.variant === '') ?? null;
  const variant = wantedVariant === '' ? null : (inLanguage.find(({ row }) => row.variant !== '') ?? null);
  const entity = (base ?? variant)?.row;
  return entity ? { base, variant, entity, step: chosen.step, spoken: chosen.asksOwner ? saidBy : [] } : null;
}

/** Refuses callers that request drafts, or future content, without the label. */
export function requireDrafts({ base, variant }: Chosen, choice: ViewMoment): void {
  const shown = [base, variant].filter((s) => s !== null);
  if (!needsDrafts(choice) || shown.every((s) => s.row.$seesDrafts)) return;
  throw forbidden('The label READ_DRAFT is needed for drafts and for what is scheduled.');
}

/** The settings of a view; passed on to the entities it refers to. */
export interface ViewMoment {
  /** The instant that is shown. */
  readonly at: string;
  /** The database's clock. */
  readonly now: string;
  readonly version: 'PUBLISHED' | 'LATEST';
}

/** Later than every value. */
const always = latestInstant;

/** Whether anything of the entity is live now; a publication that is due counts as carried out. */
function isLiveNow(entity: Row<'Entity'>, now: string): boolean {
  const { serves } = stateOf(entity, now);
  return serves === 'NEWEST_AT' || (serves === 'LIVE_AT' && entity.liveTimestamp !== null);
}

/**
 * The values to show to viewers that may read the entity; null when there is nothing to show. Drafts, what is to come, and the
 * past of an entity that is no longer live are for those who may see drafts.
 */
export function servedValues(entity: Row<'Entity'>, moment: ViewMoment): ValuesAt | null {
  const { at, now, version } = moment;
  const seesAll = entity.$seesDrafts;
  const isLive = isLiveNow(entity, now);
  if (!seesAll && !isLive) return null;
  if (version === 'LATEST' && seesAll) return { serves: 'NEWEST_AT', at: at === now ? always : at };
  const state = stateOf(entity, version === 'LATEST' ? now : at);
  if (state.serves === 'NOTHING') return null;
  const isOver = state.serves === 'LIVE_AT' && !isBefore(at, now) && entity.liveTimestamp === null;
  return isOver ? null : state;
}

/** Whether the entity was there at that instant though none of its items was: it may have none. */
export function existedAt(entity: Row<'Entity'>, values: ValuesAt): boolean {
  if (values.serves === 'NEWEST_AT') return true;
  const since = entity.liveTimestamp;
  return typeof since === 'string' && isAtOrBefore(since, values.at);
}

function stateOf(entity: Row<'Entity'>, at: string): ReturnType<typeof stateAt> {
  return stateAt(
    {
      status: entity.status,
      isLive: entity.liveTimestamp !== null,
      publishTimestamp: entity.publishTimestamp,
      unpublishTimestamp: entity.unpublishTimestamp,
    },
    at,
  );
}
