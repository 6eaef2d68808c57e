// A name is resolved once, all its addresses are checked, and the socket connects to a checked one.
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { parseRange } from '../../src/domain/networkAddress.ts';
import { createAuthSchemes } from '../../src/webhooks/authSchemes.ts';
import { deliver } from '../../src/webhooks/deliver.ts';
import { checkedAddress, createConnections, destinationOf } from '../../src/webhooks/destination.ts';

const url = new URL('https://hooks.example.com/');
const checked = (...addresses: string[]): Promise<string> => checkedAddress(url, [], () => Promise.resolve(addresses));

describe('a host name', () => {
  test('with public addresses resolves to the first', async () => {
    expect(await checked('93.184.216.34', '2606:2800:220:1::1')).toBe('93.184.216.34');
  });

  test.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['169.254.169.254'],
    ['::1'],
    ['fd00::1'],
    ['fe80::1%eth0'],
    ['::ffff:10.0.0.1'],
    ['64:ff9b::a00:1'],
    ['93.184.216.34', '192.168.0.1'],
    ['2606:2800:220:1::1', '::ffff:127.0.0.1'],
    ['rubbish'],
  ])('with the address %s is refused', async (...addresses) => {
    await expect(checked(...addresses)).rejects.toMatchObject({ code: 'TARGET_REFUSED' });
  });

  test('without an address is not found', async () => {
    await expect(checked()).rejects.toMatchObject({ code: 'DNS' });
    const failing = (): Promise<string[]> => Promise.reject(new Error('SERVFAIL'));
    await expect(checkedAddress(url, [], failing)).rejects.toMatchObject({ code: 'DNS' });
  });

  test('over http requires that all its addresses are allowed', async () => {
    const allowed = [parseRange('127.0.0.0/8')!];
    const plain = new URL('http://hooks.example.com:9000/');
    await expect(checkedAddress(plain, allowed, () => Promise.resolve(['127.0.0.2']))).resolves.toBe('127.0.0.2');
    await expect(checkedAddress(plain, allowed, () => Promise.resolve(['8.8.8.8']))).rejects.toMatchObject({
      code: 'TARGET_REFUSED',
    });
  });
});

test('a text is judged once by the ranges that are allowed, and by no others', () => {
  const [loopback] = [parseRange('127.0.0.0/8')!];
  const allowed = [loopback];
  const text = 'http://127.0.0.1:9000/hook?a=1';
  const first = destinationOf(text, allowed);
  expect(first).toEqual({ url: new URL(text), address: '127.0.0.1' });
  expect(destinationOf(text, allowed)).toBe(first);
  expect(() => destinationOf(text, [])).toThrow(/https address is expected/);
  expect(() => destinationOf(text, [parseRange('10.0.0.0/8')!])).toThrow(/not on the public internet/);
  expect(destinationOf('https://[2606:2800:220:1::1]/', []).address).toBe('2606:2800:220:1::1');
  expect(destinationOf('https://hooks.example.com/', []).address).toBeNull();
});

test('of texts the thousand newest at most are remembered', () => {
  const allowed = [parseRange('127.0.0.0/8')!];
  const at = (place: number): ReturnType<typeof destinationOf> =>
    destinationOf(`http://127.0.0.1:9000/${String(place)}`, allowed);
  const first = at(0);
  for (let place = 1; place < 1_000; place += 1) at(place);
  expect(at(0)).toBe(first);
  const next = at(1_000);
  expect(at(0)).not.toBe(first);
  expect(at(1_000)).toBe(next);
});

test('an address that is written out is not looked up', async () => {
  const resolve = (): Promise<string[]> => Promise.reject(new Error('looked up'));
  expect(await checkedAddress(new URL('https://93.184.216.34/'), [], resolve)).toBe('93.184.216.34');
});

test('a name with an address of IPv6 connects to that', async () => {
  const from: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    from.push(request.socket.localAddress);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '::1', resolve));
  const { port } = server.address() as { port: number };
  const connections = createConnections({ connectMillis: 500, perSubscription: 2 });
  const url = new URL(`http://six.example.com:${String(port)}/`);
  const { statusCode, body } = await connections.to('s', url, '::1').request({ method: 'GET', path: '/' });
  await body.dump();
  await connections.close();
  server.close();
  expect([statusCode, from]).toEqual([200, ['::1']]);
});

test('a name that changes its address between check and connection connects to the checked one', async () => {
  const hosts: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    hosts.push(request.headers.host);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '10.0.0.1']];
  const connections = createConnections({ connectMillis: 500, perSubscription: 2 });
  const parts = {
    connections,
    schemes: createAuthSchemes(),
    allowedRanges: [parseRange('127.0.0.0/8')!],
    resolve: () => Promise.resolve(answers.shift() ?? []),
    totalMillis: 2_000,
  };
  const send = {
    url: `http://rebind.example.com:${String(port)}/`,
    body: '{}',
    digest: '',
    headers: {},
    ownHeaders: {},
    credentials: { subscription: 's', auth: 'HMAC_SHA256', clientId: 'c', secret: 'x'.repeat(16) },
  };
  const outcomes = [await deliver(parts, send), await deliver(parts, send), await deliver(parts, send)];
  await connections.close();
  server.close();
  expect(outcomes.map((o) => o.status ?? o.error)).toEqual([200, 'TARGET_REFUSED', 'TARGET_REFUSED']);
  expect(hosts).toEqual([`rebind.example.com:${String(port)}`]);
});
