// The page that asks a person whether a client may act for them: small HTML without scripts, under a policy that lets it
// load the style sheet of all pages and send its form to this service, which then leads to the client's own address.
import type { AuthorizationRequest } from '../actions/oauth/authorizeClient.ts';
import { scopeMeanings } from '../domain/oauthScope.ts';
import { html, type Html } from '../http/html.ts';
import { page as shell } from '../http/pageShell.ts';
import type { Person, Reader } from '../http/reader.ts';

/** A page with the `Content-Security-Policy` it must be served with. */
export interface Page {
  readonly html: string;
  readonly policy: string;
}

/** What the page asks, and of whom. */
export interface Question {
  readonly request: AuthorizationRequest;
  /** The parameters of the request, which the form sends again. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly person: Person;
}

/** Asks a person. */
export function consentPage({ request, parameters, person }: Question): Page {
  const { client, scope, redirectUri } = request;
  const hidden = [...parameters, ['csrfToken', person.csrfToken]].map(
    ([name = '', value = '']) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const body = html`<p>
      <strong>${client.name}</strong> by <strong>${client.ownerName}</strong> wants to use the account of
      <strong>${person.name}</strong>. If you allow it, it can:
    </p>
    <ul>
      ${scope.map((one) => html`<li>${scopeMeanings[one] ?? one}</li>`)}
    </ul>
    <p>After you choose, you return to <strong>${new URL(redirectUri).host}</strong>.</p>
    <form class="choice" method="post" action="/oauth2/authorize">
      ${hidden}
      <button class="primary" name="decision" value="allow">Allow</button>
      <button name="decision" value="deny">Deny</button>
    </form>`;
  const title = `Allow ${client.name} to use your account?`;
  return page({ title, body, target: formTarget(redirectUri), reader: { person, canSignIn: true } });
}

/** Explains why consent is not requested. Nothing of what was sent is shown. */
export function refusalPage(problem: string): Page {
  const body = html`<p role="alert">${problem}</p>
    <p>Nothing was sent to the application. Go back to it and try again, or contact its developer.</p>`;
  return page({ title: 'This request is not valid', body, target: null, reader: { person: null, canSignIn: false } });
}

// Browsers hold the redirect after a form to its policy, too. An IPv6 address cannot be written in one, so its scheme is.
function formTarget(redirectUri: string): string {
  const { origin, protocol, hostname } = new URL(redirectUri);
  return hostname.startsWith('[') ? protocol : origin;
}

interface Parts {
  readonly title: string;
  readonly body: Html;
  readonly target: string | null;
  readonly reader: Reader;
}

function page({ title, body, target, reader }: Parts): Page {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    target === null ? "form-action 'none'" : `form-action 'self' ${target}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
  const main = html`<div class="ask">
    <h1>${title}</h1>
    ${body}
  </div>`;
  return { html: shell({ path: '', title, main, reader }), policy };
}
