// The subscription fields: what each follows in the event log and what it delivers. Resource reference 9.7.
import { givenCursor } from '../../engine/cursor.ts';
import { requireCaller } from '../../engine/authorize.ts';
import {
  cursorOfEvent,
  knowable,
  kindOfSubject,
  passes,
  positionOf,
  postsOfThread,
  type Decisions,
} from '../../actions/events/followEvents.ts';
import { findAny } from '../../engine/readResource.ts';
import type { EventFilter, LogEvent, Place } from '../../actions/events/eventSource.ts';
import { readEditors } from '../../actions/content/entityEditors.ts';
import { readInboxState } from '../../actions/community/inbox.ts';
import { readArguments } from '../../contract/rules.ts';
import { resourceOf } from '../../contract/resource.ts';
import { invalidParameter, notFound } from '../../domain/errors.ts';
import type { EventPosition } from '../../domain/eventCursor.ts';
import { newUrn } from '../../domain/urn.ts';
import type { GraphContext } from '../operation/context.ts';
import { readView, type ReadView } from '../resolvers/view.ts';
import { eventFilter } from '../resolvers/events.ts';

const sources: Readonly<Record<string, Source>> = {
  ...{ events, entityViewChanged, entityEditorsChanged, taskChanged, threadPosts, inboxChanged },
};

/** By field of `Subscription`; each is given its arguments checked and canonical. */
export const subscriptionSources: Readonly<Record<string, Source>> = Object.fromEntries(
  Object.entries(sources).map(([name, source]) => [name, withArguments(name, source)]),
);

function withArguments(name: string, source: Source): Source {
  return async (args, context, end) => {
    const field = context.contract.subscriptions.get(name);
    return source(field ? readArguments(context.contract, field, args) : args, context, end);
  };
}

function afterOf(context: GraphContext, args: Readonly<Record<string, unknown>>): EventPosition | null {
  const given = givenCursor(args['after']);
  return given === null ? null : positionOf(context, given);
}

async function events(args: Readonly<Record<string, unknown>>, context: GraphContext, end: Place): Promise<Follow> {
  requireCaller(context.viewer);
  const filter = eventFilter(args);
  const after = afterOf(context, args);
  const first =
    args['includeSnapshot'] === true
      ? await snapshot(context, filter, { epoch: context.eventLog.epoch, ...(after ?? end) })
      : [];
  const decide = (...[now, batch, decisions]: Parameters<Follow['messages']>): Promise<LogEvent[]> => {
    const wanted = batch.filter((event) => passes(filter, event));
    return knowable(now, wanted, decisions);
  };
  return {
    after,
    first,
    prefetch: decide,
    async messages(now, batch, decisions) {
      const known = await decide(now, batch, decisions);
      return known.map((event) => ({ at: event, value: event }));
    },
  };
}

// The present state of the targets as events that were never stored; what may not be read is left out.
async function snapshot(context: GraphContext, filter: EventFilter, position: EventPosition): Promise<LogEvent[]> {
  const urns = filter.targetUrns;
  if (!urns) throw invalidParameter('includeSnapshot', 'targetUrns must say of what.');
  const found = await findAny(context, urns);
  return found.flatMap((row) => {
    const subject = row ? resourceOf(context.contract, row.$kind).subject : null;
    if (!row || !subject || (filter.subjects && !filter.subjects.includes(subject))) return [];
    return [
      {
        urn: newUrn(),
        epoch: position.epoch,
        ordinal: 0,
        sequence: position.sequence,
        owner: row.$owner,
        tenant: '',
        subject,
        event: 'ALL',
        targetUrn: row.urn,
        targetVersion: row.version,
        changedFields: [],
        actor: { urn: null, type: 'SYSTEM' },
        timestamp: row.updatedTimestamp,
      },
    ];
  });
}

const grants: readonly string[] = ['PERMISSION', 'ROLE', 'GROUP', 'GROUP_MEMBERSHIP', 'IDENTITY', 'COMPANY'];

// Whether a batch may have changed who may read what.
const touchesGrants = (batch: readonly LogEvent[]): boolean => batch.some((event) => grants.includes(event.subject));

async function requireReadable(context: GraphContext, kind: string, urn: string): Promise<null> {
  if (!(await context.loaders.byUrn(kind, urn))) throw notFound();
  return null;
}

async function taskChanged(args: Readonly<Record<string, unknown>>, context: GraphContext): Promise<Follow> {
  requireCaller(context.viewer);
  const urn = String(args['urn']);
  const mayFollow = (now: GraphContext): Promise<null> => requireReadable(now, 'Task', urn);
  await mayFollow(context);
  return {
    after: null,
    first: [],
    mayFollow,
    async messages(now, batch, decisions) {
      const about = batch.filter((event) => event.targetUrn === urn);
      if (about.length === 0 && !touchesGrants(batch)) return [];
      const isDeleted = about.some((event) => event.event === 'DELETE');
      if (!isDeleted) await mayFollow(now);
      return (await knowable(now, about, decisions)).map((event) => ({ at: event, value: event }));
    },
  };
}

async function threadPosts(args: Readonly<Record<string, unknown>>, context: GraphContext): Promise<Follow> {
  requireCaller(context.viewer);
  const thread = String(args['thread']);
  const mayFollow = (now: GraphContext): Promise<null> => requireReadable(now, 'MessageThread', thread);
  await mayFollow(context);
  return {
    after: afterOf(context, args),
    first: [],
    mayFollow,
    async messages(now, batch, decisions) {
      const about = batch.filter((event) => event.subject === 'THREAD_POST');
      const mayHaveEnded = touchesGrants(batch) || batch.some((event) => event.targetUrn === thread);
      if (about.length > 0 || mayHaveEnded) await mayFollow(now);
      const posts = await postsOfThread(now, thread, about);
      return (await knowable(now, posts, decisions)).map((event) => ({ at: event, value: event }));
    },
  };
}

