// Whether the database is still the one that the log was numbered in. One that stands on another server or timeline than was
// noted may have lost its tail without any process having seen that: its log gets a new epoch, unless a synchronous standby
// had everything (decision 17).
import { knownPast, notePast, raiseEpoch } from '../database/events/epochStore.ts';
import type { EventLink } from '../database/events/eventLink.ts';
import type { EventFeed } from './eventFeed.ts';

/** Compares, raises the epoch where there is another past, and has the feed look too. Rejects when the link is lost. */
export async function comparePast(
  link: EventLink,
  feed: Pick<EventFeed, 'compare'>,
  report: (error: unknown) => void,
): Promise<void> {
  const now = await link.past();
  const noted = await knownPast(link);
  if (now && (now.past !== noted.past || now.isSynchronous !== noted.isSynchronous)) {
    let { epoch } = noted;
    if (noted.past !== null && now.past !== noted.past && !noted.isSynchronous) {
      report(new Error('The database was restored or promoted since it was last used: the event log gets a new epoch'));
      // Nothing has been numbered since: whoever numbers comes by here first.
      epoch = await raiseEpoch(link, epoch, null);
    }
    await notePast(link, epoch, now);
  }
  await feed.compare(link);
}
