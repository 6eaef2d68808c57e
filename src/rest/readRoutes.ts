// Reading: one resource of a kind, and pages of them. Resource reference 1.5 to 1.7.
import type { FastifyReply } from 'fastify';
import { listResources } from '../actions/listResources.ts';
import { readResource } from '../actions/readResource.ts';
import type { ListQuery } from '../contract/listQuery.ts';
import type { Resource } from '../contract/resource.ts';
import { notFound } from '../domain/errors.ts';
import { sendEmpty, sendJson, setVersionHeaders } from './answer.ts';
import { namesTag, readTags, rowTag } from './entityTags.ts';
import { pathUrn, type Act, type Call } from './handle.ts';
import { readIdentityFilter } from './identityFilter.ts';
import { readListRequest } from './listParameters.ts';
import { addressOf, paginationOf, type Paged } from './pagination.ts';
import { atTop, represent, representAll, type Body } from './represent.ts';
import type { Row } from './row.ts';
import { readShape } from './shape.ts';
import { postParameters, readPostsPage } from './threadPosts.ts';

/** The parameters of a read of one resource. */
export function readParameters(resource: Resource): readonly string[] {
  return resource.name === 'MessageThread' ? ['fields', 'expand', ...postParameters] : ['fields', 'expand'];
}

/** GET one. 304 when the caller has it already. */
export function readOne(resource: Resource): Act {
  return async (call) => {
    const { context, parameters, request } = call;
    const urn = pathUrn(call);
    const shape = readShape(context.contract, resource, parameters);
    const isThread = resource.name === 'MessageThread';
    const posts = isThread ? readPostsPage(context, urn, parameters) : null;
    const condition = readTags('If-None-Match', request.headers['if-none-match']);
    const row = await readResource(context, resource, urn);
    if (!row) throw notFound();
    // A version says nothing about other resources shown in full.
    const isKnown = namesTag(condition, rowTag(row)) && shape.expand.size === 0;
    if (isKnown && !embedsChildren(resource)) return sendUnchanged(call, row);
    const body = await represent(context, resource, row, shape, { ...atTop, posts });
    if (isKnown && newestWithin(body) <= row.updatedTimestamp) return sendUnchanged(call, row);
    setVersionHeaders(call, row);
    return sendJson(call, 200, body);
  };
}

function sendUnchanged(call: Call, row: Row): FastifyReply {
  setVersionHeaders(call, row);
  return sendEmpty(call, 304);
}

const embedsChildren = (resource: Resource): boolean =>
  resource.fields.some((field) => field.storage === 'INVERSE' && (!field.isPaged || field.name === 'posts'));

/** The latest `updatedTimestamp` of the children spelled out in a body: they change without a new version of their parent. */
export function newestWithin(body: Body): string {
  let newest = '';
  for (const member of Object.values(body)) {
    if (!Array.isArray(member)) continue;
    for (const child of member as readonly unknown[]) {
      if (typeof child !== 'object' || child === null || !('updatedTimestamp' in child)) continue;
      const written = String(child.updatedTimestamp);
      if (written > newest) newest = written;
    }
  }
  return newest;
}

/** GET a page of a kind. */
export function readList(resource: Resource): Act {
  return async (call) => {
    const { context, parameters } = call;
    const path = `/n/v1/${resource.plural}`;
    const { conditions, rest, name } = await readIdentityFilter(context, resource, parameters);
    const { query, list } = readListRequest(context, resource, rest, name, conditions);
    return sendPage(call, resource, resource.plural, query, { list, path });
  };
}

/** Answers a page of a kind's rows as `{ <member>, pagination, url }`. */
export async function sendPage(
  call: Call,
  resource: Resource,
  member: string,
  query: ListQuery,
  { list, path }: { readonly list: string; readonly path: string },
): Promise<FastifyReply> {
  const { context, parameters } = call;
  const shape = readShape(context.contract, resource, parameters);
  const page = await listResources(context, resource, query);
  const paged: Paged = { page, query, list, path, parameters };
  return sendJson(call, 200, {
    [member]: await representAll(context, resource, page.rows, shape),
    pagination: paginationOf(context, paged),
    url: addressOf(context, path, parameters),
  });
}
