// Reading: one resource of a kind, and pages of them. Resource reference 1.5 to 1.7.
import type { FastifyReply } from 'fastify';
import { listResources } from '../../engine/listResources.ts';
import { listAhead, readAhead } from '../../engine/readAhead.ts';
import { readResource } from '../../engine/readResource.ts';
import type { ListQuery } from '../../contract/listQuery.ts';
import type { Resource } from '../../contract/resource.ts';
import { notFound } from '../../domain/errors.ts';
import { sendEmpty, sendJson, sendText, setVersionHeaders } from '../response/answer.ts';
import { bodyTag, mayShowMore } from '../response/bodyTag.ts';
import { namesTag, readTags, rowTag } from '../../domain/entityTag.ts';
import { pathUrn, type Act, type Call } from '../request/handle.ts';
import { readIdentityFilter } from '../request/identityFilter.ts';
import { readListRequest } from '../request/listParameters.ts';
import { addressOf, paginationOf, type Paged } from '../response/pagination.ts';
import { atTop, represent, representAll } from '../response/represent.ts';
import type { Row } from '../request/row.ts';
import { readShape, type Shape } from '../request/shape.ts';
import { embeddedPageParameters, embeddingOf, readEmbeddedPage } from '../response/embeddedPage.ts';
import { writeJson } from '../response/writeJson.ts';

/** The parameters of a read of one resource. */
export function readParameters(resource: Resource): readonly string[] {
  return embeddingOf(resource) ? ['fields', 'expand', ...embeddedPageParameters] : ['fields', 'expand'];
}

/** GET one. 304 when the caller has it already. */
export function readOne(resource: Resource): Act {
  const embedding = embeddingOf(resource);
  return async (call) => {
    const { context, parameters, request } = call;
    const urn = pathUrn(call);
    const shape = readShape(resource, parameters);
    const page = embedding && readEmbeddedPage(context, embedding, urn, parameters);
    const condition = readTags('If-None-Match', request.headers['if-none-match']);
    const row = await rowOf(call, resource, urn, shape);
    if (!row) throw notFound();
    // Where nothing but the row is shown, its version says whether the caller has it.
    if (shape.expand.size === 0 && !mayShowMore(resource) && namesTag(condition, rowTag(row)))
      return sendUnchanged(call, row, rowTag(row));
    const body = await represent(context, { resource, row }, shape, { ...atTop, page });
    const text = writeJson(body);
    const tag = bodyTag(resource, row, { body, text }, shape);
    if (namesTag(condition, tag)) return sendUnchanged(call, row, tag);
    setVersionHeaders(call, row, tag);
    return sendText(call, 200, text);
  };
}

// Links that are shown in full are followed one level after the other.
const isAhead = ({ readsAhead }: Call, { expand }: Shape): boolean => readsAhead && expand.size === 0;

async function rowOf(call: Call, resource: Resource, urn: string, shape: Shape): Promise<Row | null> {
  const { context } = call;
  const row = isAhead(call, shape) ? await readAhead(context, resource, urn, shape.fields) : undefined;
  return row === undefined ? readResource(context, resource, urn) : row;
}

function sendUnchanged(call: Call, row: Row, tag: string): FastifyReply {
  setVersionHeaders(call, row, tag);
  return sendEmpty(call, 304);
}

/** GET a page of a kind. */
export function readList(resource: Resource): Act {
  return async (call) => {
    const { context, parameters } = call;
    const path = `/n/v1/${resource.plural}`;
    const { conditions, rest, name } = await readIdentityFilter(context, resource, parameters);
    const { query, list } = readListRequest(context, resource, rest, { name, fixed: conditions });
    return sendPage(call, { resource, member: resource.plural }, query, { list, path });
  };
}

/** Answers a page of a kind's rows as `{ <member>, pagination, url }`. */
export async function sendPage(
  call: Call,
  { resource, member }: { readonly resource: Resource; readonly member: string },
  query: ListQuery,
  { list, path }: { readonly list: string; readonly path: string },
): Promise<FastifyReply> {
  const { context, parameters } = call;
  const shape = readShape(resource, parameters);
  const ahead = isAhead(call, shape) ? await listAhead(context, resource, query, shape.fields) : undefined;
  const page = ahead ?? (await listResources(context, resource, query));
  const paged: Paged = { page, query, list, path, parameters };
  return sendJson(call, 200, {
    [member]: await representAll(context, { resource, rows: page.rows }, shape),
    pagination: paginationOf(context, paged),
    url: addressOf(context, path, parameters),
  });
}
