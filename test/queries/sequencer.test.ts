// The one connection of a process that gives numbers to changes: what it does before it leads, and when it is replaced.
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi, type Mock } from 'vitest';
import type { EventLink } from '../../src/database/events/eventLink.ts';
import { startSequencer, type SequencerParts } from '../../src/events/sequencer.ts';
import { useTrials } from './conditions/scenario.ts';

const trials = useTrials();
const run = (text: string, values: readonly unknown[] = []): Promise<unknown> =>
  trials.database.query({ text, values });

beforeEach(async () => {
  for (const table of ['webhook_trigger', 'event_log']) await run(`DELETE FROM "${table}"`);
  await run(
    `INSERT INTO "webhook_trigger" ("urn", "version", "owner", "tenant", "subject", "event", "changed_fields", "actor",
      "created_timestamp", "updated_timestamp") VALUES ($1, 1, $2, $2, 'TASK', 'UPDATE', '{}', '{}', now(), now())`,
    [randomUUID(), randomUUID()],
  );
});

/** A sequencer, with what it did in its order and the connections that it opened. */
function sequencer(more: Partial<SequencerParts> = {}) {
  const did: string[] = [];
  const links: { readonly link: EventLink; readonly asked: Mock; readonly told: Mock }[] = [];
  const server = { url: trials.database.directUrl(), moved: (): void => undefined };
  const lost = vi.fn();
  const database = {
    ...{ contract: trials.database.contract, directUrl: () => server.url, lost, suspect: () => undefined },
    onMoved: (moved: () => void) => void (server.moved = moved),
  };
  const started = startSequencer({
    ...{ database, mayLead: true, report: () => undefined },
    async compare(link) {
      did.push('compared');
      links.push({ link, asked: vi.spyOn(link, 'tryLead'), told: vi.spyOn(link, 'send') });
    },
    onSequenced: (events) => void did.push(events === null ? 'looked' : `numbered ${String(events.length)}`),
    ...more,
  });
  return { started, did, links, server, lost };
}

test('Before it numbers anything it compares the past, and looks for what others have numbered', async () => {
  const { started, did } = sequencer();
  await vi.waitFor(() => expect(did).toContain('numbered 1'), 10_000);
  expect(did).toEqual(['compared', 'looked', 'numbered 1']);
  await started.stop();
});

test('It numbers nothing where the past cannot be compared, and tries again', async () => {
  const { started, did, lost } = sequencer({ compare: () => Promise.reject(new Error('no answer')) });
  await vi.waitFor(() => expect(lost.mock.calls.length).toBeGreaterThan(1), 10_000);
  expect([did, started.link(), started.isLeading()]).toEqual([[], null, false]);
  await started.stop();
});

test('Where it may not lead it tells who does', async () => {
  const { started, links } = sequencer({ mayLead: false });
  await vi.waitFor(() => expect(started.link()).not.toBeNull(), 10_000);
  started.wake();
  await vi.waitFor(() => expect(links[0]?.told).toHaveBeenCalledWith('WRITTEN'), 10_000);
  expect(links[0]?.asked).not.toHaveBeenCalled();
  await started.stop();
});

test('When the database moves it leads by another connection, for which it asks anew', async () => {
  const { started, links, server, lost } = sequencer();
  const leads = async (by: number): Promise<void> => {
    await vi.waitFor(
      () => expect([links.length, started.link(), started.isLeading()]).toEqual([by, links[by - 1]?.link, true]),
      {
        timeout: 10_000,
      },
    );
    expect(links[by - 1]?.asked).toHaveBeenCalled();
  };
  await leads(1);
  // The connection that ends is one to the server before: nothing is lost of the present one.
  server.url += `${server.url.includes('?') ? '&' : '?'}application_name=moved`;
  server.moved();
  await leads(2);
  expect(lost).not.toHaveBeenCalled();
  server.moved();
  await leads(3);
  expect(lost).toHaveBeenCalledTimes(1);
  await started.stop();
});
