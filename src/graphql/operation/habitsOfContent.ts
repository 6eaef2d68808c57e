// What other services have as fields of a page is in items of an entity here.
import { getNamedType, isObjectType, type GraphQLSchema } from 'graphql';
import { camel, fieldsOf } from './habitNames.ts';

// Where content of a name is, by what it is usually; the first pattern that fits counts.
const kinds: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(tags|categories|authors|topics|keywords|related\w*|\w+(Posts|Pages|Articles))$/, ['references']],
  [/^(author|category|topic|parent|layout|blogPost)$/, ['reference']],
  [/^(seo|meta|metadata|blocks|sections|components|data|acf|attributes|fields|props|settings|customFields)$/, ['json']],
  [/(image|picture|photo|logo|icon|thumbnail|cover|banner|avatar|hero|poster|media|asset)$/i, ['image']],
  [/(^date|Date|At|Time|_at|_date)$/, ['dateTime']],
  [/^((?:is|has|show)[A-Z_]\w*|featured|enabled|hidden|sticky)$/, ['boolean']],
  [/(price|cost|amount)$/i, ['moneyItem']],
  [/^(location|coordinates|geo|position|latitude|longitude)$/i, ['latLong']],
  [/(href|link|url)$/i, ['link']],
  [/^(views|count|rank|weight|order|sortOrder|readingTime|\w+Count)$/, ['long']],
  [/(body|content|html|markdown|text|bio|description|summary|excerpt)$/i, ['text', 'markdown']],
  [
    /^(\w*title|headline|heading|subheading|intro|lead|teaser|byline|tagline|caption|label|question|answer|quote)$/i,
    ['text'],
  ],
];

/** What is selected of an item. */
const values: Readonly<Record<string, string>> = {
  image: 'src',
  reference: 'entityReference { name }',
  references: 'entityReference { name }',
  moneyItem: 'formattedValue',
  latLong: 'latitude longitude',
  link: 'href',
};

const longestName = 64;

const hasItems = (schema: GraphQLSchema, type: string): boolean =>
  isObjectType(schema.getType(type)) && fieldsOf(schema.getType(type))['items']?.args[0]?.name === 'names';

const wordsOf = (name: string): readonly string[] | undefined =>
  kinds.find(([pattern]) => pattern.test(camel(name)))?.[1];

/** Whether content is usually called so. Other names may be content, too: everybody chooses their own. */
export const isUsual = (name: string): boolean => wordsOf(name) !== undefined;

/** `title` of an entity: `text(name: "title") { value }`. */
export function inItems(schema: GraphQLSchema, type: string, name: string): string | null {
  const selection = hasItems(schema, type) ? itemNamed(name) : null;
  return selection && `${selection}, as content is in items`;
}

/** `title` of a list of entities. */
export function inItemsOfRows(schema: GraphQLSchema, type: string, name: string): string | null {
  const rows = getNamedType(fieldsOf(schema.getType(type))['nodes']?.type)?.name ?? '';
  const selection = hasItems(schema, rows) ? itemNamed(name) : null;
  return selection && `nodes { ${selection} }`;
}

function itemNamed(name: string): string | null {
  if (name.startsWith('__') || name.length > longestName) return null;
  const ways = wordsOf(name) ?? ['text'];
  return ways.map((way) => `${way}(${argument(way, name)}) { ${values[way] ?? 'value'} }`).join(' or ');
}

const argument = (way: string, name: string): string =>
  way === 'references' ? `names: ["${name}"]` : `name: "${name}"`;

/** `image { src }` of an entity: one image by its name, or all. */
export function itemOrAll(schema: GraphQLSchema, field: string): string | null {
  const kind = 'Entity';
  const names = fieldsOf(schema.getType(kind));
  const all = [`${field}s`, field.replace(/Item$/, '')].find((one) => names[one]?.args[0]?.name === 'names');
  return names[field] && all !== undefined ? `${field}(name: ...) or "${all}", all of them` : null;
}

/** `title` in what an entity is made or changed from, or is looked for by. */
export function itemsIn(schema: GraphQLSchema, input: string, name: string): string | null {
  const [, verb = '', made = '', sought = ''] = /^(?:(Create|Update)(\w+)Input|(\w+)Where)$/.exec(input) ?? [];
  if (!hasItems(schema, made || sought) || name.length > longestName) return null;
  if (verb === 'Create') return `texts: [{ name: "${name}", sortOrder: 0, value: ... }], as content is in items`;
  if (verb === 'Update') return '"updateTextItem", as content is in items';
  return `"textItems(where: { name: { eq: "${name}" }, value: ... })", as content is in items`;
}
