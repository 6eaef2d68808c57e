// Where redirects lead. Resource reference 16.26.

/** Where a path leads: to another one, or out of the service. */
export type Target = ({ readonly path: string } | { readonly address: string }) & { readonly isPermanent: boolean };

/** Most redirects that are followed one after the other. */
export const mostSteps = 10;
