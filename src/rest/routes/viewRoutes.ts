// The rendered view: `/v/v1/entityview/{urn or path}`, and `/v/v1/entityview?path=`. Spec: Endpoints; resource reference 1.6 and 3.1.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { keepWritten, writtenOf } from '../../actions/content/keptViews.ts';
import { viewEntity, type EntityView, type Moved } from '../../actions/content/viewEntity.ts';
import type { ViewRequest } from '../../actions/content/viewRequest.ts';
import { invalidParameter, notFound, ServiceError } from '../../domain/errors.ts';
import { entityTag, namesTag } from '../../domain/entityTag.ts';
import { contentHash } from '../../engine/contentHash.ts';
import { handle, type Call, type RestParts, register } from '../request/handle.ts';
import { sendText, textOf } from '../response/answer.ts';
import type { Context } from '../../engine/context.ts';
import { addressOf } from '../response/pagination.ts';
import { listParameter } from '../request/queryParameters.ts';
import { representView } from '../response/representView.ts';
import { expansionOf, fullShape, type Expansion } from '../request/shape.ts';
import { addVary } from '../../http/contentCoding.ts';
import {
  readViewRequest,
  viewAddresses,
  viewAddressIn,
  viewByPathParameters,
  viewParameters,
  viewPrefix,
} from '../request/viewParameters.ts';

/** Longest time, in seconds, that a shared cache may serve a public view without revalidation: changes are not announced to it. */
const longestShared = 60;

/** Most keys of one answer: caches take headers of 16 KiB. What refers to more is not shared. */
const mostKeys = 200;

/** Registers the view, by urn and by path. */
export function registerView(scope: FastifyInstance, parts: RestParts): void {
  const byAddress = (call: Call): Promise<FastifyReply> => readView(call, viewAddresses(call.request.raw.url ?? ''));
  const byPath = (call: Call): Promise<FastifyReply> => readView(call, [viewAddressIn(call.parameters)]);
  const route = { audience: 'ANYONE', proof: 'BY_STATEMENTS' } as const;
  register(scope, `${viewPrefix}/*`, { GET: handle(parts, viewParameters, byAddress, route) });
  register(scope, viewPrefix, { GET: handle(parts, viewByPathParameters, byPath, route) });
}

async function readView(call: Call, addresses: readonly ViewRequest['address'][]): Promise<FastifyReply> {
  const { context, reply } = call;
  // The path is said by the address that a redirect leads to.
  const parameters = new Map([...call.parameters].filter(([name]) => name !== 'path'));
  const expand = readReferences(call);
  const { view, viewRequest } = await findView(call, addresses);
  addVary(reply, ['Accept-Language', 'Variant', 'Authorization', 'Cookie']);
  if ('redirect' in view) {
    const { redirect } = view;
    const ascii = ('path' in redirect ? redirect.path : redirect.address).replace(/[^\x21-\x7e]/gu, encodeURIComponent);
    reply.header('Location', 'path' in redirect ? addressOf(context, `${viewPrefix}${ascii}`, parameters) : ascii);
    return reply
      .header('Cache-Control', 'private, no-cache')
      .code(redirect.isPermanent ? 308 : 307)
      .send();
  }
  // The view's own tag says nothing about the entities it refers to, so with them the whole body is hashed.
  const sources = new Set(view.sources);
  const text =
    expand.size > 0
      ? await textOf(context, await representView(context, viewRequest, view, { expand, references: sources }))
      : null;
  const tag = entityTag(text === null ? view.etag : contentHash(text));
  reply
    .header('ETag', tag)
    .headers(cachingHeaders(view, viewRequest, sources, Date.now()))
    .header('Content-Language', view.language.tag)
    .header('X-Language-Match', view.language.step);
  if (namesTag(call.conditions.noneMatch, tag)) return reply.code(304).send();
  return sendText(call, 200, text ?? (await textOfView(context, viewRequest, view)));
}

// Of views that are kept: what they show is written once.
async function textOfView(context: Context, viewRequest: ViewRequest, view: EntityView): Promise<Buffer> {
  const { budget } = context;
  const known = writtenOf(view, 'REST');
  if (known) {
    budget.addObjects(known.objects);
    budget.addBytes(known.characters);
    return known.bytes;
  }
  const before = budget.spent();
  const shown = { expand: fullShape.expand, references: new Set<string>() };
  const bytes = Buffer.from(await textOf(context, await representView(context, viewRequest, view, shown)));
  const after = budget.spent();
  const objects = after.objects - before.objects;
  keepWritten(context, view, 'REST', { bytes, objects, characters: after.bytes - before.bytes });
  return bytes;
}

interface Found {
  readonly view: EntityView | Moved;
  readonly viewRequest: ViewRequest;
}

async function findView(
  { context, parameters, request }: Call,
  addresses: readonly ViewRequest['address'][],
): Promise<Found> {
  for (const address of addresses) {
    const viewRequest = readViewRequest(address, parameters, request.headers['variant']);
    try {
      return { view: await viewEntity(context, viewRequest), viewRequest };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
    }
  }
  throw notFound();
}

// `references` stands for the entities referred to; `references.references` for those they refer to in turn.
function readReferences({ parameters }: Call): Expansion {
  const paths = listParameter(parameters, 'expand').map((path) => path.split('.'));
  for (const path of paths) {
    if (path.length > 3 || path.some((name) => name !== 'references')) {
      throw invalidParameter('expand', 'references is expected, up to three levels deep.', 3);
    }
  }
  return expansionOf(paths);
}

/**
 * How long who may keep a view. Shared caches are told by which keys the answer can be purged: the urns that events name.
 * Fastly and Varnish read Surrogate-Key, others Cache-Tag.
 * @param now milliseconds since 1970
 */
export function cachingHeaders(
  view: Pick<EntityView, 'hasFailed' | 'isPublic' | 'nextChange'>,
  viewRequest: Pick<ViewRequest, 'version' | 'atTimestamp'>,
  sources: ReadonlySet<string>,
  now: number,
): Readonly<Record<string, string>> {
  // A template that failed may succeed the next time.
  if (view.hasFailed) return { 'Cache-Control': 'no-store' };
  const isShared = view.isPublic && viewRequest.version === 'PUBLISHED' && viewRequest.atTimestamp === null;
  if (!isShared || sources.size > mostKeys) return { 'Cache-Control': 'private, max-age=0, must-revalidate' };
  const untilChange = view.nextChange === null ? longestShared : (Date.parse(view.nextChange) - now) / 1000;
  const seconds = Math.max(0, Math.min(longestShared, Math.floor(untilChange)));
  const keys = [...sources].sort();
  return {
    'Cache-Control': `public, max-age=0, s-maxage=${String(seconds)}, must-revalidate`,
    'Surrogate-Key': keys.join(' '),
    'Cache-Tag': keys.join(','),
  };
}
