// The document of the desk, the app for editors: one for all of its addresses, which its script reads. The policy lets in no
// style but files and what carries the nonce of this answer, with which its libraries write their own rules.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { deskAddresses } from './builtPages.ts';
import { html } from './html.ts';

function policy(nonce: string, origin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    // Pictures have the address that callers use, which need not be the one that was typed; links may lead to others.
    `img-src 'self' ${origin} https: data: blob:`,
    "font-src 'self'",
    "base-uri 'none'",
    // To sign out.
    "form-action 'self'",
    // It shows pages in frames that it makes itself.
    "frame-src 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Registers `/desk` and every address below it, of the service at that address. */
export function registerDesk(app: FastifyInstance, baseUrl: () => string): void {
  for (const path of ['/desk', '/desk/*'])
    app.get(path, (request, reply) => {
      const nonce = randomBytes(16).toString('base64');
      return reply
        .headers({
          'Content-Security-Policy': policy(nonce, new URL(baseUrl()).origin),
          'Referrer-Policy': 'same-origin',
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-store',
        })
        .send(document(nonce, screenOf(request.url)));
    });
}

function screenOf(url: string): string {
  const [path = ''] = url.split('?');
  return path.slice('/desk'.length) || '/';
}

function document(nonce: string, screen: string): string {
  const { script, needed, styles } = deskAddresses(screen);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta property="csp-nonce" nonce="${nonce}" />
        <title>Desk · Commonplace</title>
        <link rel="icon" href="/favicon.ico" type="image/svg+xml" />
        <link rel="stylesheet" href="${styles}" />
        ${needed.map((address) => html`<link rel="modulepreload" href="${address}" />`)}
        <script type="module" src="${script}"></script>
      </head>
      <body>
        <div id="desk"></div>
        <noscript><p>The desk needs JavaScript.</p></noscript>
      </body>
    </html> `.html;
}
