// Makes the printed OpenAPI document one that generators take: no reference leads into a schema, nothing is there that nothing refers
// to, and a part of the paths is a document of its own.
import type { Json } from './openapiFields.ts';

type Parts = Readonly<Record<string, Json>>;

/** The document, as far as it is taken apart here. */
export interface Whole extends Json {
  readonly paths: Parts;
  readonly tags: readonly Json[];
  readonly webhooks?: Parts;
  readonly components: Readonly<Record<string, Json>>;
}

const components = '#/components/';

/** The document with a copy of the member where a reference leads to a member of a schema: generators have a name for whole schemas alone. */
export function spelledOut(document: Whole): Whole {
  const copy = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(copy);
    // What is no list is an object.
    const { $ref: pointer, ...beside } = part as Json;
    if (typeof pointer === 'string' && pointer.includes('/properties/'))
      return { ...(copy(at(document, pointer)) as Json), ...(copy(beside) as Json) };
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, copy(member)]));
  };
  // Nothing but references was changed.
  return copy(document) as Whole;
}

/** The document without the components that nothing refers to, security schemes apart. */
export function onlyReached(document: Whole): Whole {
  const reached = new Set<string>();
  const reach = (part: unknown): void => {
    for (const [, pointer = ''] of JSON.stringify(part).matchAll(/"\$ref":"(#[^"]*)"/g)) {
      if (reached.has(pointer)) continue;
      reached.add(pointer);
      reach(at(document, pointer));
    }
  };
  reach([document.paths, document.webhooks ?? {}]);
  const kept = Object.entries(document.components).map(([group, members]) => [
    group,
    group === 'securitySchemes'
      ? members
      : Object.fromEntries(Object.entries(members).filter(([name]) => reached.has(`${components}${group}/${name}`))),
  ]);
  return { ...document, components: Object.fromEntries(kept) as Whole['components'] };
}

/** The document of the operations with one of these tags, and of nothing else. */
export function ofTags(document: Whole, tags: ReadonlySet<string>): Whole {
  const isKept = (operation: unknown): boolean =>
    Array.isArray(operation) || (operation as { tags: string[] }).tags.some((tag) => tags.has(tag));
  const paths = Object.entries(document.paths).flatMap(([path, operations]) => {
    const kept = Object.entries(operations).filter(([, operation]) => isKept(operation));
    return kept.some(([, operation]) => !Array.isArray(operation)) ? [[path, Object.fromEntries(kept)] as const] : [];
  });
  const { webhooks: _, ...others } = document;
  const part = {
    ...others,
    tags: document.tags.filter(({ name }) => tags.has(String(name))),
    paths: Object.fromEntries(paths),
  };
  return onlyReached(part);
}

// No name in the document has a slash in it.
function at(document: Whole, pointer: string): unknown {
  const steps = pointer.slice('#/'.length).split('/');
  return steps.reduce<unknown>((part, step) => (part as Json | undefined)?.[step], document);
}
