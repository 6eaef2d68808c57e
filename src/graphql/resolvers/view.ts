// The rendered view of an entity in GraphQL. Its languages are reported next to the data, under the name of the field.
import type { LanguageNote } from '../../engine/warnings.ts';
import { type EntityView, referencedViews, viewEntity } from '../../actions/content/viewEntity.ts';
import { mostSteps, type Target } from '../../domain/redirectTarget.ts';
import type { ViewOptions, ViewRequest } from '../../actions/content/viewRequest.ts';
import { invalidParameter, ServiceError } from '../../domain/errors.ts';
import type { GraphQLResolveInfo } from 'graphql';
import type { GraphContext } from '../operation/context.ts';
import { selectsRendered } from '../operation/selectsRendered.ts';
import { inView } from './fields.ts';
import type { GraphVerb } from './verbs.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** `Query.entityView`. */
export const entityView: GraphVerb = async (context, args, info) => {
  const { entity, language, redirect, shown } = await readView(context, args, info);
  const field = String(info.path.key);
  if (language) context.remarks.languages.set(field, language);
  if (redirect) context.remarks.redirects.set(field, redirect);
  if (shown) shownBy.set(context.loaders, [...(shownBy.get(context.loaders) ?? []), shown]);
  return entity;
};

/** A view that a root field shows, and what it was asked for by. */
export interface ShownView {
  readonly request: ViewRequest;
  readonly view: EntityView;
}

// By the loaders of its request: Apollo hands on a copy of the context.
const shownBy = new WeakMap<GraphContext['loaders'], readonly ShownView[]>();

/** The views that the root fields of the operation have shown, but for those that were found at another path. */
export function shownViews({ loaders }: Pick<GraphContext, 'loaders'>): readonly ShownView[] {
  return shownBy.get(loaders) ?? [];
}

/** What a view shows, and its ETag; both null when nothing is live for the caller. */
export interface ReadView {
  readonly entity: unknown;
  readonly etag: string | null;
  readonly language: LanguageNote | null;
  /** Where the path leads that was asked for; null where the page is at it, or nothing is. */
  readonly redirect: Target | null;
  /** The view itself; null for none, and for one that was found at another path. */
  readonly shown: ShownView | null;
}

const nothing: ReadView = { entity: null, etag: null, language: null, redirect: null, shown: null };

/**
 * The view that the arguments of `entityView` name, or that their path leads to.
 * @param info what is selected of it; null where all is
 */
export async function readView(
  context: GraphContext,
  args: Arguments,
  info: GraphQLResolveInfo | null,
): Promise<ReadView> {
  let found = await readStep(context, args, info);
  let isPermanent = true;
  let redirect: Target | null = null;
  for (let step = 0; found.redirect && step < mostSteps; step += 1) {
    isPermanent &&= found.redirect.isPermanent;
    redirect = { ...found.redirect, isPermanent };
    if (!('path' in redirect)) return { ...nothing, redirect };
    found = await readStep(context, { ...args, path: redirect.path }, info);
  }
  if (found.entity === null) return nothing;
  return redirect === null ? found : { ...found, redirect, shown: null };
}

async function readStep(context: GraphContext, args: Arguments, info: GraphQLResolveInfo | null): Promise<ReadView> {
  const request = viewRequest(args, info);
  const view = await viewEntity(context, request).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
    throw error;
  });
  if (!view) return nothing;
  if ('redirect' in view) return { ...nothing, redirect: view.redirect };
  const language = { tag: view.language.tag, match: view.language.step };
  const entity = inView(view.entity, view.items, referencedViews(context, request));
  return { entity, etag: view.etag, language, redirect: null, shown: { request, view } };
}

// The arguments were checked by the rules of their types.
const textIn = (args: Arguments, name: string): string | null => (typeof args[name] === 'string' ? args[name] : null);

function viewRequest(args: Arguments, info: GraphQLResolveInfo | null): ViewRequest {
  const [path, urn] = [textIn(args, 'path'), textIn(args, 'urn')];
  if ((path === null) === (urn === null)) throw invalidParameter('path', 'Give path or urn, one of them.');
  return {
    ...viewOptions(args, info),
    address: path === null ? { urn: urn ?? '' } : { path },
    owner: textIn(args, 'owner'),
  };
}

/** How a page is to be shown, as the arguments say. What is not selected is not rendered. */
export function viewOptions(args: Arguments, info: GraphQLResolveInfo | null): ViewOptions {
  return {
    language: textIn(args, 'language'),
    variant: textIn(args, 'variant'),
    version: args['version'] === 'LATEST' ? 'LATEST' : 'PUBLISHED',
    atTimestamp: textIn(args, 'atTimestamp'),
    render: args['render'] === 'RAW' || (info !== null && !selectsRendered(info)) ? 'RAW' : 'HTML',
  };
}
