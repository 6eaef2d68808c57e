// From a mutation to 1,000 subscribers: events per second, delay after the commit, and proof that 5,000 sockets with
// the same subscription share one decision and one payload.
import { scrape } from '../../test/support/metrics.ts';
import { openCrowd, type Crowd } from '../../test/support/crowd.ts';
import type { Client } from '../../test/support/client.ts';
import { load } from './load.ts';
import { openPlace, type Place, type ServiceProcess } from './place.ts';
import { percentile, type Row } from './table.ts';

const subscribers = 1_000;
const pages = 64;
const writers = 8;
const query = 'subscription { events(subjects: [ENTITY]) { cursor sequence subject event targetUrn timestamp } }';

/** Runs the bench. */
export async function events(): Promise<readonly Row[]> {
  const place = await openPlace();
  try {
    const service = await place.service();
    const client = place.client(service);
    const urns = await makePages(client, place.company());
    const alone = await writesPerSecond(place, service, urns, 600);
    const floor = await bareFanOut(place);
    const heardAt: number[] = [];
    // The first subscriber that receives an event stands for all: their frames are sent in one turn.
    const arrivals = new Map<string, number>();
    const began = performance.now();
    const crowd = await openCrowd({
      url: service.url,
      token: place.token,
      query,
      size: subscribers,
      onAnswer: (text) => {
        const at = performance.timeOrigin + performance.now();
        const sequence = /"sequence":"?(\d+)/.exec(text)?.[1] ?? '';
        if (!arrivals.has(sequence)) arrivals.set(sequence, at);
        heardAt.push(at);
      },
    });
    await settled(service, subscribers);
    const connected = performance.now() - began;
    const few = await latencies(client, service, urns, arrivals, 200);
    const many = await underLoad(place, service, urns, crowd, arrivals, 800);
    crowd.close();
    const large = await sharing(place, service, client, urns[0] ?? '');
    return [
      {
        what: `events to ${String(subscribers)} subscribers, writes as fast as they go`,
        value: many.eventsPerSecond,
        unit: 'events/s',
        against: { what: 'the same writes, nobody listening', value: alone },
      },
      {
        what: 'messages to subscribers',
        value: many.eventsPerSecond * subscribers,
        unit: 'messages/s',
        against: { what: 'ws alone, one text to as many sockets', value: floor },
      },
      { what: `${String(subscribers)} sockets, until all follow`, value: connected, unit: 'ms', against: null },
      { what: 'commit to subscriber, one write at a time, median', value: few.p50, unit: 'ms', against: null },
      { what: 'commit to subscriber, one write at a time, p99', value: few.p99, unit: 'ms', against: null },
      { what: 'commit to subscriber, under that load, median', value: many.p50, unit: 'ms', against: null },
      { what: 'commit to subscriber, under that load, p99', value: many.p99, unit: 'ms', against: null },
      ...large,
    ];
  } finally {
    await place.close();
  }
}

async function makePages(client: Client, owner: string): Promise<string[]> {
  const urns = Array.from({ length: pages }, () => crypto.randomUUID());
  for (const urn of urns) {
    const body = { urn, owner, name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED' };
    const made = await client.rest('POST', '/n/v1/entity', { body });
    if (made.status !== 201) throw new Error(made.text);
  }
  return urns;
}

let renames = 0;

async function writesPerSecond(
  place: Place,
  service: ServiceProcess,
  urns: readonly string[],
  count: number,
): Promise<number> {
  const { perSecond } = await load(
    {
      url: service.url,
      token: place.token,
      connections: writers,
      ask: (number) => ({
        method: 'PATCH',
        path: `/n/v1/entity/${urns[number % urns.length] ?? ''}`,
        body: JSON.stringify({ name: `Page ${String((renames += 1))}` }),
      }),
    },
    { count },
  );
  return perSecond;
}

// What the library can send when nothing is decided: messages per second.
async function bareFanOut(place: Place): Promise<number> {
  const { said, process: child } = await place.helper('fanOutChild.ts');
  const crowd = await openCrowd({ url: said.url, token: '', query, size: subscribers, onAnswer: () => undefined });
  const texts = 300;
  const started = performance.now();
  child.send({ texts });
  await crowd.until(texts * subscribers);
  const seconds = (performance.now() - started) / 1000;
  crowd.close();
  child.kill();
  return (texts * subscribers) / seconds;
}

async function settled(service: ServiceProcess, count: number): Promise<void> {
  while ((await scrape(service.metricsUrl)).value('commonplace_subscribers') !== count)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

interface Latency {
  readonly p50: number;
  readonly p99: number;
}

// One write, and the next once every subscriber has received it. The first tenth warms up.
async function latencies(
  client: Client,
  service: ServiceProcess,
  urns: readonly string[],
  arrivals: Map<string, number>,
  count: number,
): Promise<Latency> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const [known, committed] = [arrivals.size, service.commits.length];
    const body = { name: `Page ${String((renames += 1))}` };
    await client.rest('PATCH', `/n/v1/entity/${urns[at % urns.length] ?? ''}`, { body });
    while (arrivals.size === known || service.commits.length === committed)
      await new Promise((resolve) => setTimeout(resolve, 5));
    const [commit = NaN, arrival = NaN] = [service.commits[committed], [...arrivals.values()].at(-1)];
    if (at >= count / 10) times.push(arrival - commit);
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

// Commits and arrivals are matched by their order, which is the same but for commits of one moment.
async function underLoad(
  place: Place,
  service: ServiceProcess,
  urns: readonly string[],
  crowd: Crowd,
  arrivals: Map<string, number>,
  count: number,
): Promise<Latency & { readonly eventsPerSecond: number }> {
  const [known, committed, heard] = [arrivals.size, service.commits.length, crowd.count()];
  const started = performance.now();
  const delivered = crowd.until(heard + count * subscribers);
  await writesPerSecond(place, service, urns, count);
  await delivered;
  const seconds = (performance.now() - started) / 1000;
  const order = [...arrivals].slice(known).sort(([a], [b]) => Number(a) - Number(b));
  const commits = service.commits.slice(committed, committed + count).sort((a, b) => a - b);
  const times = order.map(([, at], number) => at - (commits[number] ?? NaN));
  return { eventsPerSecond: count / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

const crowdSize = 5_000;

// Counted, not timed: answers that were made and messages that were sent for one event.
async function sharing(place: Place, service: ServiceProcess, client: Client, urn: string): Promise<Row[]> {
  const crowd = await openCrowd({ url: service.url, token: place.token, query, size: crowdSize }).catch(
    (error: unknown) => {
      // Each socket is a file on both ends.
      console.error(
        `5,000 sockets are left out: ${String(error)} (ulimit -n must be above ${String(crowdSize + 200)})`,
      );
      return null;
    },
  );
  if (!crowd) return [];
  await settled(service, crowdSize);
  const before = await scrape(service.metricsUrl);
  await client.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name: 'To everybody' } });
  await crowd.until(crowdSize);
  const after = await scrape(service.metricsUrl);
  crowd.close();
  const grown = (name: string): number => (after.value(name) ?? 0) - (before.value(name) ?? 0);
  return [
    {
      what: `answers made for one event to ${String(crowdSize)} sockets`,
      value: grown('commonplace_subscription_answers_total'),
      unit: 'answers',
      against: { what: 'messages sent', value: grown('commonplace_subscription_events_sent_total') },
    },
  ];
}
