// The page that asks a person whether a client may act for them: small HTML without scripts, under a policy that lets it
// load one style sheet and send its form to this service, which then leads to the client's own address.
import { createHash } from 'node:crypto';
import type { AuthorizationRequest } from '../actions/oauth/authorizeClient.ts';
import { scopeMeanings } from '../domain/oauthScope.ts';
import { html, type Html } from '../http/html.ts';

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
  readonly personName: string;
  readonly csrfToken: string;
}

/** Asks a person. */
export function consentPage({ request, parameters, personName, csrfToken }: Question): Page {
  const { client, scope, redirectUri } = request;
  const hidden = [...parameters, ['csrfToken', csrfToken]].map(
    ([name = '', value = '']) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const body = html`<p>
      <strong>${client.name}</strong> of ${client.ownerName} asks to act for you, <strong>${personName}</strong>. It
      will be able to:
    </p>
    <ul>
      ${scope.map((one) => html`<li>${scopeMeanings[one] ?? one}</li>`)}
    </ul>
    <p>You will be sent to <strong>${new URL(redirectUri).host}</strong>.</p>
    <form method="post" action="/oauth2/authorize">
      ${hidden}
      <button name="decision" value="allow">Allow</button>
      <button name="decision" value="deny">Deny</button>
    </form>`;
  return page('May it act for you?', body, formTarget(redirectUri));
}

/** Explains why consent is not requested. Nothing of what was sent is shown. */
export function refusalPage(problem: string): Page {
  const body = html`<p role="alert">${problem}</p>
    <p>Nothing was sent to the application. Go back to it and try again, or tell those who run it.</p>`;
  return page('This request cannot be answered', body, null);
}

// Browsers hold the redirect after a form to its policy, too. An IPv6 address cannot be written in one, so its scheme is.
function formTarget(redirectUri: string): string {
  const { origin, protocol, hostname } = new URL(redirectUri);
  return hostname.startsWith('[') ? protocol : origin;
}

const styleSheet = `:root { color-scheme: light dark; }
body { margin: 0; font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 12vh auto 0; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; margin: 0 0 1rem; }
p, li { overflow-wrap: anywhere; }
button { font: inherit; font-weight: 600; padding: 0.5rem 1rem; margin-right: 0.5rem; }
:focus-visible { outline: 3px solid; outline-offset: 2px; }
`;

// The hash covers every character between the tags.
const style: Html = { html: `<style>${styleSheet}</style>` };
const styleHash = createHash('sha256').update(styleSheet).digest('base64');

function page(title: string, body: Html, target: string | null): Page {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    'img-src data:',
    target === null ? "form-action 'none'" : `form-action 'self' ${target}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
  const text = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - Commonplace</title>
        <link rel="icon" href="data:," />
        ${style}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`;
  return { html: text.html, policy };
}
