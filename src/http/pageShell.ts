// What every page for people has in common: the head, and the bar with the other pages, the token box, and who is signed in.
// Also the policy that most of them are served under.
import { builtAddress } from './builtPages.ts';
import { html, type Html } from './html.ts';
import type { Reader } from './reader.ts';

/** One page. */
export interface PageParts {
  readonly path: string;
  /** The page of the bar that it belongs to, where that is another one. */
  readonly section?: string;
  readonly title: string;
  /** The built script that fills the window, with a style sheet of the same name. */
  readonly app?: string;
  readonly main: Html | null;
  /** What stands beside it, before it for a screen reader. */
  readonly side?: Html | null;
  /** More for the head. */
  readonly head?: Html | null;
  /** Whom it is made for; null leaves the bar out. */
  readonly reader: Reader | null;
}

// Scripts are files, never inline, and nothing is loaded from elsewhere. Editors, charts and the REST reference place
// their parts with inline styles. `connect-src 'self'` covers fetch and, on the same host and port, WebSocket.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "base-uri 'none'",
  // To sign out.
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of the pages that anyone may open. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policy,
  // With `no-referrer` a browser would not say where the form that signs out comes from.
  'Referrer-Policy': 'same-origin',
};

const places: readonly (readonly [path: string, name: string])[] = [
  ['/desk', 'Desk'],
  ['/graphql/ide', 'GraphQL'],
  ['/docs/rest', 'REST'],
  ['/desk/operations', 'Operations'],
  ['/docs', 'Guides'],
];

/** The document. */
export function page({ path, section = path, title, app, main, side = null, head = null, reader }: PageParts): string {
  const styles = ['pages', ...(app === undefined ? [] : [app])];
  const content = html`<main id="app">${main}</main>`;
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${head}
        <title>${title} · Commonplace</title>
        <link rel="icon" href="/favicon.ico" type="image/svg+xml" />
        ${styles.map((name) => html`<link rel="stylesheet" href="${builtAddress(`${name}.css`)}" />`)}
        ${app === undefined ? null : html`<script type="module" src="${builtAddress(`${app}.js`)}"></script>`}
      </head>
      <body class="${app === undefined ? '' : 'fill'}">
        ${reader === null ? null : bar({ path, section, hasTokenBox: app !== undefined, reader })}
        ${side === null ? content : html`<div class="beside">${side} ${content}</div>`}
      </body>
    </html> `;
  return document.html;
}

interface BarParts {
  readonly path: string;
  readonly section: string;
  readonly hasTokenBox: boolean;
  readonly reader: Reader;
}

function bar({ path, section, hasTokenBox, reader }: BarParts): Html {
  const current: Html = { html: `aria-current="${section === path ? 'page' : 'true'}"` };
  const links = places.map(([to, name]) => html`<a href="${to}" ${to === section ? current : null}>${name}</a> `);
  return html`<header class="bar">
    <a class="name" href="/">Commonplace</a>
    <nav aria-label="Pages">${links}</nav>
    <div class="who">${hasTokenBox ? tokenBoxFor(reader) : null} ${account(reader, path)}</div>
  </header>`;
}

// Who is signed in needs no token, but may use one.
function tokenBoxFor({ person }: Reader): Html {
  if (person === null) return tokenBox;
  return html`<details>
    <summary>Use a token</summary>
    ${tokenBox}
  </details>`;
}

function account({ person, canSignIn }: Reader, path: string): Html | null {
  if (person !== null)
    return html`<form class="account" method="post" action="/signin/out">
      <span>Signed in as <strong>${person.name}</strong></span>
      <input type="hidden" name="csrfToken" value="${person.csrfToken}" />
      <button>Sign out</button>
    </form>`;
  if (!canSignIn || path === '/signin') return null;
  return html`<a class="account" href="/signin${path ? `?returnTo=${encodeURIComponent(path)}` : ''}">Sign in</a>`;
}

// A wrong token is refused here, beside the field: `role=alert` reads it aloud.
const tokenBox = html`<form id="token">
  <span class="typing"
    ><label for="token-text">Token</label>
    <input
      id="token-text"
      type="password"
      autocomplete="off"
      spellcheck="false"
      size="14"
      title="Kept in this tab until you close it; other tabs ask again."
      aria-describedby="token-problem"
    />
    <button>Use</button></span
  >
  <output></output>
  <span id="token-problem" role="alert"></span>
  <button type="button">Forget</button>
</form>`;
