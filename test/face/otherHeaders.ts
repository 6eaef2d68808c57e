// What goes with answers beside what headers.test.ts says of each.
import { expect } from 'vitest';

/** What every answer may have, or what is looked at by itself. */
export const looked = new Set(
  (
    'cache-control vary etag content-security-policy referrer-policy www-authenticate x-content-type-options x-request-id' +
    ' read-position content-type content-length content-encoding date connection keep-alive transfer-encoding'
  ).split(' '),
);

/** The names of the other headers, by what is answered in headers.test.ts; none of the others has any. */
export const others: Readonly<Record<string, string>> = {
  'a page that everyone may read': 'cache-tag content-language surrogate-key x-language-match',
  'the same for an editor': 'content-language x-language-match',
  'its newest version': 'content-language x-language-match',
  'a page of some': 'content-language x-language-match',
  'a page that moved': 'location',
  'an image': 'accept-ranges content-disposition',
  'an image cut to size': 'accept-ranges content-disposition',
  'a resource': 'last-modified',
  'a change': 'last-modified',
  'what is made': 'last-modified location',
  'a search that is kept': 'last-modified location',
  'the methods of a path': 'accept-patch allow',
  'another method': 'allow',
  'a token that is refused': 'pragma',
  'a request to revoke that is refused': 'pragma',
  'a request to introspect that is refused': 'pragma',
  'the graph to a browser': 'location',
  'an address with a slash too many to a browser': 'location',
  'a stream that says what is wrong': 'x-accel-buffering',
};

const ofItsOwn = /^(x-request-id|date|connection|keep-alive|transfer-encoding|content-(type|length|encoding)|vary)$/;

/** What an answer without its bytes is sent with as well: all that says what is kept, and for how long. RFC 9110 15.4.5. */
export function kept(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].filter(([name]) => !ofItsOwn.test(name)));
}

/** A request of the table: `as` is who sends it. */
export interface Ask {
  readonly path: string;
  readonly as?: 'NOBODY' | 'STRANGER';
  readonly method?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is asked for with preferences, and the status, body, tag and header that say which were followed. */
export const preferred: readonly [string, Ask, readonly unknown[]][] = [
  [
    'what is made',
    { path: '/n/v1/role', method: 'POST', body: { name: 'P', owner: '{company}' } },
    [201, '', true, 'return=minimal, handling=lenient'],
  ],
  [
    'what is replaced',
    { path: '/n/v1/textitem/{text}', method: 'PUT', body: { value: 'A' } },
    [204, '', true, 'return=minimal, handling=lenient'],
  ],
  [
    'what is changed',
    { path: '/n/v1/textitem/{text}', method: 'PATCH', body: { value: 'B' } },
    [204, '', true, 'return=minimal, handling=lenient'],
  ],
  ['what is read', { path: '/n/v1/textitem/{text}' }, [200, expect.stringContaining('"B"'), true, 'handling=lenient']],
  ['what is removed', { path: '/n/v1/textitem/{text}', method: 'DELETE' }, [204, '', false, 'handling=lenient']],
];
