// A receiver of webhooks: verifies each delivery with nothing but Node, answers at once, and knows repeats.
// WEBHOOK_SECRET=whsec_... PORT=8443 npx tsx receiver.ts
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

const secret = process.env['WEBHOOK_SECRET'] ?? '';
const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
const mostSeconds = 300;

/** Whether these are the bytes that the service signed, within the last five minutes. */
function isGenuine(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= mostSeconds)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}

// Keep these in your database; the newest few thousand are enough.
const handled = new Set<string>();

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    if (!isGenuine(request.headers, body)) {
      response.writeHead(400).end();
      console.log('refused');
      return;
    }
    // Answer first: the service waits ten seconds at most.
    response.writeHead(204).end();
    const id = String(request.headers['webhook-id']);
    if (handled.has(id)) return;
    handled.add(id);
    // The signature says that this is an event of the service.
    const event = JSON.parse(body.toString()) as { type: string; targetUrn: string | null };
    console.log(`verified ${event.type} ${event.targetUrn ?? ''}`);
  });
});
server.listen(Number(process.env['PORT'] ?? '8443'), '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on ${typeof address === 'object' && address ? String(address.port) : ''}`);
});
