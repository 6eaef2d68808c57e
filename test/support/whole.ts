// Everything that shows a resource: what REST and the graph answer, its history, the events about it, and what a search finds it by. A test of a write compares the
// whole of it with what it was before plus what was meant to change, so that no second effect goes unseen.
import { expect } from 'vitest';
import type { Contract, Resource } from '../../src/contract/resource.ts';
import type { Services } from '../../src/engine/context.ts';
import type { Client } from './client.ts';
import { logEnd } from './eventLog.ts';

type Body = Readonly<Record<string, unknown>>;

/** An event about the resource, as the log tells it. */
export interface Told {
  readonly subject: string;
  readonly event: string;
  readonly targetVersion: string | null;
  readonly changedFields: readonly string[];
  readonly actor: string;
}

/** What shows a resource. */
export interface Whole {
  /** The body of `GET`. */
  readonly rest: Body;
  readonly etag: string;
  readonly lastModified: string;
  /** Every scalar, enumeration and single link of the graph, links by urn. */
  readonly graph: Body;
  /** The entries of an item's history, newest first; null for other kinds. */
  readonly history: readonly Body[] | null;
  /** The events about it, oldest first. */
  readonly events: readonly Told[];
  /** Of each of its texts, whether a search for the newest content finds it, or the page that it is on, by that. */
  readonly found: Readonly<Record<string, boolean>>;
}

/** Who looks, and at which service. */
export interface Looker {
  readonly services: Services;
  readonly client: Client;
  readonly contract: Contract;
}

/** Reads everything that shows a resource, once all that was committed is in the log. */
export async function wholeOf({ services, client }: Looker, kind: Resource, urn: string): Promise<Whole> {
  await logEnd(services);
  const read = await client.rest('GET', `/n/v1/${kind.path}/${urn}`);
  expect(read.status, read.text).toBe(200);
  const fields = kind.fields.filter(({ isList, isWriteOnly }) => !isList && !isWriteOnly);
  const selected = fields.flatMap(({ name, typeClass }) => {
    if (typeClass === 'LINK') return [`${name} { urn }`];
    return typeClass === 'SCALAR' || typeClass === 'ENUM' ? [name] : [];
  });
  const told = 'subject event targetVersion changedFields actor { urn }';
  const { one, events } = await client.data(
    `query ($urn: ID!) { one: ${kind.singularField}(urn: $urn) { ${selected.join(' ')} } events(targetUrns: [$urn], first: 200) { nodes { ${told} } } }`,
    { urn },
  );
  const history = kind.historyPath === null ? null : await client.rest('GET', `/n/v1/${kind.historyPath}/${urn}`);
  return {
    rest: read.body as Body,
    etag: read.headers.get('etag') ?? '',
    lastModified: read.headers.get('last-modified') ?? '',
    graph: one as Body,
    history: history === null ? null : (history.body.history as Body[]),
    events: (events.nodes as (Told & { actor: { urn: string } })[]).map((event) => ({
      ...event,
      actor: event.actor.urn,
    })),
    found: await foundBy(client, kind, read.body as Body),
  };
}

/** What kinds are found by, typed by hand. */
const searched: Readonly<Record<string, readonly string[]>> = {
  Entity: ['name'],
  EntityList: ['name'],
  Group: ['name', 'description'],
  Project: ['name', 'description'],
  Task: ['title', 'description'],
  ThreadPost: ['content'],
  Company: ['name'],
  Workflow: ['name'],
  TextItem: ['value'],
  MarkdownItem: ['value'],
};

/** The first two words of a text; null for one without letters. */
const wordsOf = (text: unknown): string | null =>
  typeof text === 'string' && /\p{L}{2}/u.test(text)
    ? (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 2).join(' ')
    : null;

async function foundBy(client: Client, kind: Resource, body: Body): Promise<Record<string, boolean>> {
  const [urn, page] = [String(body['urn']), body['entity'] as Body | string | null | undefined];
  const where = new Set([urn, typeof page === 'string' ? page : String(page?.['urn'])]);
  const texts = (searched[kind.name] ?? []).flatMap((name) => {
    const words = wordsOf(body[name]);
    return words === null ? [] : [{ name, words }];
  });
  if (texts.length === 0) return {};
  const searches = texts.map(
    (_, at) => `s${String(at)}: search(query: $w${String(at)}, version: LATEST, first: 200) { nodes { urn } }`,
  );
  const variables = Object.fromEntries(texts.map(({ words }, at) => [`w${String(at)}`, words]));
  const declared = Object.keys(variables).map((name) => `$${name}: String`);
  const data = await client.data(`query (${declared.join(', ')}) { ${searches.join(' ')} }`, variables);
  const isFound = (at: number): boolean =>
    (data[`s${String(at)}`].nodes as { urn: string }[]).some((hit) => where.has(hit.urn));
  return Object.fromEntries(texts.map(({ name }, at) => [name, isFound(at)]));
}

/** What a write was meant to change. */
export interface Meant {
  /** Members of REST that have other values now, with these values. */
  readonly rest: Body;
  /** Members of the graph that have other values now; those of `rest` where there are none of its own. */
  readonly graph?: Body;
  /** The events that came, oldest first, each with at least these members. */
  readonly events: readonly Partial<Told>[];
  /** What the last event says was changed, beside what follows from the time of the write. */
  readonly fields?: readonly string[];
  /** Members that follow from the time of the write, whose values no test can know. */
  readonly moving?: readonly string[];
}

const without = (body: Body, names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

/** Holds that a resource is what it was before, but for what a write was meant to change. */
export function expectChanged(before: Whole, after: Whole, meant: Meant): void {
  const { moving = [] } = meant;
  const beside = ['version', 'contentVersion', 'updatedTimestamp', 'lastEditedTimestamp', ...moving];
  expect(without(after.rest, beside), 'over REST').toEqual(without({ ...before.rest, ...meant.rest }, beside));
  expect(without(after.graph, beside), 'in the graph').toEqual(
    without({ ...before.graph, ...(meant.graph ?? meant.rest) }, beside),
  );
  expect(after.rest['version'], 'the version').toBe(Number(before.rest['version']) + 1);
  expect(after.etag, 'the ETag').not.toBe(before.etag);
  const updated = [before, after].map(({ rest }) => String(rest['updatedTimestamp']));
  expect((updated[1] ?? '') > (updated[0] ?? ''), updated.join(' is before ')).toBe(true);
  const beforeWithout = Object.keys(meant.rest).filter((name) => !(name in before.found));
  expect(without(after.found, [...moving, ...beforeWithout]), 'what a search finds it by').toEqual(
    without(before.found, moving),
  );
  expect(after.events.slice(0, before.events.length), 'the events before').toEqual(before.events);
  expect(after.events.slice(before.events.length), 'the events of the write').toMatchObject(meant.events);
  if (meant.fields && meant.events.length > 0) {
    const named = after.events
      .at(-1)
      ?.changedFields.filter((name) => !beside.includes(name) || meant.fields?.includes(name));
    expect(named?.toSorted(), 'the fields that the event names').toEqual(meant.fields.toSorted());
  }
}

/** Holds that nothing that shows a resource has changed. */
export function expectUnchanged(before: Whole, after: Whole): void {
  expect(after).toEqual(before);
}
