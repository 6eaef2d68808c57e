// Documents of the graph made by chance from the contract: any kind, its fields, links and lists, with aliases, fragments,
// duplicates, and parts that are skipped or included.
import { itemLists } from '../../src/contract/listedItems.ts';
import { isSortable } from '../../src/contract/listQuery.ts';
import type { Contract, Field, Resource } from '../../src/contract/resource.ts';
import type { Chance } from '../crash/chance.ts';

/** A document and its variables. */
export interface MadeDocument {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A document that asks for one or two of these urns by fields of their kinds. */
export function documentBy(
  chance: Chance,
  contract: Contract,
  urns: readonly { readonly kind: string; readonly urn: string }[],
): MadeDocument {
  const fragments: string[] = [];
  const roots = Array.from({ length: chance.is(0.2) ? 2 : 1 }, (_, at) => {
    const { kind, urn } = chance.of(urns) ?? { kind: 'Entity', urn: '' };
    const resource = contract.byName.get(kind);
    if (!resource) throw new Error(`There is no kind ${kind}`);
    // A variable, a literal, or the urn in capitals.
    const shown = chance.is(0.1) ? urn.toUpperCase() : urn;
    return {
      urn: shown,
      text: (name: string) =>
        chance.is(0.3) && resource.operations.has('LIST')
          ? `r${String(at)}: ${resource.pluralField}${order(chance, resource)} ${connection(chance, resource, 2, fragments)} o${String(at)}: ${resource.singularField}(urn: $${name}) { urn }`
          : `r${String(at)}: ${resource.singularField}(urn: ${chance.is(0.3) ? `"${shown}"` : `$${name}`}) ${selection(chance, resource, 3, fragments)}`,
    };
  });
  const texts = roots.map(({ text }, at) => text(`u${String(at)}`));
  const declared = roots.map((_, at) => `$u${String(at)}: ID!`).join(', ');
  const query = `query (${declared}, $yes: Boolean = true, $no: Boolean!) { ${texts.join(' ')} a: __typename @include(if: $yes) b: __typename @skip(if: $no) ${texts.map((_, at) => `c${String(at)}: node(urn: $u${String(at)}) @include(if: $no) { urn }`).join(' ')} } ${fragments.join(' ')}`;
  return {
    query,
    variables: { ...Object.fromEntries(roots.map(({ urn }, at) => [`u${String(at)}`, urn])), no: false },
  };
}

// The page and its order.
function order(chance: Chance, resource: Resource): string {
  const field = chance.of(resource.fields.filter(isSortable));
  const name = field?.name.replace(/[A-Z]+/g, (letters) => `_${letters}`).toUpperCase();
  const by =
    name && chance.is(0.5) ? `, orderBy: [{ field: ${name}, direction: ${chance.is(0.5) ? 'ASC' : 'DESC'} }]` : '';
  return `(${chance.is(0.7) ? 'first' : 'last'}: ${String(1 + chance.below(4))}${by})`;
}

function connection(chance: Chance, resource: Resource, depth: number, fragments: string[]): string {
  const parts = [
    `nodes ${selection(chance, resource, depth, fragments)}`,
    `edges { cursor node ${selection(chance, resource, depth, fragments)} }`,
    'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }',
    'pageInfo { hasNextPage }',
    'totalCount',
    'totalCountIsEstimate __typename',
  ];
  const chosen = parts.filter(() => chance.is(0.35));
  return `{ ${chosen.length > 0 ? chosen.join(' ') : 'nodes { urn }'} }`;
}

const isAsked = (field: Field): boolean =>
  !field.isPaged && field.typeClass !== 'HISTORY' && field.typeClass !== 'OBJECT';

function selection(chance: Chance, resource: Resource, depth: number, fragments: string[]): string {
  const leaves = resource.fields.filter((f) => isAsked(f) && f.typeClass !== 'LINK');
  const links = resource.fields.filter((f) => isAsked(f) && f.typeClass === 'LINK');
  const parts: string[] = [];
  for (let count = 1 + chance.below(5); count > 0; count -= 1)
    parts.push(leaf(chance, chance.of(leaves)?.name ?? 'urn'));
  for (let count = depth > 0 ? chance.below(4) : 0; count > 0 && links.length > 0; count -= 1) {
    const field = chance.of(links);
    const target = field?.target;
    if (field && target) parts.push(`${alias(chance)}${field.name} ${selection(chance, target, depth - 1, fragments)}`);
  }
  const pages = resource.fields.filter((f) => f.isPaged && f.typeClass === 'LINK');
  const paged = depth > 0 && chance.is(0.3) ? chance.of(pages) : undefined;
  if (paged?.target)
    parts.push(
      `${alias(chance)}${paged.name}(first: ${String(1 + chance.below(3))}) ${connection(chance, paged.target, depth - 1, fragments)}`,
    );
  const object = chance.is(0.3) ? chance.of(resource.fields.filter(({ object: type }) => type !== null)) : undefined;
  if (object) parts.push(`${alias(chance)}${object.name} ${members(chance, object)}`);
  if (depth > 0 && itemLists(resource).length > 0 && chance.is(0.2))
    parts.push(
      `${alias(chance)}items { __typename ... on Item { urn sortOrder } ... on TextItem { value entity { name } } }`,
    );
  if (chance.is(0.2)) parts.push('__typename');
  const text = parts.join(' ');
  if (chance.is(0.1)) {
    fragments.push(`fragment F${String(fragments.length)} on ${resource.name} { ${text} }`);
    return `{ urn ...F${String(fragments.length - 1)} }`;
  }
  if (chance.is(0.1)) return `{ ... on Node { urn version } ... on ${resource.name} { ${text} } }`;
  return chance.is(0.1) ? `{ ${text} ... { ${text} } }` : `{ ${text} }`;
}

// Some members of a value object.
function members(chance: Chance, { object }: Field): string {
  const some = (object?.fields ?? []).filter(({ typeClass }) => typeClass !== 'OBJECT' && chance.is(0.5));
  const named = some.map(({ name, typeClass }) => (typeClass === 'LINK' ? `${name} { urn url }` : name));
  return `{ ${['__typename', ...named].join(' ')} }`;
}

// Names of the answer are chosen so that two fields never want the same one.
let aliases = 0;
function alias(chance: Chance): string {
  if (!chance.is(0.15)) return '';
  aliases += 1;
  return `x${String(aliases)}: `;
}

function leaf(chance: Chance, name: string): string {
  const condition = chance.is(0.1)
    ? (chance.of([' @skip(if: $no)', ' @include(if: $yes)', ' @include(if: $no)']) ?? '')
    : '';
  return `${alias(chance)}${name}${condition}`;
}
