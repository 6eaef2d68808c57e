// Rows and pages as this face meets them: what the loaders hand out. The database itself is out of its sight.
import type { Loaders } from '../actions/context.ts';

/** A stored row of any kind. */
export type Row = NonNullable<Awaited<ReturnType<Loaders['byUrn']>>>;

/** One page of rows. */
export type Page = Awaited<ReturnType<Loaders['page']>>;

/** Which page is wanted. */
export type PageQuery = Parameters<Loaders['page']>[3];