const inbox: readonly string[] = ['MESSAGE_THREAD_NOTIFICATION', 'THREAD_POST', 'MESSAGE_THREAD'];

async function inboxChanged(_: unknown, context: GraphContext): Promise<Follow> {
  let { mark } = await readInboxState(context);
  return {
    after: null,
    first: [],
    async messages(now, batch) {
      const last = batch.findLast((e) => inbox.includes(e.subject) && e.tenant === now.viewer.tenantUrn);
      if (!last) return [];
      const state = await readInboxState(now);
      if (state.mark === mark) return [];
      const accept = (): void => void (mark = state.mark);
      return [{ at: last, value: { ...state, cursor: cursorOfEvent(last) }, accept }];
    },
  };
}

async function entityViewChanged(args: Readonly<Record<string, unknown>>, context: GraphContext): Promise<Follow> {
  let { etag } = await viewNow(context, args);
  const mayFollow = async (now: GraphContext, cursor: string): Promise<Told | null> => {
    const view = await viewNow(now, args);
    const accept = (): void => void (etag = view.etag);
    return view.etag === etag ? null : { value: { cursor, view: view.entity }, accept };
  };
  return {
    after: null,
    first: [],
    mayFollow,
    async messages(now, batch) {
      const { tenantUrn } = now.viewer;
      const last = batch.findLast(
        (event) => mayChangeViews(now, event) && (tenantUrn === null || event.tenant === tenantUrn),
      );
      const told = last && (await mayFollow(now, cursorOfEvent(last)));
      return told ? [{ at: last, ...told }] : [];
    },
  };
}

async function entityEditorsChanged(
  args: Readonly<Record<string, unknown>>,
  context: GraphContext,
  { sequence }: Place,
): Promise<Follow> {
  const entity = String(args['urn']);
  let [known, changesAt] = ['', Infinity];
  const mayFollow = async (now: GraphContext, cursor: string): Promise<Told | null> => {
    const found = await readEditors(now, entity);
    // Who does not say so again ends then, which nobody tells.
    changesAt = performance.now() + Math.min(...found.map(({ millisLeft }) => millisLeft));
    const editors = found.map(({ actor, sinceTimestamp }) => ({ actor, sinceTimestamp }));
    const state = JSON.stringify(editors);
    return state === known ? null : { value: { cursor, editors }, accept: () => void (known = state) };
  };
  const first = await mayFollow(context, cursorOfEvent({ epoch: context.eventLog.epoch, sequence }));
  first?.accept?.();
  return {
    after: null,
    first: first ? [first.value] : [],
    editing: { entity, changesAt: () => changesAt },
    mayFollow,
    async messages(now, batch) {
      const last = batch.findLast((event) => event.targetUrn === entity || grants.includes(event.subject));
      const told = last && (await mayFollow(now, cursorOfEvent(last)));
      return told ? [{ at: last, ...told }] : [];
    },
  };
}

// A view shows entities with their items, by the languages of the company, as far as grants allow.
function mayChangeViews(context: GraphContext, event: LogEvent): boolean {
  if (event.subject === 'ENTITY' || grants.includes(event.subject)) return true;
  return kindOfSubject(context, event.subject)?.isItem === true;
}

const viewNow = (context: GraphContext, args: Readonly<Record<string, unknown>>): Promise<ReadView> =>
  readView(context, { path: args['path'], language: args['language'], variant: args['variant'] }, null);

/** One answer: the value of the root field. */
interface Told {
  readonly value: unknown;
  /** Called once the answer has been made and is about to be sent; what was made in vain is made again. */
  readonly accept?: () => void;
}

/** One answer, and the event up to which others are contained. */
interface Message extends Told {
  readonly at: LogEvent;
}

/** A subscription field with its arguments, for one viewer. Groups of equal subscribers share one. */
export interface Follow {
  /** The position it starts behind; null for the present end of the log. */
  readonly after: EventPosition | null;
  /** Values that are delivered first, to this subscriber alone. */
  readonly first: readonly unknown[];
  /**
   * What a batch of events means: answers in order. Called with the viewer as it is now, and again with the same batch
   * when it or the making of its answers failed for the moment: what it remembers changes in `accept` only. A ServiceError
   * that is not of the moment ends the subscription.
   */
  messages(context: GraphContext, events: readonly LogEvent[], decisions: Decisions): Promise<readonly Message[]>;
  /**
   * Throws when the caller may follow what it follows no more, or gives what has become of that: called when its rights may have
   * ended by the clock, of which no event tells, with the cursor of the present place. Absent where each answer is decided by itself.
   */
  readonly mayFollow?: (context: GraphContext, cursor: string) => Promise<Told | null>;
  /** The entity of which it follows who edits it, and when that changes unless somebody says so again (performance.now). */
  readonly editing?: { readonly entity: string; readonly changesAt: () => number };
  /** Fills in the decisions that `messages` will need. Changes nothing else: its viewer may turn out to be an older one. */
  prefetch?(context: GraphContext, events: readonly LogEvent[], decisions: Decisions): Promise<unknown>;
}

/** Begins a subscription at the end of the log: checks arguments and permission, and throws a ServiceError to refuse. */
export type Source = (
  args: Readonly<Record<string, unknown>>,
  context: GraphContext,
  end: Place,
) => Promise<Follow> | Follow;
