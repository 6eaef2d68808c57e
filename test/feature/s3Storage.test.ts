// A bucket meets the guarantees of a storage, tested against a service that checks every signature it receives.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createS3Storage, type S3Settings } from '../../src/files/s3Storage.ts';
import { fakeTimers } from '../support/fakeTimers.ts';
import { describeStorage, keyOf, listed } from '../support/describeStorage.ts';
import { account, startS3Receiver, type S3Receiver } from '../support/s3Receiver.ts';

let receiver: S3Receiver;
beforeAll(async () => {
  receiver = await startS3Receiver();
});
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.objects.clear();
  receiver.requests.length = 0;
  receiver.failures.length = 0;
});

const bytes = Buffer.from('abc');
const key = keyOf(bytes);

function storageWith(settings: Partial<S3Settings> = {}) {
  return createS3Storage({
    endpoint: receiver.endpoint,
    bucket: 'media',
    region: 'eu-test-1',
    ...account,
    ...settings,
  });
}

describe('a storage in a bucket', () => {
  describeStorage(async () => storageWith({ prefix: 'images/' }));

  it('addresses the bucket by path and signs the digest of the body', async () => {
    await storageWith().put(key, bytes);
    await storageWith({ endpoint: `${receiver.endpoint}/`, prefix: 'a b/ü/' }).put(key, bytes);
    expect(receiver.requests).toEqual([
      { method: 'PUT', path: `/media/${key}`, status: 200 },
      { method: 'PUT', path: `/media/a%20b/%C3%BC/${key}`, status: 200 },
    ]);
    expect([...receiver.objects.keys()]).toEqual([key, `a b/ü/${key}`]);
  });

  it('lists page by page, and only files named like those of the service', async () => {
    const storage = storageWith({ prefix: 'images/' });
    for (const name of ['images/readme', `images/deep/${key}`, `other/${key}`, key]) {
      receiver.objects.set(name, { bytes, modified: new Date(0) });
    }
    for (let index = 0; index < 5; index += 1) await storage.put(keyOf(Buffer.from([index])), Buffer.from([index]));
    expect(await listed(storage)).toHaveLength(5);
    expect(receiver.requests.filter(({ method }) => method === 'GET')).toHaveLength(4);
  });

  it.each([
    ['key', { secretAccessKey: 'wrong' }, 403],
    ['account', { accessKeyId: 'AKIDOTHER' }, 403],
    ['region', { region: 'us-east-1' }, 403],
    ['bucket', { bucket: 'other' }, 404],
  ])('rejects with the status when the %s is wrong', async (_name, settings, status) => {
    const storage = storageWith(settings);
    await expect(storage.put(key, bytes)).rejects.toThrow(`the file storage answered PUT with ${status}`);
    await expect(listed(storage)).rejects.toThrow(`the file storage answered LIST with ${status}`);
    if (status === 404) return;
    await expect(storage.get(key)).rejects.toThrow('the file storage answered GET with 403');
    await expect(storage.open(key)).rejects.toThrow('the file storage answered GET with 403');
    await expect(storage.remove(key)).rejects.toThrow('the file storage answered DELETE with 403');
  });

  it('retries when the service is busy, and then gives up', async () => {
    const storage = storageWith({ retries: 2 });
    receiver.failures.push(503, 429);
    await storage.put(key, bytes);
    expect(receiver.requests.map(({ status }) => status)).toEqual([503, 429, 200]);

    receiver.failures.push(500, 500, 500);
    // Who needs a file is told when to ask again.
    await expect(storage.get(key)).rejects.toMatchObject({
      ...{ message: expect.stringContaining('the file storage answered GET with 500'), code: 'UNAVAILABLE' },
      ...{ extras: { retryAfterSeconds: 5 } },
    });
  });

  it('retries three times unless it is told otherwise', async () => {
    const storage = createS3Storage({ endpoint: receiver.endpoint, bucket: 'media', region: 'eu-test-1', ...account });
    receiver.failures.push(503, 503, 503);
    expect(await storage.get(key)).toBeNull();
    receiver.failures.push(503, 503, 503, 503);
    await expect(storage.get(key)).rejects.toThrow('the file storage answered GET with 503');
  });

  it('takes a service that says that a file to be removed is not there at its word', async () => {
    receiver.failures.push(404);
    await storageWith().remove(key);
    expect(receiver.requests).toMatchObject([{ method: 'DELETE', status: 404 }]);
  });

  it('lists names that need escapes', async () => {
    const prefix = `a<b>&"c"'/`;
    const storage = storageWith({ prefix });
    receiver.objects.set(`${prefix}${key}`, { bytes, modified: new Date(0) });
    expect((await listed(storage)).map(({ digestHex }) => digestHex)).toEqual([key]);
  });

  it('reads what it does not need of an answer, so that its connection is free again', async () => {
    // The library that sends an answer's request again does not read the answer: neither here nor in the tests before.
    const own = await startS3Receiver();
    const storage = storageWith({ endpoint: own.endpoint, retries: 0 });
    await storage.put(key, bytes);
    const works: (() => Promise<unknown>)[] = [
      () => storage.put(key, bytes),
      () => storage.get(key),
      () => storage.open(key),
      () => storage.open(key, { start: 0, end: 1 }),
      () => storage.remove(key),
    ];
    for (const work of works)
      for (const status of [403, 404, 416]) {
        own.failures.push(status);
        await work().catch(() => undefined);
      }
    await vi.waitFor(() => expect(own.unread()).toBe(0), 10_000);
    expect(own.requests).toHaveLength(1 + works.length * 3);
    await own.close();
  });

  it.each<[string, number, Record<string, string>, { start: number; end: number } | undefined]>([
    [
      'the whole in place of a part',
      200,
      { 'content-length': '3', 'content-range': 'bytes 0-1/3' },
      { start: 0, end: 1 },
    ],
    ['a part without the size of the whole', 206, { 'content-length': '3' }, { start: 0, end: 1 }],
    ['a part in place of the whole', 206, { 'content-length': '3', 'content-range': 'bytes 0-2/9' }, undefined],
    ['the whole without its size', 200, {}, undefined],
  ])('refuses %s', async (_name, status, headers, range) => {
    const odd = createServer((_request, response) => response.writeHead(status, headers).end('abc'));
    await new Promise<void>((resolve) => void odd.listen(0, '127.0.0.1', resolve));
    try {
      const endpoint = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
      await expect(storageWith({ endpoint }).open(key, range)).rejects.toThrow('an answer without its size');
    } finally {
      odd.closeAllConnections();
      odd.close();
    }
  });

  it('gives an answer that has begun all the time that its reader takes', async () => {
    const slow = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': '2' }).write('a');
      setTimeout(() => response.end('b'), 400);
    });
    await new Promise<void>((resolve) => void slow.listen(0, '127.0.0.1', resolve));
    try {
      const endpoint = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
      const file = await storageWith({ endpoint, timeout: 200 }).open(key);
      expect((await buffer(file!.stream)).toString()).toBe('ab');
    } finally {
      slow.closeAllConnections();
      slow.close();
    }
  });

  it('does not wait forever for a service that does not answer', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    try {
      const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      await expect(storageWith({ endpoint, timeout: 50 }).get(key)).rejects.toThrow('did not answer in time');
      // Thirty seconds where nothing else is said.
      fakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const ended = vi.fn();
      const waiting = storageWith({ endpoint }).get(key).finally(ended);
      const refused = expect(waiting).rejects.toThrow('did not answer in time');
      vi.advanceTimersByTime(29_999);
      await new Promise(setImmediate);
      expect(ended).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      await refused;
    } finally {
      vi.useRealTimers();
      silent.closeAllConnections();
      silent.close();
    }
  });

  it('does not follow a redirect of a signed request', async () => {
    const elsewhere = createServer((_request, response) =>
      response.writeHead(307, { location: receiver.endpoint }).end(),
    );
    await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve));
    try {
      const endpoint = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
      await expect(storageWith({ endpoint }).get(key)).rejects.toThrow();
      expect(receiver.requests).toEqual([]);
    } finally {
      elsewhere.closeAllConnections();
      elsewhere.close();
    }
  });
});
