// Every way in which a resource and the list of its kind are read, on both faces.
import { filtersOf } from '../../src/contract/listQuery.ts';
import type { Field, Resource } from '../../src/contract/resource.ts';
import type { Client } from '../support/client.ts';

/** Whether the kind is content. Typed here and not taken from the label. */
export const isContent = ({ name }: Resource): boolean =>
  /^(Asset|Entity|EntityList|EntityListItem|EntityType|ImageItemFile|Redirect|\w+Item)$/.test(name);

/** The fields that lead to other resources. */
export const linksOf = (kind: Resource): Field[] =>
  kind.fields.filter((field) => field.typeClass === 'LINK' && !field.isWriteOnly);

const selectionOf = (kind: Resource, ofLinks = '{ urn }'): string =>
  kind.fields
    // A history is refused to who sees no drafts, and the item with it.
    .filter(({ name, isWriteOnly, typeClass }) => !isWriteOnly && typeClass !== 'OBJECT' && name !== 'history')
    .map(({ name, typeClass, isPaged }) =>
      typeClass !== 'LINK' ? name : `${name} ${isPaged ? `{ totalCount nodes ${ofLinks} }` : ofLinks}`,
    )
    .join(' ');

/** What was asked, and how it was answered. */
export type Answered = readonly [what: string, status: number, body: unknown];

/** A REST request as an answer. */
export async function restDoor(
  client: Client,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const { status, body } = await client.rest(method, path, { headers });
  return [`${method} ${path}`, status, body];
}

/** A document as an answer. */
export async function graphDoor(client: Client, query: string): Promise<Answered> {
  const { status, data, errors } = await client.graph(query);
  return [query, status, { data, codes: errors?.map(({ extensions }) => extensions['code']) }];
}

/** The ways to one resource of the kind and to the list of the kind; of `named`, the field of the kind and a urn, alone. */
export async function* readDoors(
  client: Client,
  kind: Resource,
  urn: string,
  named: readonly [field: string, urn: string] | null = null,
): AsyncGenerator<Answered> {
  const rest = (method: string, path: string): Promise<Answered> => restDoor(client, method, `/n/v1/${path}`);
  const graph = (query: string): Promise<Answered> => graphDoor(client, query);
  const expand = linksOf(kind)
    .slice(0, 20)
    .map(({ name }) => name)
    .join();
  yield rest('GET', `${kind.path}/${urn}`);
  yield rest('HEAD', `${kind.path}/${urn}`);
  yield rest('GET', `${kind.path}/${urn}?expand=${expand}`);
  if (kind.historyPath) yield rest('GET', `${kind.historyPath}/${urn}`);
  for (const { name } of kind.fields.filter((field) => field.isList && field.typeClass === 'LINK'))
    yield rest('GET', `${kind.path}/${urn}/${name.toLowerCase()}?limit=200&count=true`);
  yield graph(`{ ${kind.singularField}(urn: "${urn}") { ${selectionOf(kind)} } }`);
  yield graph(`{ node(urn: "${urn}") { urn } nodes(urns: ["${urn}"]) { urn ... on ${kind.name} { version } } }`);
  if (!kind.operations.has('LIST')) return;
  const filter = named ? `&filter[${named[0]}]=${named[1]}` : '';
  const where = named ? `, where: { ${named[0]}: { eq: "${named[1]}" } }` : '';
  yield rest('GET', `${kind.plural}?limit=200&count=true${filter}`);
  yield rest('GET', `${kind.plural}?limit=200&expand=${expand}${filter}`);
  yield graph(`{ ${kind.pluralField}(first: 10${where}) { totalCount nodes { ${selectionOf(kind)} } } }`);
  const texts = [...filtersOf(kind)].filter(([, field]) => field.typeName === 'String');
  for (const [name] of named ? texts.slice(0, 1) : texts) {
    yield rest('GET', `${kind.plural}?filter[${name}][containsFold]=CANARY&count=true${filter}`);
  }
}

/** All that a generator gives. */
export async function collected<T>(all: AsyncGenerator<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of all) found.push(one);
  return found;
}
