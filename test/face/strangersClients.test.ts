// Widely used clients with their default settings: urql, Apollo Client and graphql-sse.
import { readFileSync } from 'node:fs';
import { ApolloClient, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import { Defer20220824Handler } from '@apollo/client/incremental';
import { Client, fetchExchange } from '@urql/core';
import { createClient as createSse } from 'graphql-sse';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let tenant: Tenant;
beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
});

const authorization = (): Record<string, string> => ({ authorization: `Bearer ${tenant.token}` });
const change = async (): Promise<void> => {
  await tenant.rest('POST', '/n/v1/project', { body: { owner: tenant.company, name: 'Heard' } });
};
const query = '{ companies { nodes { name } } }';
const subscription = 'subscription Heard { events(subjects: [PROJECT]) { subject event } }';

describe('urql', () => {
  const client = (): Client =>
    new Client({
      url: `${service.url}/graphql`,
      exchanges: [fetchExchange],
      fetchOptions: { headers: authorization() },
      fetchSubscriptions: true,
    });

  test('queries by GET, as it does by default', async () => {
    const { data, error } = await client().query(query, {}).toPromise();
    expect(error).toBeUndefined();
    expect(data.companies.nodes).toEqual([{ name: 'Tenant' }]);
  });

  test('subscribes at the address of the graph', async () => {
    const heard: unknown[] = [];
    const stream = client()
      .subscription(subscription, {})
      .subscribe(({ data, error }) => heard.push(data ?? error));
    await expect
      .poll(async () => {
        await change();
        return heard[0];
      })
      .toMatchObject({ events: { subject: 'PROJECT', event: 'CREATE' } });
    stream.unsubscribe();
  });
});

test('graphql-sse subscribes at the address of the graph', async () => {
  const client = createSse({ url: `${service.url}/graphql`, headers: authorization, retryAttempts: 0 });
  const heard: unknown[] = [];
  const stop = client.subscribe(
    { query: subscription },
    { next: ({ data }) => heard.push(data), error: (error) => heard.push(error), complete: () => undefined },
  );
  await expect
    .poll(async () => {
      await change();
      return heard[0];
    })
    .toEqual({ events: { subject: 'PROJECT', event: 'CREATE' } });
  stop();
  client.dispose();
});

describe('A GET of the graph', () => {
  const get = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${service.url}/graphql?query=${encodeURIComponent('{ __typename }')}`, { headers });

  test('requires no custom header without a cookie, and one with it', async () => {
    expect((await get({})).status).toBe(200);
    expect((await get({ cookie: 'anything=1' })).status).toBe(400);
    expect((await get({ cookie: 'anything=1', 'apollo-require-preflight': '1' })).status).toBe(200);
  });

  test('never runs a mutation', async () => {
    const text = `mutation { createProject(input: { owner: "${tenant.company}", name: "By GET" }) { project { urn } } }`;
    const answer = await fetch(`${service.url}/graphql?query=${encodeURIComponent(text)}`, {
      headers: authorization(),
    });
    expect(answer.status).toBe(405);
    const { projects } = await tenant.data('{ projects { nodes { name } } }');
    expect(projects.nodes.map(({ name }: { name: string }) => name)).not.toContain('By GET');
  });
});

test('Apollo Client reads the fragments it defers together with the rest', async () => {
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new HttpLink({ uri: `${service.url}/graphql`, headers: authorization() }),
    incrementalHandler: new Defer20220824Handler(),
  });
  const query: TypedDocumentNode<{ companies: { nodes: { name: string }[] } }> = gql`
    {
      companies {
        ... @defer(if: true, label: "later") {
          nodes {
            name
          }
        }
      }
    }
  `;
  const { data, error } = await client.query({ query });
  expect(error).toBeUndefined();
  expect(data?.companies.nodes.map(({ name }) => name)).toEqual(['Tenant']);
});

test('Apollo Client keeps each object that it reads with its urn once, and the others where they stand', async () => {
  const { possibleTypes } = JSON.parse(
    readFileSync(new URL('../../schema/generated/apolloCache.json', import.meta.url), 'utf8'),
  ) as { possibleTypes: Record<string, string[]> };
  expect(possibleTypes['Item']).toContain('TextItem');
  const cache = new InMemoryCache({
    possibleTypes,
    // As in docs/guides/frontend.md.
    typePolicies: { Node: { keyFields: ({ urn }) => (urn ? ['urn'] : false) } },
  });
  const client = new ApolloClient({
    cache,
    link: new HttpLink({ uri: `${service.url}/graphql`, headers: authorization() }),
  });
  await change();
  const query: TypedDocumentNode<{ projects: { nodes: { urn: string; name: string }[] } }> = gql`
    {
      projects {
        nodes {
          urn
          name
          owner {
            name
          }
        }
      }
    }
  `;
  const { data } = await client.query({ query });
  const kept = Object.keys(cache.extract()).filter((key) => key !== 'ROOT_QUERY' && key !== '__META');
  const urns = data?.projects.nodes.map(({ urn }) => urn) ?? [];
  expect(kept.sort()).toEqual(urns.map((urn) => `Project:{"urn":"${urn}"}`).sort());
  const rename: TypedDocumentNode = gql`
    mutation Rename($urn: ID!) {
      updateProject(urn: $urn, input: { name: "Renamed" }) {
        project {
          urn
          name
        }
      }
    }
  `;
  await client.mutate({ mutation: rename, variables: { urn: urns[0] } });
  expect(client.readQuery({ query })?.projects.nodes[0]?.name).toBe('Renamed');
});
