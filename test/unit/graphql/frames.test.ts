// Frames of subscription answers, as parsed by a WebSocket library and by a reader of event streams.
import { PassThrough, type Writable } from 'node:stream';
import { expect, test } from 'vitest';
import * as ws from 'ws';
import { socketFrame, streamFrame } from '../../../src/graphql/subscriptions/frames.ts';

// ws exports its frame parser; its types omit it.
const { Receiver } = ws as unknown as { readonly Receiver: new (options: { readonly isServer: boolean }) => Writable };

const received = (bytes: Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const receiver = new Receiver({ isServer: false });
    receiver.on('message', (data: Buffer) => resolve(String(data)));
    receiver.on('error', reject);
    const through = new PassThrough();
    through.pipe(receiver);
    through.end(bytes);
  });

// 22 bytes more go around it: the forms of a length begin at 126 and at 65,536 bytes.
test.each([0, 1, 80, 103, 104, 125, 126, 1_000, 16_000, 16_384, 65_500, 65_513, 65_514, 65_535, 65_536, 200_000])(
  'a WebSocket frame holds its payload unchanged, at %i bytes',
  async (size) => {
    const [before, after] = [Buffer.from('{"id":"ü","payload":'), Buffer.from('}')];
    const shared = Buffer.from('é'.repeat(Math.floor(size / 2)) + 'x'.repeat(size % 2));
    expect(shared).toHaveLength(size);
    const frame = socketFrame(before, shared, after);
    expect(await received(Buffer.concat(frame))).toBe(`{"id":"ü","payload":${String(shared)}}`);
    // Its length takes as few bytes as there are forms for it (RFC 6455, 5.2).
    const length = before.length + size + after.length;
    expect(Buffer.concat(frame).length - length).toBe(length < 126 ? 2 : length < 65_536 ? 4 : 10);
    // A long payload shared by all subscribers is not copied for each.
    expect(frame.includes(shared)).toBe(size >= 16_384);
  },
);

test('an event of a stream has its cursor as its id', () => {
  expect(String(Buffer.concat(streamFrame('7', Buffer.from('{"data":null}'))))).toBe(
    'event: next\nid: 7\ndata: {"data":null}\n\n',
  );
});
