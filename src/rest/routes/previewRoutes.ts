// What preview links open for frontends: the page as JSON at `/v/v1/preview/{token}`, and its pictures below that. Nothing of it is kept
// or found by search engines, and no other site is told the address. The page for people is previewPage.ts.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { requirePreviewed, viewPreview, type Preview } from '../../actions/content/viewPreview.ts';
import { serveShownImage } from '../../actions/images/serveImage.ts';
import { previewPath } from '../../domain/imagePath.ts';
import { handle, handleBytes, pathUrn, register, type Call, type RestParts } from '../request/handle.ts';
import { fullShape } from '../request/shape.ts';
import { sendText, textOf } from '../response/answer.ts';
import type { Body } from '../response/represent.ts';
import { representView } from '../response/representView.ts';
import { imageParameters, readTransform, sendImage } from './imageRoutes.ts';

/** Registers what preview links open. */
export function registerPreviews(scope: FastifyInstance, parts: RestParts): void {
  const anyone = { audience: 'ANYONE' } as const;
  register(scope, `${previewPath}:token`, { GET: handle(parts, [], readPreview, anyone) });
  register(scope, `${previewPath}:token/image/:urn`, { GET: handleBytes(parts, imageParameters, readPicture, anyone) });
}

/** The secret in the path of a request. Fastify gives the parameters of a path by name. */
export const tokenOf = ({ request }: Call): string =>
  (request.params as Readonly<Record<string, string>>)['token'] ?? '';

/** Says that the answer is not to be kept, found or passed on. Before anything is looked up: refusals are not kept either. */
export function hide({ reply }: Call): void {
  reply
    .header('Cache-Control', 'no-store')
    .header('X-Robots-Tag', 'noindex, nofollow')
    .header('Referrer-Policy', 'no-referrer');
}

async function readPreview(call: Call): Promise<FastifyReply> {
  hide(call);
  const preview = await viewPreview(call.context, tokenOf(call));
  return sendText(call, 200, await textOf(call.context, await previewBody(call, preview)));
}

/** The page that a link shows, as REST writes it. */
export function previewBody({ context }: Call, { shown, references }: Preview): Promise<Body> {
  const request = { ...references, address: { urn: shown.entity.urn }, owner: null };
  return representView(context, request, shown, { expand: fullShape.expand, references: new Set() });
}

async function readPicture(call: Call): Promise<FastifyReply> {
  hide(call);
  const transform = readTransform(call.parameters);
  const which = { token: tokenOf(call), file: pathUrn(call) };
  await requirePreviewed(call.context, which);
  const image = await serveShownImage(call.context, which.file, transform, call.request.headers.accept ?? null);
  return sendImage(call, image, transform, false);
}
