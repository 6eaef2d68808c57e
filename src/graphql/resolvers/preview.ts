// The page that a preview link shows, in GraphQL.
import { referencedViews } from '../../actions/content/viewEntity.ts';
import { viewPreview } from '../../actions/content/viewPreview.ts';
import { ServiceError } from '../../domain/errors.ts';
import { inView } from './fields.ts';
import type { GraphVerb } from './verbs.ts';

/** `Query.entityPreview`. */
export const entityPreview: GraphVerb = async (context, { token }) => {
  try {
    const { shown, references } = await viewPreview(context, String(token));
    return inView(shown.entity, shown.items, referencedViews(context, references));
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
};
