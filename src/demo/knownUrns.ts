// The urns of the demo that the documentation names, so that its examples can be copied as they stand.

/** The company that owns the magazine's pages. */
export const magazineUrn = '019a0000-0000-7000-8000-000000000001';

/** The English home page, and its headline. */
export const homeUrn = '019a0000-0000-7000-8000-000000000002';
export const headlineUrn = '019a0000-0000-7000-8000-000000000003';
