// What every page for people has in common: the head, the bar with the token box, and the policy it is served under.
import { html, type Html } from './html.ts';

/** One page. */
export interface PageParts {
  readonly path: string;
  /** The page of the bar that it belongs to, where that is another one. */
  readonly section?: string;
  readonly title: string;
  readonly styles: readonly string[];
  /** A module that fills `main`. */
  readonly script: string | null;
  readonly main: Html | null;
  /** Whether it fills the window instead of flowing. */
  readonly isApp: boolean;
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
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every page. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
};

const places: readonly (readonly [path: string, name: string])[] = [
  ['/graphql/ide', 'GraphQL'],
  ['/docs/rest', 'REST'],
  ['/dashboard', 'Dashboard'],
  ['/docs', 'Guides'],
];

/** The document. */
export function page({ path, section = path, title, styles, script, main, isApp }: PageParts): string {
  const current: Html = { html: `aria-current="${section === path ? 'page' : 'true'}"` };
  const links = places.map(([to, name]) => html`<a href="${to}" ${to === section ? current : null}>${name}</a> `);
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.ico" type="image/svg+xml" />
        ${styles.map((href) => html`<link rel="stylesheet" href="${href}" />`)}
        ${script === null ? null : html`<script type="module" src="${script}"></script>`}
      </head>
      <body class="${isApp ? 'fill' : ''}">
        <header class="bar">
          <a class="name" href="/">Commonplace</a>
          <nav aria-label="Pages">${links}</nav>
          ${script === null ? null : tokenBox}
        </header>
        <main id="app">${main}</main>
      </body>
    </html> `;
  return document.html;
}

const tokenBox = html`<form id="token">
  <span class="typing"
    ><label for="token-text">Token</label>
    <input id="token-text" type="password" autocomplete="off" spellcheck="false" size="14" />
    <button>Use</button></span
  >
  <output></output>
  <button type="button">Forget</button>
</form>`;
