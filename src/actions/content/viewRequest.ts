// What callers say of a view: which page, for whom, as of when. Resource reference 3.1.

/** How a page is to be shown; what it refers to is shown the same way. */
export interface ViewOptions {
  readonly language: string | null;
  readonly variant: string | null;
  readonly version: 'PUBLISHED' | 'LATEST';
  readonly atTimestamp: string | null;
  readonly render: 'HTML' | 'RAW';
}

/** What is requested. */
export interface ViewRequest extends ViewOptions {
  readonly address: { readonly urn: string } | { readonly path: string };
  readonly owner: string | null;
}
