// Rows and pages as this face sees them: what the loaders return. It has no access to the database itself.
import type { Loaders } from '../../engine/context.ts';

/** A stored row of any kind. */
export type Row = NonNullable<Awaited<ReturnType<Loaders['byUrn']>>>;

/** One page of rows. */
export type Page = Awaited<ReturnType<Loaders['page']>>;

/** Which page is wanted. */
export type PageQuery = Parameters<Loaders['page']>[3];
