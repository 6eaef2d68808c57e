// The strong tag of a body that shows more than one row: the version of the row, and what else is shown. Children, links
// from the other side and counts change without a new version of the row, and one tag must never name two bodies.
// RFC 9110, 8.8.1.
import { createHash } from 'node:crypto';
import type { Field, Resource } from '../../contract/resource.ts';
import { rowTag } from '../../domain/entityTag.ts';
import type { Body } from './represent.ts';
import type { Row } from '../../engine/context.ts';
import type { Shape } from '../request/shape.ts';

/**
 * The tag of a body, whose JSON text is `text`: that of its row where nothing else is in it, else also a hash.
 * @param shape how the body was made
 */
export function bodyTag(
  resource: Resource,
  row: Row,
  { body, text }: { readonly body: Body; readonly text: string },
  shape: Shape,
): string {
  const own = rowTag(row);
  const isOfRow = shape.expand.size === 0 && !resource.fields.some((field) => isShownBeside(field, body[field.name]));
  if (isOfRow) return own;
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  return own.replace(/"$/, `-${hash}"`);
}

/** Whether a body of the resource may show more than its row. */
export function mayShowMore(resource: Resource): boolean {
  return resource.fields.some((field) => isFromElsewhere(field));
}

// A value that does not follow from the row, and is there: an empty list says nothing that the version does not say.
function isShownBeside(field: Field, value: unknown): boolean {
  if (!isFromElsewhere(field)) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object') return value !== null && /[1-9]/.test(JSON.stringify(value));
  if (typeof value === 'string') return field.typeName === 'DateTime';
  return value === true || (typeof value === 'number' && value !== 0);
}

function isFromElsewhere(field: Field): boolean {
  if (field.isWriteOnly || field.name === 'url' || field.typeClass === 'HISTORY') return false;
  return field.storage !== 'COLUMN' && field.storage !== 'LINKS';
}
