// What an OAuth scope allows: which of the grantor's labels it leaves to the token. A scope never adds permissions, it
// only removes them. Resource reference 7.5; RFC 6749 section 3.3.
import { labelsThatGive } from './label.ts';

/** The permission labels that each scope leaves; `offline_access` and `openid` leave none. */
const labelsByScope = {
  read: ['READ'],
  read_draft: ['READ_DRAFT'],
  write: ['CREATE', 'UPDATE', 'DELETE', 'ASSIGN'],
  publish: ['PUBLISH'],
  comment: ['COMMENT'],
  manage: ['MANAGE'],
  admin: ['ADMIN'],
  offline_access: [],
} as const satisfies Record<string, readonly string[]>;

type Scope = keyof typeof labelsByScope;

/** Every scope that can be requested, in the order in which scopes are listed. */
export const scopes: readonly string[] = Object.keys(labelsByScope);

/** What is given to those who name no scope. */
export const defaultScope = 'read';

/** The scope that a refresh token goes with. */
export const offlineScope: Scope = 'offline_access';

/**
 * The single scopes of a scope text, each once and in the order of `scopes`. `openid` is left out: no ID token is ever
 * issued, and the answer's `scope` says so (RFC 6749 section 3.3). Null for a text that is malformed, names an unknown
 * scope, or names nothing.
 */
export function parseScope(text: string): readonly string[] | null {
  const named = text.split(' ');
  if (!named.every((one) => one === 'openid' || scopes.includes(one))) return null;
  const known = scopes.filter((one) => named.includes(one));
  return known.length > 0 ? known : null;
}

/** The labels that count for a token of that scope; none for a scope that leaves none. */
export function labelsOfScope(scope: string): readonly string[] {
  const named = scope.split(' ');
  return Object.entries(labelsByScope).flatMap(([one, labels]) => (named.includes(one) ? labels : []));
}

/** The scopes that leave a label that gives VIEW. */
export const viewingScopes: readonly string[] = scopes.filter((one) =>
  labelsOfScope(one).some((label) => labelsThatGive('VIEW').includes(label)),
);

/** Whether every one of the scopes is among those of the scope text. */
export function isWithin(wanted: readonly string[], scope: string): boolean {
  const granted = scope.split(' ');
  return wanted.every((one) => granted.includes(one));
}

/** What a scope allows, as shown to people before they agree. */
export const scopeMeanings: Readonly<Record<string, string>> = {
  read: 'See what you can see',
  read_draft: 'See drafts that you can see',
  write: 'Create, change and delete what you can',
  publish: 'Publish content that you can publish',
  comment: 'Post and comment in your name',
  manage: 'Manage what you can manage',
  admin: 'Administer what you administer, including permissions and clients',
  offline_access: 'Stay signed in for up to 90 days',
};
