// The IDE: GraphiQL from the installed packages, so that it opens without any outside network, under a policy that lets
// the page load nothing but these files. http/server serves what this file names; graphiqlBoot.js runs in the browser.
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the IDE: where it lies, and what to call it in `Content-Type`. */
export interface GraphiqlAsset {
  readonly path: string;
  readonly contentType: string;
}

/** What the page needs to know. All of it ends up in the HTML and are escaped there. */
export interface GraphiqlPageOptions {
  /** The path of the graph, for POST and for WebSocket, such as `/graphql`. */
  readonly endpoint: string;
  /** The path of the client context, which tells what queries in a web session have to say. */
  readonly context: string;
  /** The path under which the files of `graphiqlAssets` are served, without a slash at the end. */
  readonly assets: string;
  readonly title: string;
}

const javascript = 'text/javascript; charset=utf-8';
const stylesheet = 'text/css; charset=utf-8';

// `connect-src 'self'` covers fetch and, on the same host and port, WebSocket. Inline styles are the editor's: CodeMirror
// and the split panes place themselves with them. Scripts are files, never inline.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The files of the IDE by the name to serve them under. Throws when one of the packages is not installed. The contents
 * change only with the installed versions.
 */
export function graphiqlAssets(): ReadonlyMap<string, GraphiqlAsset> {
  const { resolve } = createRequire(import.meta.url);
  // By way of package.json: the browser builds are shipped, but most are not among the packages' exports.
  const inside = (name: string, file: string): string => path.join(path.dirname(resolve(`${name}/package.json`)), file);
  return new Map([
    ['react.js', { path: inside('react', 'umd/react.production.min.js'), contentType: javascript }],
    ['react-dom.js', { path: inside('react-dom', 'umd/react-dom.production.min.js'), contentType: javascript }],
    ['graphql-ws.js', { path: inside('graphql-ws', 'umd/graphql-ws.min.js'), contentType: javascript }],
    ['graphiql.js', { path: inside('graphiql', 'graphiql.min.js'), contentType: javascript }],
    ['graphiql.css', { path: inside('graphiql', 'graphiql.min.css'), contentType: stylesheet }],
    ['boot.js', { path: fileURLToPath(new URL('./graphiqlBoot.js', import.meta.url)), contentType: javascript }],
  ]);
}

/** The page and the `Content-Security-Policy` it must be served with. */
export function graphiqlPage(options: GraphiqlPageOptions): { html: string; csp: string } {
  const assets = escapeHtml(options.assets);
  const script = (name: string): string => `<script src="${assets}/${name}" defer></script>`;
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(options.title)}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${assets}/graphiql.css" />
    ${['react.js', 'react-dom.js', 'graphql-ws.js', 'graphiql.js', 'boot.js'].map(script).join('\n    ')}
  </head>
  <body style="margin: 0; height: 100vh">
    <div id="graphiql" style="height: 100vh" data-endpoint="${escapeHtml(options.endpoint)}" data-context="${escapeHtml(options.context)}">Loading ...</div>
  </body>
</html>
`;
  return { html, csp: policy };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
