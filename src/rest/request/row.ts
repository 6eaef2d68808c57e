// Rows and pages as this face sees them. It has no access to the database itself.
export type { Page, PageQuery, Row } from '../../engine/context.ts';
