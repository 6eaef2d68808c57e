// Positions in lists as opaque, signed text. A cursor fits one list with one order and one filter; anything else is
// refused with INVALID_CURSOR. Resource reference 1.7.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  isWorded,
  longValue,
  plainFilter,
  plainTerm,
  type Filter,
  type OrderTerm,
  type Position,
} from '../contract/listQuery.ts';
import { invalidCursor } from '../domain/errors.ts';
import { eventCursor, eventPosition } from '../domain/eventCursor.ts';
import type { Row } from '../database/engine/row.ts';

const signatureBytes = 12;

/** Longest text of a sort value that a cursor carries; a longer one is looked up again by the row's urn. */
const longestValue = 80;

/** What a cursor is bound to: the list, its order and its conditions. */
export function listFingerprint(list: string, order: readonly OrderTerm[], conditions: readonly Filter[] = []): string {
  // Names were in the order of code points once: cursors on that order are of another list.
  const terms = order.map((term) => [...plainTerm(term), ...(isWorded(term.field) ? ['names'] : [])]);
  const stated = [list, terms, conditions.map(plainFilter)];
  return createHash('sha256').update(JSON.stringify(stated)).digest('base64url').slice(0, 12);
}

/** What cursors are made with: the key they are signed with, and the past that positions in the event log are of. */
export interface CursorParts {
  readonly cursorKey: Buffer;
  readonly eventLog: { readonly epoch: number };
}

/** The position of a row as a cursor. */
export function cursorOf(key: CursorParts, list: string, order: readonly OrderTerm[], row: Row): string {
  if (row.$kind === 'WebhookTrigger' && isEventOrder(order))
    return eventCursor({ epoch: key.eventLog.epoch, sequence: Number(row['sequence']) });
  return sealed(key.cursorKey, list, positionOf(order, row));
}

/** The cursor of the row with these sort values, the urn being the last of them. */
export function cursorAt(key: { readonly cursorKey: Buffer }, list: string, values: readonly unknown[]): string {
  return sealed(key.cursorKey, list, values.map(sortValue));
}

/** Where a row stands in a list of that order. */
export function positionOf(order: readonly OrderTerm[], row: Row): Position {
  return [...order.map(({ field, item }) => sortValue(row[item ? field.column : field.name])), row.urn];
}

/** Any position as a cursor of that list. */
export function sealed(key: Buffer, list: string, position: Position): string {
  const body = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${body}.${sign(key, list, body)}`;
}

/** A cursor as a caller gave it; the empty text is none, as an empty parameter is. */
export function givenCursor(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * The position a cursor stands for. Throws INVALID_CURSOR for one of another list, order or filter, or a forged one. In the
 * order of the event log the urn's place holds the epoch, which listing events compares.
 * @param given the cursor, as `after` or, said so, as `before`
 */
export function positionFrom(
  key: CursorParts,
  list: string,
  order: readonly unknown[],
  given: string | { readonly before: string },
): Position {
  const [name, cursor] = typeof given === 'string' ? ['after', given] : ['before', given.before];
  if (isEventOrder(order) && /^[0-9.]+$/.test(cursor)) {
    const { epoch, sequence } = eventPosition(cursor, key.eventLog.epoch, name);
    return [String(sequence), epoch];
  }
  const [body, signature, ...rest] = cursor.length <= 2048 ? cursor.split('.') : [];
  if (!body || !signature || rest.length > 0) throw invalidCursor(name);
  const expected = Buffer.from(sign(key.cursorKey, list, body));
  const sent = Buffer.from(signature);
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw invalidCursor(name);
  // The signature holds: this text was made by `sealed`.
  const position = JSON.parse(Buffer.from(body, 'base64url').toString()) as Position;
  if (position.length !== order.length + 1) throw invalidCursor(name);
  return position;
}

// In the order of the event log the cursor of the event is the cursor: one for webhooks, subscriptions and lists. No two
// events share one, so the urn has nothing to decide.
function isEventOrder(order: readonly unknown[]): boolean {
  // A term is an OrderTerm, or for lists with an order of their own a plain name, which has no such members.
  const [first, ...rest] = order as readonly Partial<OrderTerm>[];
  return first?.field?.name === 'sequence' && first.isDescending === false && rest.length === 0;
}

function sign(key: Buffer, list: string, body: string): string {
  return createHmac('sha256', key)
    .update(`${list}\n${body}`)
    .digest()
    .subarray(0, signatureBytes)
    .toString('base64url');
}

function sortValue(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = String(value);
  return text.length > longestValue ? longValue : text;
}
