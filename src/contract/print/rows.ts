// Prints the TypeScript types of each kind: its stored row, and what a write may bring beside it. Links are urns, instants
// canonical text, 64 bit integers text. Called by `npm run generate` only.
import { isChildList } from '../fieldGroups.ts';
import { isCreatable, type Contract, type Field, type ObjectType, type Resource } from '../resource.ts';

const typescript: Readonly<Record<StoredType, string>> = {
  TEXT: 'string',
  BOOLEAN: 'boolean',
  NUMBER: 'number',
  JSON: 'Readonly<Record<string, unknown>>',
};

/** The text of src/generated/rows.ts. */
export function printRows(contract: Contract): string {
  const isStored = (name: string): boolean =>
    contract.resources.some((r) => r.fields.some((f) => f.storage === 'COLUMN' && f.typeName === name));
  const objects = [...contract.objects.values()].filter(({ name }) => isStored(name));
  const kinds = [...objects.map(printObject), ...contract.resources.map(printRow)].join('\n');
  const map = contract.resources.map((r) => `  readonly ${r.name}: ${r.name}Row;`).join('\n');
  const beside = contract.resources.map(printBeside).join('');
  const items = contract.resources.filter((r) => r.isItem).map((r) => `'${r.name}'`);
  return `// Printed from schema/ by \`npm run generate\`. Do not edit.

${kinds}
/** The row type of each kind. */
export interface Rows {
${map}
}

/** The kinds of items. */
export type ItemName = ${items.join(' | ')};

/** What a write may bring beside what the row shows: links, children, and values that are never answered. */
interface BesideRow {
${beside}}

/** The canonical values that a write has for a kind, by field: what is absent stays as it is. */
export type RowValues<Name extends keyof Rows> = {
  -readonly [Field in Exclude<keyof Rows[Name], \`$\${string}\`>]?: Rows[Name][Field] | undefined;
} & (Name extends keyof BesideRow
  ? { -readonly [Field in keyof BesideRow[Name]]?: BesideRow[Name][Field] | undefined }
  : unknown);
`;
}

function printBeside(resource: Resource): string {
  const isBeside = (f: Field): boolean => f.storage !== 'COLUMN' || f.isWriteOnly;
  const fields = resource.fields.filter((f) => isBeside(f) && isCreatable(f) && !f.isPaged);
  const members = fields.map(
    (f) => `    readonly ${f.name}: ${isChildList(f) ? `readonly RowValues<'${f.typeName}'>[]` : typeOf(f)};\n`,
  );
  return members.length === 0 ? '' : `  readonly ${resource.name}: {\n${members.join('')}  };\n`;
}

function printObject({ name, fields }: ObjectType): string {
  const members = fields.filter((f) => !f.isComputed).map((f) => `  readonly ${f.name}: ${typeOf(f)};\n`);
  return `/** A stored ${name}. */\nexport type Stored${name} = {\n${members.join('')}};\n`;
}

function printRow(resource: Resource): string {
  const fields = resource.fields.filter((f) => f.storage === 'COLUMN' && !f.isWriteOnly);
  const members = fields.map((f) => `  readonly ${f.name}: ${typeOf(f)};`).join('\n');
  return `/** A stored ${resource.name}. */
type ${resource.name}Row = {
  readonly $kind: '${resource.name}';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
${members}
};
`;
}

function typeOf(field: Field): string {
  const members = field.members.map((m) => `'${m}'`).join(' | ');
  const element =
    field.typeClass === 'OBJECT' ? `Stored${field.typeName}` : members === '' ? typescript[storedType(field)] : members;
  const whole = field.isList ? `readonly (${element})[]` : element;
  const isAlways = field.isNonNull || field.isRequired;
  return isAlways ? whole : `${whole} | null`;
}

/** The forms a value is held in. */
type StoredType = 'TEXT' | 'BOOLEAN' | 'NUMBER' | 'JSON';

/** The form in which a stored field's (element) value is held in a row. */
export function storedType(field: Field): StoredType {
  if (field.typeClass === 'OBJECT' || field.typeName === 'JSON') return 'JSON';
  if (field.typeName === 'Boolean') return 'BOOLEAN';
  return field.typeName === 'Int' || field.typeName === 'Float' ? 'NUMBER' : 'TEXT';
}
