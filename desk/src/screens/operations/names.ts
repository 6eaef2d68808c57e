// What changed and who changed it, by name: asked once each.
import { useEffect, useState } from 'react';
import { texts } from '../../texts/index.ts';
import { ask, eventNamesQuery } from './documents.ts';

/** What a urn stands for. */
export interface Name {
  readonly kind: string;
  readonly name: string;
}

/** So many are asked for at once: an item is known by its page, too. */
const mostAtOnce = 100;
const fields = ['clientName', 'identityName', 'entityName', 'assetName', 'companyName', 'groupName', 'threadName'];
const moreFields = ['projectName', 'roleName', 'title'];

function nameIn(node: Readonly<Record<string, unknown>>): string | null {
  const item = node['itemName'] ?? node['namedItem'];
  const page = node['entity'] as { readonly name: string } | null | undefined;
  if (typeof item === 'string') return page ? texts.operations.events.item(item, page.name) : item;
  const found = [...fields, ...moreFields].map((field) => node[field]).find((one) => typeof one === 'string');
  return typeof found === 'string' ? found : null;
}

/** The names of those that may be read; a person without a name is called by the urn. */
export async function readNames(urns: readonly string[]): Promise<Map<string, Name>> {
  const names = new Map<string, Name>();
  for (let first = 0; first < urns.length; first += mostAtOnce) {
    const { nodes } = await ask(eventNamesQuery, { urns: urns.slice(first, first + mostAtOnce) });
    for (const node of nodes) {
      if (!node) continue;
      const name = nameIn(node) ?? (node.__typename === 'Identity' ? node.urn : null);
      if (name !== null) names.set(node.urn, { kind: node.__typename, name });
    }
  }
  return names;
}

/** The names of these, as they become known; null for one that may not be read or has none. */
export function useNames(urns: readonly string[]): ReadonlyMap<string, Name | null> {
  const [known, setKnown] = useState<ReadonlyMap<string, Name | null>>(new Map());
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
