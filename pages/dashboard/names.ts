// The names of API clients and people, asked once each.
import { useEffect, useState } from 'react';
import { ask } from '../shared/graph.ts';
import { onToken } from '../shared/token.ts';
import namesQuery from './queries/names.graphql';

/** Who an urn stands for. */
export interface Name {
  readonly kind: 'API client' | 'person';
  readonly name: string;
}

interface Named {
  readonly urn: string;
  readonly client?: string;
  readonly person?: string | null;
}

/** Most urns that one `nodes` takes. */
const mostAtOnce = 200;

/** The names of those that may be read; a person without a name is called by the urn. */
export async function readNames(urns: readonly string[]): Promise<Map<string, Name>> {
  const names = new Map<string, Name>();
  for (let first = 0; first < urns.length; first += mostAtOnce) {
    const { nodes } = await ask<{ nodes: (Named | null)[] }>(namesQuery, {
      urns: urns.slice(first, first + mostAtOnce),
    });
    for (const node of nodes) {
      if (node?.client) names.set(node.urn, { kind: 'API client', name: node.client });
      else if (node && 'person' in node) names.set(node.urn, { kind: 'person', name: node.person ?? node.urn });
    }
  }
  return names;
}

/** The names of these, as they become known; null for one that may not be read. */
export function useNames(urns: readonly string[]): ReadonlyMap<string, Name | null> {
  const [known, setKnown] = useState<ReadonlyMap<string, Name | null>>(new Map());
  // Another caller may read others.
  useEffect(() => onToken(() => setKnown(new Map())), []);
  const unknown = [...new Set(urns)].filter((urn) => !known.has(urn)).join(' ');
  useEffect(() => {
    if (!unknown) return;
    const wanted = unknown.split(' ');
    let isOver = false;
    // Names that could not be read stay unknown until the next event.
    readNames(wanted).then(
      (names) => {
        if (isOver) return;
        setKnown((before) => new Map([...before, ...wanted.map((urn) => [urn, names.get(urn) ?? null] as const)]));
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [unknown]);
  return known;
}
