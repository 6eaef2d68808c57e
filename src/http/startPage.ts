// The page at `/` for people who open the service in a browser: where to find things, and what to try first.
import { html } from './html.ts';
import { page } from './pageShell.ts';

const cards: readonly (readonly [path: string, name: string, text: string])[] = [
  ['/graphql/ide', 'GraphQL IDE', 'Examples on the demo content, documentation of every field, live subscriptions.'],
  ['/docs/rest', 'REST reference', 'Every path with its parameters and answers; requests can be tried in place.'],
  ['/dashboard', 'Dashboard', 'Events as they happen, webhooks, scheduled publications, limits.'],
  ['/n/v1', 'REST resources', 'The list of resources as JSON.'],
  ['/schema.graphql', 'Schema', 'The whole graph in GraphQL’s schema language, for code generators.'],
  ['/openapi.json', 'OpenAPI', 'The REST paths as OpenAPI 3.1, for code generators.'],
];

/** The document, for the service at that address. */
export function startPage(styles: readonly string[], baseUrl: string): string {
  const main = html`<div class="home">
    <h1>Commonplace is running</h1>
    <p class="lead">
      Pages made of typed items that keep every value they had, tasks and threads around them, one GraphQL graph, REST
      paths and live events. The tokens are in what the service printed when it started.
    </p>
    <ul class="cards">
      ${cards.map(
        ([path, name, text]) =>
          html`<li>
            <a href="${path}">${name}</a>
            <p>${text}</p>
          </li>`,
      )}
    </ul>
    <h2>Try it</h2>
    <p>A page of the demo as readers see it; it needs no token:</p>
    <pre tabindex="0"><code>curl '${baseUrl}/v/v1/entityview/home?variant=summer'</code></pre>
  </div>`;
  return page({ path: '/', title: 'Commonplace', styles, script: null, main, isApp: false });
}
