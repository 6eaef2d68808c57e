// Entities met inside a rendered view, through references: each as a view of its own would show it to this reader, with
// the wishes of the view around it. Resource reference 11, "Argument cascade".
import DataLoader from 'dataloader';
import type { Context } from './context.ts';
import { viewEntities, type ShownEntity, type ViewOptions } from './viewEntity.ts';

/** Gives the view of an entity that is referred to; null when there is nothing to show. */
export interface ReferencedViews {
  load(urn: string): Promise<ShownEntity | null>;
}

/** All views asked for in one turn are made together, and each once. */
export function referencedViews(context: Context, options: ViewOptions): ReferencedViews {
  return new DataLoader<string, ShownEntity | null>((urns) => viewEntities(context, options, urns));
}
