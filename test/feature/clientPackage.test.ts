// The client package against a running service: results and errors, events across a disconnect, and verified
// deliveries.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AddTask,
  createGraph,
  followEvents,
  Page,
  Tasks,
  verifyWebhook,
  type FollowedEvent,
} from '../../client/src/index.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService({ WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' });
  tenant = await service.tenant();
});
afterAll(() => service.close());

const makeProject = async (name: string): Promise<string> =>
  (await tenant.rest('POST', '/n/v1/project', { body: { owner: tenant.company, name } })).body.urn;

describe('run', () => {
  test('returns the data, with a token or with a function that provides one', async () => {
    for (const token of [tenant.token, async () => tenant.token]) {
      const graph = createGraph({ url: `${service.url}/`, token });
      expect(await graph.run('query ($n: Int) { companies(first: $n) { nodes { name } } }', { n: 1 })).toEqual({
        companies: { nodes: [{ name: 'Tenant' }] },
      });
    }
  });

  test('runs the documents of the package, with the types of their variables and answers', async () => {
    const graph = createGraph({ url: service.url, token: tenant.token });
    const input = { owner: tenant.company, title: 'Typed', description: '', dueTimestamp: '2035-01-01T00:00:00.000Z' };
    const { createTask } = await graph.run(AddTask, { input });
    expect(createTask.userErrors).toEqual([]);
    const { tasks } = await graph.run(Tasks, { first: 1, where: { urn: { eq: createTask.task?.urn ?? '' } } });
    const titles: readonly string[] = tasks.nodes.map(({ title }) => title);
    expect(titles).toEqual(['Typed']);
    expect((await graph.run(Page, { path: '/nothing' })).entityView).toBeNull();
    // @ts-expect-error -- a page has a path
    const untyped = graph.run(Page, { name: 1 });
    await expect(untyped).rejects.toMatchObject({ status: 400 });
  });

  test('rejects with the code of the service', async () => {
    const wrong = createGraph({ url: service.url, token: 'wrong' });
    await expect(wrong.run('{ __typename }')).rejects.toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
    const graph = createGraph({ url: service.url, token: tenant.token });
    await expect(graph.run('{ nothing }')).rejects.toMatchObject({ name: 'GraphError', status: 400 });
  });
});

/** Proxies everything to the service until it is disconnected. */
async function startProxy(): Promise<{ url: string; cut(): void; server: Server }> {
  const sockets = new Set<Socket>();
  const { port, hostname } = new URL(service.url);
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${String(address.port)}`, cut, server };
}

describe('followEvents', () => {
  test('resumes after the last event following a disconnect, in order, without a gap', async () => {
    const proxy = await startProxy();
    const stop = new AbortController();
    const heard: FollowedEvent[] = [];
    const cuts: unknown[] = [];
    const before = await makeProject('Before');
    const find = async (): Promise<string | undefined> =>
      (await tenant.data('{ events(first: 200) { nodes { cursor targetUrn } } }')).events.nodes.find(
        ({ targetUrn }: FollowedEvent) => targetUrn === before,
      )?.cursor;
    await expect.poll(find).toBeDefined();
    const after = await find();
    const first = await makeProject('Project 0');
    const made = [first];
    for await (const event of followEvents({
      url: proxy.url,
      token: tenant.token,
      after,
      subjects: ['PROJECT'],
      signal: stop.signal,
      onCut: (error) => cuts.push(error),
    })) {
      heard.push(event);
      // Each event is followed by a disconnect, during which the next one happens.
      proxy.cut();
      if (made.length < 4) made.push(await makeProject(`Project ${String(made.length)}`));
      else stop.abort();
    }
    expect(heard.map(({ targetUrn }) => targetUrn)).toEqual(made);
    expect(cuts.length).toBeGreaterThanOrEqual(3);
    proxy.cut();
    proxy.server.close();
  });

  test('rejects immediately when a retry cannot help', async () => {
    const refused = followEvents({ url: service.url, token: 'wrong' }).next();
    await expect(refused).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('verifyWebhook', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

  test('accepts what the service sends, and refuses a body that is modified, old, or signed with another secret', async () => {
    const receiver = await startReceiver();
    const { clientContext } = await tenant.data('{ clientContext { client { urn } } }');
    const subscription = await tenant.rest('POST', '/n/v1/webhooksubscription', {
      body: {
        apiClient: clientContext.client.urn,
        subject: 'PROJECT',
        event: 'CREATE',
        eventsPerMinute: 600,
        destinationUrl: receiver.url,
        secret,
      },
    });
    expect(subscription.status).toBe(201);
    await makeProject('Told');
    const [request] = await receiver.until(1);
    if (!request) throw new Error('nothing came');
    const { headers, body } = request;
    expect(await verifyWebhook(secret, headers, body)).toBe(true);
    expect(await verifyWebhook(secret, new Headers(headers as Record<string, string>), body.toString())).toBe(true);
    expect(await verifyWebhook(secret, headers, Buffer.concat([body, Buffer.from(' ')]))).toBe(false);
    expect(await verifyWebhook('another secret', headers, body)).toBe(false);
    expect(await verifyWebhook(secret, { ...headers, 'webhook-id': 'other' }, body)).toBe(false);
    expect(await verifyWebhook(secret, {}, body)).toBe(false);
    await receiver.close();
  });

  test.each([
    [-299, true],
    [-302, false],
    [299, true],
    [302, false],
  ])('of a time %i seconds away is %s', async (seconds, expected) => {
    const time = String(Math.round(Date.now() / 1000) + seconds);
    const signature = createHmac('sha256', Buffer.alloc(32, 7)).update(`id.${time}.{}`).digest('base64');
    const headers = {
      'webhook-id': 'id',
      'webhook-timestamp': time,
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} v1,${signature}`,
    };
    expect(await verifyWebhook(secret, headers, '{}')).toBe(expected);
  });
});

test('The whole client is smaller than 10 KB, and importing one function does not include the others', async () => {
  const sizeOf = async (source: string): Promise<number> => {
    const { outputFiles } = await build({
      stdin: { contents: source, resolveDir: import.meta.dirname, loader: 'ts' },
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      platform: 'browser',
    });
    return outputFiles[0]?.contents.length ?? Infinity;
  };
  expect(await sizeOf(`export * from '../../client/src/index.ts'`)).toBeLessThan(10_000);
  expect(await sizeOf(`export { verifyWebhook } from '../../client/src/index.ts'`)).toBeLessThan(2_000);
});
