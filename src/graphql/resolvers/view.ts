// The rendered view of an entity in GraphQL. Its languages are reported next to the data, under the name of the field.
import type { LanguageNote } from '../../engine/warnings.ts';
import { referencedViews, viewEntity } from '../../actions/content/viewEntity.ts';
import type { ViewRequest } from '../../actions/content/viewRequest.ts';
import { invalidParameter, ServiceError } from '../../domain/errors.ts';
import type { GraphContext } from '../operation/context.ts';
import { inView } from './fields.ts';
import type { GraphVerb } from './verbs.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** `Query.entityView`. */
export const entityView: GraphVerb = async (context, args, info) => {
  const { entity, language } = await readView(context, args);
  if (language) context.remarks.languages.set(String(info.path.key), language);
  return entity;
};

/** What a view shows, and its ETag; both null when nothing is live for the caller. */
export interface ReadView {
  readonly entity: unknown;
  readonly etag: string | null;
  readonly language: LanguageNote | null;
}

const nothing: ReadView = { entity: null, etag: null, language: null };

/** The view that the arguments of `entityView` name. */
export async function readView(context: GraphContext, args: Arguments, isMoved = false): Promise<ReadView> {
  const request = viewRequest(args);
  const view = await viewEntity(context, request).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
    throw error;
  });
  if (!view) return nothing;
  // A path that was left leads to the present one, which is no redirect itself.
  if ('redirect' in view) return isMoved ? nothing : readView(context, { ...args, path: view.redirect }, true);
  const language = { tag: view.language.tag, match: view.language.step };
  return { entity: inView(view.entity, view.items, referencedViews(context, request)), etag: view.etag, language };
}

// The arguments were checked by the rules of their types.
function viewRequest(args: Arguments): ViewRequest {
  const text = (name: string): string | null => (typeof args[name] === 'string' ? args[name] : null);
  const [path, urn] = [text('path'), text('urn')];
  if ((path === null) === (urn === null)) throw invalidParameter('path', 'Give path or urn, one of them.');
  return {
    address: path === null ? { urn: urn ?? '' } : { path },
    language: text('language'),
    variant: text('variant'),
    version: args['version'] === 'LATEST' ? 'LATEST' : 'PUBLISHED',
    atTimestamp: text('atTimestamp'),
    owner: text('owner'),
    render: args['render'] === 'RAW' ? 'RAW' : 'HTML',
  };
}
