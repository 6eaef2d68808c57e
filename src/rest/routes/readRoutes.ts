// Reading: one resource of a kind, and pages of them, identities also by their identifiers in other systems
// (`filter[clientIdentifier.domain]` and `.token`). Resource reference 1.5 to 1.7, 4.4, 4.8.
import type { FastifyReply } from 'fastify';
import { listResources } from '../../engine/readResource.ts';
import type { RowQuestion } from '../../contract/question.ts';
import { listText } from '../../engine/listText.ts';
import { requireReader } from '../../engine/authorize.ts';
import { rowText } from '../../engine/rowText.ts';
import { checkConditions, type Condition } from '../../contract/listQuery.ts';
import { type Resource, fieldOf } from '../../contract/resource.ts';
import { notFound } from '../../domain/errors.ts';
import { turnOfText } from '../../domain/loopTurns.ts';
import { sendEmpty, sendText, setVersionHeaders, bodyTag, membersBeside, type Versioned } from '../response/answer.ts';
import { isUnmodified } from '../../domain/httpDate.ts';
import { namesTag, rowTag } from '../../domain/entityTag.ts';
import { pathUrn, type Act, type Call } from '../request/handle.ts';
import { readListRequest, type ListRequest } from '../request/listParameters.ts';
import {
  addressOf,
  embeddedPages,
  paginationBetween,
  paginationOf,
  type Paged,
  embeddedPageParameters,
  embeddingOf,
  readEmbeddedPage,
} from '../response/pagination.ts';
import { bodyQuestion, limitExpanded } from '../response/bodyQuestion.ts';
import { bodyTexts } from '../response/represent.ts';
import { bodyText } from '../response/writeJson.ts';
import type { Context } from '../../engine/context.ts';
import { readShape } from '../request/shape.ts';
import type { QueryParameters } from '../request/queryParameters.ts';
import { holdersOfIdentifiers } from '../../actions/identity/identityKind.ts';

/** The parameters of a read of one resource. */
export function readParameters(resource: Resource): readonly string[] {
  return embeddingOf(resource) ? ['fields', 'expand', ...embeddedPageParameters] : ['fields', 'expand'];
}

/** GET one. 304 when the caller has it already. */
export function readOne(resource: Resource): Act {
  return async (call) => {
    requireReader(call.context.viewer, resource);
    const { row, tag, text } = await readAnswer(call, resource, pathUrn(call));
    setVersionHeaders(call, row, tag);
    return text === null ? sendEmpty(call, 304) : sendText(call, 200, text);
  };
}

/** One resource as it is answered; the text is null where the caller has it already, as it says. Throws NOT_FOUND. */
async function readAnswer(
  { context, parameters, conditions }: Call,
  resource: Resource,
  urn: string,
): Promise<{ readonly row: Versioned; readonly tag: string; readonly text: string | null }> {
  const embedding = embeddingOf(resource);
  const shape = readShape(resource, parameters);
  const page = embedding && readEmbeddedPage(context, embedding, urn, parameters);
  const question = bodyQuestion(resource, shape);
  const read = await rowText(context, { row: question, urn, embedded: embeddedPages(context, resource, shape, page) });
  if (!read) throw notFound();
  const { row, text } = read;
  await limitExpanded(question, shape, text);
  const tag = bodyTag(resource, row, { body: await membersBeside(resource, text), text }, shape);
  const since = conditions.noneMatch === null ? conditions.modifiedSince : null;
  // Where nothing but the row is shown, its version says whether the caller has it, and so does the time of its last write.
  const isKnown =
    namesTag(conditions.noneMatch, tag) ||
    (since !== null && tag === rowTag(row) && isUnmodified(row.updatedTimestamp, since));
  return { row, tag, text: isKnown ? null : text };
}

/** GET a page of a kind. */
export function readList(resource: Resource): Act {
  return async (call) => {
    const { context, parameters } = call;
    requireReader(context.viewer, resource);
    const path = `/n/v1/${resource.plural}`;
    const { conditions, rest, name } = await readIdentityFilter(context, resource, parameters);
    const request = readListRequest(context, resource, rest, { name, fixed: conditions });
    return sendPage(call, { resource, member: resource.plural }, request, path);
  };
}

/** Answers a page of a kind's rows as `{ <member>, pagination, url }`. */
export async function sendPage(
  call: Call,
  { resource, member }: { readonly resource: Resource; readonly member: string },
  { query, list, shape }: ListRequest,
  path: string,
): Promise<FastifyReply> {
  const { context, parameters } = call;
  const row = bodyQuestion(resource, shape);
  const read = await pageText(call, { row, member }, { query, list, shape }, path);
  if (read !== null) return sendText(call, 200, read);
  // Which rows they are is found by code.
  const page = await listResources(context, resource, query);
  const paged: Paged = { page, query, list, path, parameters };
  const rows = await bodyTexts(context, { resource, rows: page.rows }, shape);
  const rest = { pagination: paginationOf(context, paged), url: addressOf(context, path, parameters) };
  return sendText(call, 200, bodyText({ [member]: `[${rows.join(',')}]` }, rest));
}

// The answer as PostgreSQL has written its rows.
async function pageText(
  { context, parameters }: Call,
  { row, member }: { readonly row: RowQuestion; readonly member: string },
  { query, list, shape }: ListRequest,
  path: string,
): Promise<string | Buffer | null> {
  const embedded = embeddedPages(context, row.resource, shape);
  const page = await listText(context, { row, query, fingerprint: list, embedded });
  if (page === null) return null;
  await limitExpanded(row, shape, page.rows);
  const pagination = paginationBetween(context, { query, list, path, parameters }, page);
  const url = addressOf(context, path, parameters);
  const begin = `{${JSON.stringify(member)}:`;
  const end = `,"pagination":${JSON.stringify(pagination)},"url":${JSON.stringify(url)}}`;
  if (typeof page.rows === 'string') return begin + page.rows + end;
  await turnOfText(page.rows.length);
  return Buffer.concat([Buffer.from(begin), page.rows, Buffer.from(end)]);
}

const filterName = /^filter\[clientIdentifier\.(domain|token)\](?:\[eq\])?$/;

/** The filter as it was understood. */
interface IdentityFilter {
  /** Leaves the identities that hold a matching, unexpired client identifier; none when none is sent. */
  readonly conditions: readonly Condition[];
  /** The parameters that are left for the list itself. */
  readonly rest: QueryParameters;
  /** What the list is called in its cursors. */
  readonly name: string;
}

/** Takes the lookup out of the parameters of a list; of every other kind the parameters stay as they are. */
async function readIdentityFilter(
  context: Context,
  resource: Resource,
  parameters: QueryParameters,
): Promise<IdentityFilter> {
  const sent = resource.name === 'Identity' ? [...parameters].filter(([name]) => filterName.test(name)) : [];
  if (sent.length === 0) return { conditions: [], rest: parameters, name: resource.name };
  const raw = sent.map(([path, value]) => ({
    path: `?${path}`,
    field: filterName.exec(path)?.[1] ?? '',
    operator: 'eq',
    value,
  }));
  const conditions = checkConditions(context.contract.kinds.ClientIdentifier, raw);
  return {
    conditions: [
      { field: fieldOf(resource, 'urn'), operator: 'in', value: await holdersOfIdentifiers(context, conditions) },
    ],
    rest: new Map([...parameters].filter(([name]) => !filterName.test(name))),
    name: JSON.stringify([resource.name, sent]),
  };
}
