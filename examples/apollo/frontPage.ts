// The front page of the demo with Apollo Client: items by name, objects kept by their urns, and a list read page by page.
// Run it: npx tsx examples/apollo/frontPage.ts > front.html
import { readFileSync } from 'node:fs';
import { ApolloClient, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';

interface Text {
  readonly value: string;
}

interface FrontPage {
  readonly entityView: {
    readonly headline: Text | null;
    readonly standfirst: Text | null;
    readonly hero: { readonly src: string; readonly altText: string | null } | null;
  } | null;
}

const frontPage: TypedDocumentNode<FrontPage, { language: string }> = gql`
  query FrontPage($language: LanguageTag) {
    entityView(path: "/home", language: $language) {
      urn
      headline: text(name: "headline") {
        value
      }
      standfirst: text(name: "standfirst") {
        value
      }
      hero: image(name: "hero") {
        src
        altText
      }
    }
  }
`;

interface Articles {
  readonly entities: {
    readonly nodes: readonly { readonly urn: string; readonly path: string; readonly title: Text | null }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

const articles: TypedDocumentNode<Articles, { language: string; after?: string | null }> = gql`
  query Articles($language: String!, $after: String) {
    entities(
      first: 3
      after: $after
      where: { path: { startsWith: "/articles/" }, language: { eq: $language } }
      orderBy: { field: NAME }
    ) {
      nodes {
        urn
        path
        title: text(name: "title") {
          value
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

// Printed from the schema: which types stand behind an interface.
const { possibleTypes } = JSON.parse(
  readFileSync(new URL('../../schema/generated/apolloCache.json', import.meta.url), 'utf8'),
) as { possibleTypes: Record<string, string[]> };

/** A client of the service at `url`; a token is needed for lists. */
export function createApollo(url: string, token: string): ApolloClient {
  return new ApolloClient({
    link: new HttpLink({ uri: `${url}/graphql`, headers: { authorization: `Bearer ${token}` } }),
    cache: new InMemoryCache({
      possibleTypes,
      // An object that was read with its urn is kept once; one without it belongs to where it stands.
      typePolicies: { Node: { keyFields: ({ urn }) => (urn ? ['urn'] : false) } },
    }),
  });
}

/** The front page as HTML, in a language. */
export async function renderFrontPage(client: ApolloClient, language: string): Promise<string> {
  const { data } = await client.query({ query: frontPage, variables: { language } });
  const page = data?.entityView;
  const found: Articles['entities']['nodes'][number][] = [];
  for (let after: string | null | undefined = null; after !== undefined;) {
    // A page that was read before comes from the cache.
    const { data: more }: { data?: Articles | undefined } = await client.query({
      query: articles,
      variables: { language, after },
    });
    found.push(...(more?.entities.nodes ?? []));
    after = more?.entities.pageInfo.hasNextPage ? more.entities.pageInfo.endCursor : undefined;
  }
  return [
    `<h1>${escape(page?.headline?.value ?? '')}</h1>`,
    `<p>${escape(page?.standfirst?.value ?? '')}</p>`,
    page?.hero ? `<img src="${escape(page.hero.src)}" alt="${escape(page.hero.altText ?? '')}">` : '',
    '<ul>',
    ...found.map(({ path, title }) => `<li><a href="${escape(path)}">${escape(title?.value ?? path)}</a></li>`),
    '</ul>',
  ].join('\n');
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

if (process.argv[1] === import.meta.filename) {
  const { COMMONPLACE_URL = 'http://127.0.0.1:4000', TOKEN = '', LANGUAGE = 'en' } = process.env;
  process.stdout.write(`${await renderFrontPage(createApollo(COMMONPLACE_URL, TOKEN), LANGUAGE)}\n`);
}
