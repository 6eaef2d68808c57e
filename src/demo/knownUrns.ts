// The urns of the demo that the documentation names, so that its examples can be copied as they stand.

/** The company that owns the magazine's pages. */
export const magazineUrn = '019a0000-0000-7000-8000-000000000001';

/** The English home page. */
export const homeUrn = '019a0000-0000-7000-8000-000000000002';

/** The headline of the English home page. */
export const headlineUrn = '019a0000-0000-7000-8000-000000000003';

/** The English page of the article with a history. */
export const notebookUrn = '019a0000-0000-7000-8000-000000000004';

/** The title of that page, which had five values. */
export const notebookTitleUrn = '019a0000-0000-7000-8000-000000000005';
