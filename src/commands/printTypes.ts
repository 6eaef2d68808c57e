// Entity types as TypeScript: one interface for each, and what the reader of the client package needs to know of it. Pure.

/** A field of a type, as the graph answers it. */
export interface PrintedField {
  readonly name: string;
  readonly kind: string;
  readonly label: string | null;
  readonly help: string | null;
  readonly required: boolean;
  readonly repeated: boolean;
  readonly choices: readonly string[];
  readonly entityTypes: readonly string[];
}

/** A type, as the graph answers it. */
export interface PrintedType {
  readonly urn: string;
  readonly name: string;
  readonly description: string | null;
  readonly fields: readonly PrintedField[];
}

/** The module with the interfaces of the types, in the order of their names in code. */
export function printTypes(types: readonly PrintedType[]): string {
  const names = identifiersOf(types);
  const nameOf = (urn: string): string | null => names.get(urn) ?? null;
  const sorted = [...types].sort((a, b) => ((nameOf(a.urn) ?? '') < (nameOf(b.urn) ?? '') ? -1 : 1));
  return [
    '// Written by `commonplace types`. Do not edit.',
    "import type * as commonplace from 'commonplace-client';",
    ...sorted.map((type) => printType(type, nameOf)),
    '',
  ].join('\n');
}

// A name in code for each type. Names that come out the same are numbered, in the order of the urns.
function identifiersOf(types: readonly PrintedType[]): Map<string, string> {
  const taken = new Set(['commonplace']);
  const names = new Map<string, string>();
  for (const { urn, name } of [...types].sort((a, b) => (a.urn < b.urn ? -1 : 1))) {
    const plain = identifier(name);
    let free = plain;
    for (let number = 2; taken.has(free); number += 1) free = `${plain}${String(number)}`;
    taken.add(free);
    names.set(urn, free);
  }
  return names;
}

function identifier(name: string): string {
  const words = name.match(/[\p{ID_Continue}$]+/gu) ?? [];
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[\p{ID_Start}$_]/u.test(joined) ? joined : `Type${joined}`;
}

type NameOf = (urn: string) => string | null;

function printType(type: PrintedType, nameOf: NameOf): string {
  const name = nameOf(type.urn) ?? '';
  const members = type.fields.flatMap((field) => [
    ...comment([field.label, field.help], '  '),
    `  readonly ${member(field.name)}: ${fieldType(field, nameOf)};`,
  ]);
  const fields = type.fields.map(({ name: field, kind, required, repeated }) => {
    const rules = `kind: ${quoted(kind)}, required: ${String(required)}, repeated: ${String(repeated)}`;
    return `    ${member(field)}: { ${rules} },`;
  });
  return [
    '',
    ...comment([type.description], ''),
    `export interface ${name} {`,
    ...members,
    '}',
    '',
    `/** The type ${commentText(type.name)}, for \`readPage\`. */`,
    `export const ${name}: commonplace.PageType<${name}> = {`,
    `  urn: ${quoted(type.urn)},`,
    `  name: ${quoted(type.name)},`,
    '  fields: {',
    ...fields,
    '  },',
    '};',
  ].join('\n');
}

function fieldType(field: PrintedField, nameOf: NameOf): string {
  const value = valueType(field, nameOf);
  if (field.repeated) return value.includes(' | ') ? `readonly (${value})[]` : `readonly ${value}[]`;
  // A reader may not see the page that a reference leads to.
  return field.required && field.kind !== 'REFERENCE_ITEM' ? value : `${value} | null`;
}

function valueType({ kind, required, repeated, choices, entityTypes }: PrintedField, nameOf: NameOf): string {
  if (kind === 'REFERENCE_ITEM') {
    const names = entityTypes.map(nameOf);
    const isKnown = names.length > 0 && names.every((name) => name !== null);
    return `commonplace.PageLink${isKnown ? `<${names.join(' | ')}>` : ''}`;
  }
  if (choices.length === 0) return `commonplace.Value<${quoted(kind)}>`;
  // An empty text is none of the choices, and may stand where the field is not required.
  const all = required && !repeated ? choices : [...choices, ''];
  return all.map(quoted).join(' | ');
}

const member = (name: string): string => (/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : quoted(name));

// A text between single quotation marks: what ends it, or a line, is escaped.
function quoted(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inside.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}

function comment(lines: readonly (string | null)[], indent: string): string[] {
  const said = lines.filter((line) => line !== null && line !== '').map((line) => commentText(String(line)));
  return said.length === 0 ? [] : [`${indent}/** ${said.join('. ').replaceAll('.. ', '. ')} */`];
}

const commentText = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('*/', '* /').trim();
