// Prints the TypeScript type of each kind's stored row: links are urns, instants canonical text, 64 bit integers text.
// Called by `npm run generate` only.
import { storedType, type StoredType } from './storedType.ts';
import type { Contract, Field, Resource } from '../resource.ts';

const typescript: Readonly<Record<StoredType, string>> = {
  TEXT: 'string',
  BOOLEAN: 'boolean',
  NUMBER: 'number',
  JSON: 'Readonly<Record<string, unknown>>',
};

/** The text of src/generated/rows.ts. */
export function printRows(contract: Contract): string {
  const kinds = contract.resources.map(printRow).join('\n');
  const map = contract.resources.map((r) => `  readonly ${r.name}: ${r.name}Row;`).join('\n');
  return `// Printed from schema/ by \`npm run generate\`. Do not edit.

${kinds}
/** The row type of each kind. */
export interface Rows {
${map}
}
`;
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
  const element =
    field.typeClass === 'ENUM' ? field.members.map((m) => `'${m}'`).join(' | ') : typescript[storedType(field)];
  const whole = field.isList ? `readonly (${element})[]` : element;
  const isAlways = field.isNonNull || field.isRequired;
  return isAlways ? whole : `${whole} | null`;
}
