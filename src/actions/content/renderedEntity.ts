// Entities met inside a rendered view, through references: each as a view of its own would show it to this reader, with
// the preferences of the view around it. Resource reference 11, "Argument cascade".
import DataLoader from 'dataloader';
import type { Context } from '../../engine/context.ts';
import { viewEntities, type ShownEntity, type ViewOptions } from './viewEntity.ts';

/** Gives the view of an entity that is referred to; null when there is nothing to show. */
export interface ReferencedViews {
  load(urn: string): Promise<ShownEntity | null>;
}

/** All views requested in one turn are built together, and each once. */
export function referencedViews(context: Context, options: ViewOptions): ReferencedViews {
  return new DataLoader<string, ShownEntity | null>((urns) => viewEntities(context, options, urns));
}
