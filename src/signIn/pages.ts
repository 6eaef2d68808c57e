// The pages of sign-in: small HTML, under a policy that lets a page load the style sheet of all pages and the icon, and nothing else but,
// where passkeys are used, the one script that asks the browser for them. They are made to be read aloud and used by keyboard alone.
import { builtAddress } from '../http/builtPages.ts';
import { html, type Html } from '../http/html.ts';
import { page as shell } from '../http/pageShell.ts';
import type { Person, Reader } from '../http/reader.ts';

/** The policy pages are served with; they are shown in no frame but those of the origins given. */
export function pagePolicy(framing: readonly string[] = [], hasScript = false): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    ...(hasScript ? ["script-src 'self'", "connect-src 'self'"] : []),
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
  /** Where passkeys are used: HERE, at another name of the service, or nowhere. */
  readonly passkeys: 'HERE' | { readonly place: string } | null;
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
  return page('Sign in', html`${passkeysIn(ways, returnTo)}${provider}${link}`, {
    app: ways.passkeys === 'HERE' ? passkeyScript : null,
  });
}

/** The built script that asks the browser for passkeys (pages/signin/passkey.ts). */
const passkeyScript = 'passkey';

function passkeysIn({ passkeys }: Ways, returnTo: string): Html | null {
  if (passkeys === null) return null;
  if (passkeys !== 'HERE')
    return html`<p>
      <a class="button" href="${passkeys.place}/signin?returnTo=${encodeURIComponent(returnTo)}">Use a passkey</a>
    </p>`;
  return passkeyForm(
    { action: '/signin/passkey', purpose: 'sign-in', button: 'Sign in with a passkey' },
    html`<input type="hidden" name="returnTo" value="${returnTo}" />`,
  );
}

// The script asks for the options, has the browser make or use a passkey, and sends the form with its answer.
function passkeyForm(
  { action, purpose, button }: Readonly<Record<'action' | 'purpose' | 'button', string>>,
  fields: Html,
): Html {
  return html`<form method="post" action="${action}" data-passkey="${purpose}">
    <input type="hidden" name="purpose" value="${purpose}" /><input type="hidden" name="response" />
    ${fields}
    <button class="primary">${button}</button>
    <p role="alert"></p>
  </form>`;
}

/** What an invitation opens; at another name of the service where passkeys do not work under this one. */
export function invitationPage(name: string, token: string, elsewhere: string | null): string {
  const goOn = elsewhere
    ? html`<p><a class="button" href="${elsewhere}">Continue</a></p>`
    : passkeyForm(
        { action: '/signin/passkey/register', purpose: 'register', button: 'Create a passkey' },
        html`<input type="hidden" name="invitation" value="${token}" />`,
      );
  return page(
    'Welcome',
    html`<p>You are invited as <strong>${name}</strong>.</p>
      <p>A passkey signs you in from now on: your device asks for your fingerprint, your face or its PIN.</p>
      ${goOn}`,
    { app: elsewhere ? null : passkeyScript },
  );
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

/** Something of a person that can be ended, as a person reads it. */
export interface Owned {
  readonly urn: string;
  readonly text: string;
}

/** What a person who is signed in has: where else, and with which passkeys; null where there are no passkeys. */
export interface OwnAccess {
  readonly sessions: readonly Owned[];
  readonly passkeys: readonly Owned[] | null;
}

interface OwnedList {
  readonly title: string;
  /** Where what is ended or deleted is sent. */
  readonly action: string;
  readonly word: string;
}

function ownedList({ title, action, word }: OwnedList, { csrfToken }: Person, owned: readonly Owned[]): Html {
  const rows = owned.map(
    ({ urn, text }) =>
      html`<li>
        <form method="post" action="${action}">
          <input type="hidden" name="csrfToken" value="${csrfToken}" /><input type="hidden" name="urn" value="${urn}" />
          ${text} <button aria-label="${word}: ${text}">${word}</button>
        </form>
      </li>`,
  );
  return html`<h2>${title}</h2>
    <ul>
      ${rows}
    </ul>`;
}

function ownAccess(person: Person, { sessions, passkeys }: OwnAccess): Html {
  const add = passkeyForm(
    { action: '/signin/passkey/register', purpose: 'register', button: 'Add a passkey' },
    html`<input type="hidden" name="csrfToken" value="${person.csrfToken}" />`,
  );
  const signedIn = { title: 'Where you are signed in', action: '/signin/sessions/end', word: 'End' };
  const registered = { title: 'Your passkeys', action: '/signin/passkeys/delete', word: 'Delete' };
  return html`${ownedList(signedIn, person, sessions)} ${passkeys && ownedList(registered, person, passkeys)}
  ${passkeys && add}`;
}

/** What a person who is signed in sees; the bar signs them out. */
export function signedInPage(person: Person, returnTo: string | null, own: OwnAccess | null = null): string {
  const goOn = returnTo ? html`<p><a href="${returnTo}">Continue</a></p>` : null;
  return page(
    'Signed in',
    html`<p>You are signed in as <strong>${person.name}</strong>.</p>
      ${goOn}
      <p>
        Open the <a href="/desk">desk</a>, the <a href="/graphql/ide">IDE</a>, the
        <a href="/desk/operations">operations</a> or the <a href="/docs">guides</a>.
      </p>
      ${own && ownAccess(person, own)}`,
    { reader: { person, canSignIn: true }, app: own?.passkeys ? passkeyScript : null },
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
  /** The built script of the page; null for none. */
  readonly app?: string | null;
}

function page(title: string, body: Html, { head, reader = nobody, app = null }: Around = {}): string {
  const main = html`<div class="ask">
    <h1>${title}</h1>
    ${body}
  </div>`;
  const script = app && html`<script type="module" src="${builtAddress(`${app}.js`)}"></script>`;
  return shell({ path: '/signin', title, main, head: html`${head ?? null}${script}`, reader });
}
