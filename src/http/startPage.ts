// The page at the root: what the service offers, and how to begin with what is in its database.
import { html, type Html } from './html.ts';
import { page } from './pageShell.ts';
import type { Reader } from './reader.ts';

const cards: readonly (readonly [path: string, name: string, text: string])[] = [
  ['/desk', 'Desk', 'Write, plan and publish pages: the app for editors.'],
  ['/graphql/ide', 'GraphQL IDE', 'Run example queries, read about every field, subscribe to changes.'],
  ['/docs/rest', 'REST reference', 'Every path with its parameters and answers, and a form to try it.'],
  ['/desk/operations', 'Operations', 'Watch events as they happen, webhooks, scheduled publications and limits.'],
  ['/docs', 'Guides', 'Learn how to build a frontend, receive webhooks, publish, and run the service.'],
];

/** The pages there are, each with what it is for. */
export const listOfCards = html`<ul class="cards">
  ${cards.map(
    ([path, name, text]) =>
      html`<li>
        <a href="${path}">${name}</a>
        <p>${text}</p>
      </li>`,
  )}
</ul>`;

const demo = (baseUrl: string): Html =>
  html`<h2>Try it</h2>
    <p>Read a page of the demo. No token is needed:</p>
    <pre tabindex="0"><code>curl '${baseUrl}/v/v1/entityview/home?variant=summer'</code></pre>`;

const firstSteps = (baseUrl: string): Html =>
  html`<h2>Begin</h2>
    <p>
      There is no demo in this database.
      <a href="/docs/guides/first-page">From nothing to your first public page</a> leads from your token and your first
      company to a page that everyone can read. Your companies, with your token:
    </p>
    <pre
      tabindex="0"
    ><code>curl '${baseUrl}/n/v1/companies?fields=name' -H "Authorization: Bearer $TOKEN"</code></pre>`;

/** The document, for the service at that address; with the demo, or with how to begin without it. */
export function startPage(reader: Reader, baseUrl: string, hasDemo: boolean): string {
  const main = html`<div class="home">
    <h1>Commonplace is running</h1>
    <p class="lead">
      A headless content service with a GraphQL graph, a REST API and live events. The first start printed your tokens;
      <code>npx commonplace token create</code> creates another.
    </p>
    ${listOfCards}
    <p>
      For programs and code generators: the <a href="/schema.graphql">schema of the graph</a>, the REST paths as
      <a href="/openapi.json">OpenAPI 3.1</a>, and the <a href="/n/v1">list of REST resources</a>.
    </p>
    ${hasDemo ? demo(baseUrl) : firstSteps(baseUrl)}
  </div>`;
  return page({ path: '/', title: 'Start', main, reader });
}
