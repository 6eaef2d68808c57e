// Responses of the management face: bodies as JSON text, with the headers that go with a version, and strong tags: children,
// links from the other side and counts change without a new version of the row, and one tag must never name two bodies. Resource
// reference 1.5, 1.6; RFC 9110, 8.8.1.
import type { FastifyReply } from 'fastify';
import { lastEditOf } from '../../contract/fieldGroups.ts';
import { urlOf, type Resource, type Field } from '../../contract/resource.ts';
import { entityTag, namesTag, rowTag } from '../../domain/entityTag.ts';
import { contentHash } from '../../engine/contentHash.ts';
import { turnOfText } from '../../domain/loopTurns.ts';
import type { Call } from '../request/handle.ts';
import { appliedPreferences } from '../request/requestHeaders.ts';
import { bodyTexts, type Body } from './represent.ts';
import type { Context, Row } from '../../engine/context.ts';
import type { Shape } from '../request/shape.ts';
import { writeJson } from './writeJson.ts';

/** Answers with a body. Management answers may be kept by the caller alone, and only to be revalidated. */
export function sendJson(call: Call, status: number, body: unknown): Promise<FastifyReply> {
  return sendText(call, status, writeJson(body));
}

/** Answers without a body. */
export function sendEmpty(call: Call, status: number): FastifyReply {
  return begin(call, status).send();
}

function begin({ request, reply, preferences, context }: Call, status: number): FastifyReply {
  if (context.proof?.isHeld() === false) throw new Error('Nothing is answered before its caller is proved.');
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'private, no-cache');
  const isWrite = request.method === 'POST' || request.method === 'PUT' || request.method === 'PATCH';
  const applied = appliedPreferences(preferences, isWrite);
  if (applied !== null) reply.header('Preference-Applied', applied);
  return reply.headers(warningHeaders(context)).code(status);
}

// Says what was accepted with a warning, where something was.
function warningHeaders({ remarks }: Pick<Context, 'remarks'>): Readonly<Record<string, string>> {
  const warnings = remarks.warnings.map(({ message }) => `299 - "${message}"`);
  return warnings.length > 0 ? { Warning: warnings.join(', ') } : {};
}

/**
 * Answers with a body that is JSON text already, or its UTF-8. What is read has a tag, which is a hash of the body where nothing
 * else tells one body from another, and is not sent to a caller who has it: 304. RFC 9110, 13.1.2 and 15.4.5; resource reference 16.5.
 */
export async function sendText(call: Call, status: number, text: string | Buffer): Promise<FastifyReply> {
  if (isRead(call) && status === 200 && (await isKnown(call, text))) return sendEmpty(call, 304);
  return begin(call, status).header('Content-Type', 'application/json; charset=utf-8').send(text);
}

const isRead = ({ request: { method } }: Call): boolean => method === 'GET' || method === 'HEAD';

async function isKnown({ conditions, reply }: Call, text: string | Buffer): Promise<boolean> {
  if (!reply.hasHeader('ETag')) {
    await turnOfText(text.length);
    reply.header('ETag', entityTag(contentHash(text)));
  }
  return namesTag(conditions.noneMatch, String(reply.getHeader('ETag')));
}

/**
 * The JSON text of a body. Writing a long one takes a while: it has a turn of its own, as long as what was read for it says, and
 * so has whatever is done with it.
 */
export async function textOf({ budget }: Pick<Context, 'budget'>, body: unknown): Promise<string> {
  await turnOfText(budget.spent().bytes);
  const text = writeJson(body);
  await (turnOfText(text.length) ?? budget.pause());
  return text;
}

/** What of a row its tag and its date follow from. */
export type Versioned = Pick<Row, 'version' | 'updatedTimestamp'> & { readonly isPublished?: unknown };

/** The headers that say which version of a resource is answered. */
export function setVersionHeaders({ reply }: Pick<Call, 'reply'>, row: Versioned, tag = rowTag(row)): void {
  reply.header('ETag', tag).header('Last-Modified', new Date(row.updatedTimestamp).toUTCString());
}

/** What a write is answered with. Its shape is read before the write: a parameter that is refused changes nothing. */
interface Written {
  readonly resource: Resource;
  readonly row: Row;
  readonly shape: Shape;
}

/** Answers a write with the resource as it is now; with `Prefer: return=minimal` without it. */
export async function sendWritten(
  call: Call,
  { resource, row, shape }: Written,
  isNew: boolean,
): Promise<FastifyReply> {
  const isMinimal = call.preferences.returns === 'minimal';
  if (isNew) call.reply.header('Location', urlOf(call.context, resource, row.urn));
  if (isMinimal) {
    setVersionHeaders(call, row);
    return sendEmpty(call, isNew ? 201 : 204);
  }
  const [text = ''] = await bodyTexts(call.context, { resource, rows: [row] }, shape);
  const body = await membersBeside(resource, text);
  setVersionHeaders(call, row, bodyTag(resource, row, { body, text }, shape));
  return sendText(call, isNew ? 201 : 200, text);
}

/**
 * The tag of a body: that of its row where nothing else is in it, else also a hash of its JSON text.
 * @param shape how the body was made
 */
export function bodyTag(
  resource: Resource,
  row: Versioned,
  { body, text }: { readonly body: Body; readonly text: string },
  shape: Shape,
): string {
  const edit = lastEditOf(resource)?.time;
  // Items were edited since the row was written.
  const isEdited = edit !== undefined && body[edit.name] !== undefined && body[edit.name] !== row.updatedTimestamp;
  const isOfRow =
    shape.expand.size === 0 && !isEdited && !resource.fields.some((field) => isShownBeside(field, body[field.name]));
  return isOfRow ? rowTag(row) : hashedTag(row, text);
}

/** The tag of a body that shows more than its row. */
export function hashedTag(row: Versioned, text: string): string {
  return rowTag(row).replace(/"$/, `-${contentHash(text)}"`);
}

/** The members of a body that `bodyTag` looks at: none of a kind that shows nothing but its rows. */
export async function membersBeside(resource: Resource, text: string): Promise<Body> {
  if (!mayShowMore(resource)) return {};
  await turnOfText(text.length);
  // A body is an object.
  return JSON.parse(text) as Body;
}

// Whether a body of the resource may show more than its row.
function mayShowMore(resource: Resource): boolean {
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
