// The pages of sign-in: small HTML without scripts, under a policy that lets a page load the style sheet of all pages and
// the icon, and nothing else. They are made to be read aloud and used by keyboard alone.
import { html, type Html } from '../http/html.ts';
import { page as shell } from '../http/pageShell.ts';
import type { Person, Reader } from '../http/reader.ts';

/** The policy pages are served with; they are shown in no frame but those of the origins given. */
export function pagePolicy(framing: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
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
        <button class="primary">Print a sign-in link</button>
      </form>`
    : null;
  return page('Sign in', html`${provider}${link}`);
}

/** What an application can show in a frame: a way to the page above, in a tab of its own where nothing lies over it. */
export function framePage(): string {
  const link = html`<p><a class="button" href="/signin" target="_blank" rel="noopener">Sign in</a></p>`;
  return page('Sign in', link, { reader: null });
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
      <button class="primary" autofocus>Sign in</button>
    </form>`,
  );
}

/**
 * Reports that a person was signed in or out, and continues by itself. Not a redirect: that would count as part of the
 * form, which may lead nowhere but here, while the path may lead on to an application.
 */
export function goOnPage(title: string, target: string): string {
  const refresh = html`<meta http-equiv="refresh" content="0; url=${target}" />`;
  return page(title, html`<p role="status">${title}. <a href="${target}">Continue</a></p>`, { head: refresh });
}

/** What a person who is signed in sees; the bar signs them out. */
export function signedInPage(person: Person, returnTo: string | null): string {
  const goOn = returnTo ? html`<p><a href="${returnTo}">Continue</a></p>` : null;
  return page(
    'Signed in',
    html`<p>You are signed in as <strong>${person.name}</strong>.</p>
      ${goOn}
      <p>
        Open the <a href="/desk">desk</a>, the <a href="/graphql/ide">IDE</a>, the
        <a href="/desk/operations">operations</a> or the <a href="/docs">guides</a>.
      </p>`,
    { reader: { person, canSignIn: true } },
  );
}

/** Where nobody can sign in: what there is instead, and where it is set up. */
export function notSetUpPage(): string {
  return page(
    'Signing in is not set up here',
    html`<p>
        The <a href="/desk">desk</a>, the <a href="/graphql/ide">IDE</a> and the
        <a href="/desk/operations">operations</a> take a token instead.
      </p>
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

const nobody: Reader = { person: null, canSignIn: true };

interface Around {
  readonly head?: Html;
  /** Nobody unless it says so; null leaves the bar out. */
  readonly reader?: Reader | null;
}

function page(title: string, body: Html, { head, reader = nobody }: Around = {}): string {
  const main = html`<div class="ask">
    <h1>${title}</h1>
    ${body}
  </div>`;
  return shell({ path: '/signin', title, main, head: head ?? null, reader });
}
