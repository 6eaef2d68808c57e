// The pages of sign-in: small HTML without scripts, under a policy that lets a page load its own style sheet and nothing
// else. They are made to be read aloud and used by keyboard alone.
import { html, type Html } from '../http/html.ts';

/** The policy pages are served with; they are shown in no frame but those of the origins given. */
export function pagePolicy(framing: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    "form-action 'self'",
    `frame-ancestors ${framing.length > 0 ? framing.join(' ') : "'none'"}`,
    "base-uri 'none'",
  ].join('; ');
}

/** What a page offers to sign in with. */
export interface Ways {
  /** What the provider is called; null without one. */
  readonly provider: string | null;
  /** Whether sign-in links are printed to the log. */
  readonly links: boolean;
}

/** The page people sign in at. */
export function signInPage(ways: Ways, returnTo: string): string {
  const query = `?returnTo=${encodeURIComponent(returnTo)}`;
  const provider = ways.provider
    ? html`<p><a class="button" href="/signin/oidc${query}">Sign in with ${ways.provider}</a></p>`
    : null;
  const link = ways.links
    ? html`<form method="post" action="/signin/link">
        <input type="hidden" name="returnTo" value="${returnTo}" />
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" autocomplete="email" required autofocus aria-describedby="hint" />
        <p id="hint">For development: the link is printed where the service runs. Nothing is sent.</p>
        <button>Print a sign-in link</button>
      </form>`
    : null;
  return page('Sign in', html`${provider}${link}`);
}

/** What an application can show in a frame: a way to the page above, in a tab of its own where nothing lies over it. */
export function framePage(): string {
  return page('Sign in', html`<p><a class="button" href="/signin" target="_blank" rel="noopener">Sign in</a></p>`);
}

/** What is said after a link was asked for, whether or not there is one. */
export function linkPrintedPage(minutes: number): string {
  return page(
    'Look at the terminal',
    html`<p role="status">
        If a person has that address, a link was printed where the service runs. Open it within ${String(minutes)}
        minutes; it works once.
      </p>
      <p><a href="/signin">Try another address</a></p>`,
  );
}

/** The page a link opens: it says who will be signed in, and waits. */
export function confirmPage(name: string, token: string): string {
  return page(
    'Sign in',
    html`<form method="post" action="/signin/link/open">
      <p>You are about to sign in as <strong>${name}</strong>.</p>
      <input type="hidden" name="token" value="${token}" />
      <button autofocus>Sign in</button>
    </form>`,
  );
}

/**
 * Reports that a person was signed in or out, and continues by itself. Not a redirect: that would count as part of the
 * form, which may lead nowhere but here, while the path may lead on to an application.
 */
export function goOnPage(title: string, target: string): string {
  const refresh = html`<meta http-equiv="refresh" content="0; url=${target}" />`;
  return page(title, html`<p role="status">${title}. <a href="${target}">Continue</a></p>`, refresh);
}

/** What a person who is signed in sees. */
export function signedInPage(name: string, csrfToken: string, returnTo: string | null): string {
  const goOn = returnTo ? html`<p><a href="${returnTo}">Continue</a></p>` : null;
  return page(
    'Signed in',
    html`<p>You are signed in as <strong>${name}</strong>.</p>
      ${goOn}
      <p><a href="/graphql/ide">Open the IDE</a></p>
      <form method="post" action="/signin/out">
        <input type="hidden" name="csrfToken" value="${csrfToken}" />
        <button>Sign out</button>
      </form>`,
  );
}

/** Where nobody can sign in: what there is instead, and where it is set up. */
export function notSetUpPage(): string {
  return page(
    'Signing in is not set up here',
    html`<p>The <a href="/graphql/ide">IDE</a> and the <a href="/dashboard">dashboard</a> take a token instead.</p>
      <p>Whoever runs the service can set it up: <a href="/docs/sign-in">Sign-in</a>.</p>`,
  );
}

/** What went wrong, and the way back. */
export function problemPage(problem: string): string {
  return page(
    'That did not work',
    html`<p role="alert">${problem}</p>
      <p><a href="/signin">Back to sign-in</a></p>`,
  );
}

function page(title: string, body: Html, head: Html | null = null): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${head}
        <title>${title} - Commonplace</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/signin/style.css" />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `.html;
}

/** The style sheet of all pages. */
export const styleSheet = `:root { color-scheme: light dark; --paper: light-dark(#fbfaf7, #17161b); --line: light-dark(#767676, #8a8a8a); --accent: light-dark(#7a3b12, #e5a06b); }
body { margin: 0; font: 1.0625rem/1.5 system-ui, sans-serif; background: var(--paper); color: light-dark(#1c1b22, #ece9e2); }
main { max-width: 26rem; margin: 12vh auto 0; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; margin: 0 0 1rem; }
form { margin: 1.25rem 0; }
label { display: block; font-weight: 600; }
input[type='email'] { box-sizing: border-box; width: 100%; font: inherit; padding: 0.5rem 0.625rem; margin: 0.25rem 0; border: 1px solid var(--line); border-radius: 4px; background: Canvas; color: CanvasText; }
#hint { margin: 0 0 0.75rem; font-size: 0.9375rem; }
button, .button { display: inline-block; font: inherit; font-weight: 600; padding: 0.5rem 1rem; border: 1px solid var(--accent); border-radius: 4px; background: var(--accent); color: var(--paper); text-decoration: none; cursor: pointer; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[role='alert'] { border-left: 4px solid light-dark(#b3261e, #ff8a80); padding: 0.25rem 0.75rem; }
`;
