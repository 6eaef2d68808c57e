// Which values of an entity its readers are served at an instant, whatever the publisher has carried out so far.
// Resource reference 3.1, 10.1.
import type { Row } from '../../database/engine/row.ts';
import type { ValuesAt } from '../../database/content/viewStore.ts';
import { isAtOrBefore, isBefore, latestInstant } from '../../domain/instant.ts';
import { stateAt } from '../../domain/publication.ts';

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
export function isLiveNow(entity: Row<'Entity'>, now: string): boolean {
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
