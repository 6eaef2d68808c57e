// What is typed into one item, saved as a draft when typing rests: with the version it began from, so that a change of somebody
// else's is noticed. Then both values are kept until the person chooses.
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useEffect, useRef, useState } from 'react';
import { graph } from '../../graph/client.ts';
import { refusalsOf } from '../../graph/refusal.ts';
import { creations, updates } from './changes.ts';
import { inputOf, isBlank, typedOf, type Item, type KindName, type Typed } from './kinds.ts';

/** What all changes of items answer. */
export interface Change {
  readonly change: {
    readonly item?: Item | null;
    readonly current?: Item | null;
    readonly userErrors: readonly { readonly code: string; readonly path?: string | null; readonly message: string }[];
  };
}

interface Variables {
  readonly urn: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expectedVersion: string;
}

/** How far the draft is. */
export type DraftState = 'saved' | 'typing' | 'saving' | 'problem';

/** A draft, and what one can do with it. */
export interface Draft {
  readonly typed: Typed;
  readonly type: (next: Typed) => void;
  readonly state: DraftState;
  /** Whether anything was typed since the screen was opened. */
  readonly wasTyped: boolean;
  readonly problem: string;
  /** What somebody else wrote meanwhile; null when nobody did. */
  readonly theirs: Item | null;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  /** Creates the item if it is yet to be; false when it could not be. */
  readonly create: () => Promise<boolean>;
}

const rests = 700;
const againAfter = 3_000;

/** Drafts that are not saved, in the whole tab, each with how it is saved: leaving is warned of. */
const unsaved = new Map<string, () => Promise<void>>();

/** Saves what was typed last, everywhere; false when something could not be saved. */
export async function saveDrafts(): Promise<boolean> {
  await Promise.all([...unsaved.values()].map((save) => save()));
  return unsaved.size === 0;
}

addEventListener('beforeunload', (event) => {
  if (unsaved.size > 0) event.preventDefault();
});

// Each document changes its own kind; all take and answer the same shape.
const documentOf = (kind: KindName) => updates[kind] as unknown as TypedDocumentNode<Change, Variables>;
const creationOf = (kind: KindName) =>
  creations[kind] as unknown as TypedDocumentNode<Change, { readonly input: Variables['input'] }>;

/** The draft of an item of a page; `created` is called once an item that was not there is. */
export function useDraft(item: Item, page: string, created: () => void): Draft {
  const [typed, setTyped] = useState(() => typedOf(item));
  const [state, setState] = useState<DraftState>('saved');
  const [problem, setProblem] = useState('');
  const [theirs, setTheirs] = useState<Item | null>(null);
  // What a save that is under way must know, whenever it ends.
  const now = useRef({ typed, isDirty: false, version: item.version, isStopped: false });
  const saving = useRef<Promise<void>>(null);
  const [wasTyped, setWasTyped] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { urn, __typename: kind } = item;

  const clean = (): void => {
    now.current.isDirty = false;
    unsaved.delete(urn);
  };
  const adopt = (other: Item): void => {
    clean();
    now.current.typed = typedOf(other);
    now.current.version = other.version;
    setTyped(now.current.typed);
    setTheirs(null);
    setProblem('');
    setState('saved');
  };

  // What somebody else wrote is shown at once, unless something was typed that is not saved.
  useEffect(() => {
    if (!now.current.isDirty && Number(item.version) > Number(now.current.version)) adopt(item);
  });

  // One at a time: what is typed meanwhile is saved after it.
  const save = (): Promise<void> => {
    clearTimeout(timer.current);
    saving.current ??= send().finally(() => {
      saving.current = null;
    });
    return saving.current;
  };
  const send = async (): Promise<void> => {
    const held = now.current;
    if (!held.isDirty) return;
    const sent = held.typed;
    const input = inputOf(kind, sent);
    if (typeof input === 'string') {
      setProblem(input);
      setState('problem');
      return;
    }
    setState('saving');
    const isNew = held.version === '0';
    const { name, sortOrder } = item;
    const { data, error } = isNew
      ? await graph.mutation(creationOf(kind), { input: { ...input, urn, entity: page, name, sortOrder } }).toPromise()
      : await graph.mutation(documentOf(kind), { urn, input, expectedVersion: held.version }).toPromise();
    const change = data?.change;
    if (change?.item) {
      if (isNew) created();
      held.version = change.item.version;
      setProblem('');
      if (held.typed !== sent) return send();
      clean();
      setState('saved');
    } else if (change?.current) {
      setTheirs(change.current);
      setState('problem');
    } else {
      const refusals = refusalsOf(error, change);
      setProblem(refusals.map(({ message }) => message).join(' '));
      setState('problem');
      if (refusals[0]?.code === 'NETWORK' && !held.isStopped) timer.current = setTimeout(() => void save(), againAfter);
    }
  };

  const latest = useRef(save);
  latest.current = save;
  // Leaving the screen saves what was typed last.
  useEffect(() => {
    now.current.isStopped = false;
    const held = now.current;
    return () => {
      void latest.current();
      held.isStopped = true;
    };
  }, []);

  return {
    typed,
    wasTyped,
    type: (next) => {
      setWasTyped(true);
      now.current.typed = next;
      now.current.isDirty = true;
      unsaved.set(urn, () => latest.current());
      setTyped(next);
      setState('typing');
      clearTimeout(timer.current);
      if (!theirs) timer.current = setTimeout(() => void latest.current(), rests);
    },
    state,
    problem,
    theirs,
    keepMine: () => {
      if (!theirs) return;
      now.current.version = theirs.version;
      setTheirs(null);
      void save();
    },
    takeTheirs: () => {
      if (theirs) adopt(theirs);
    },
    create: async () => {
      const held = now.current;
      if (!isBlank(item)) return true;
      held.isDirty = true;
      await save();
      return held.version !== '0';
    },
  };
}
