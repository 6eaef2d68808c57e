// Long answers of many callers at once: what one reads late is not written over by what others are answered meanwhile.
import { beforeAll, expect, test } from 'vitest';
import { page, text } from '../support/content.ts';
import { openRaw } from '../support/rawSocket.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let tenant: Tenant;
const urns: Record<string, string> = {};

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  for (const letter of ['a', 'b'])
    urns[letter] = (
      await page(tenant, `/${letter}`, {
        texts: Array.from({ length: 20 }, (_, at) => text(letter.repeat(10_000), 'text', at)),
      })
    ).urn;
});

const query = 'query ($urn: ID!) { entity(urn: $urn) { texts { value } } }';
const valuesOf = (letter: string): unknown => Array.from({ length: 20 }, () => ({ value: letter.repeat(10_000) }));

async function ask(letter: string): Promise<unknown> {
  return (await tenant.data(query, { urn: urns[letter] })).entity.texts;
}

test('an answer that waits for its reader stays what it is, while others are answered and other readers leave', async () => {
  // The second time, and from then on, the statement answers past the server of the graph.
  for (const letter of ['a', 'b', 'a', 'b']) expect(await ask(letter)).toEqual(valuesOf(letter));
  const body = JSON.stringify({ query, variables: { urn: urns['a'] } });
  const head = `Host: service\r\nAuthorization: Bearer ${tenant.token}\r\nContent-Type: application/json\r\nAccept: */*\r\n`;
  const request = `POST /graphql HTTP/1.1\r\n${head}Content-Length: ${String(body.length)}\r\n\r\n${body}`;
  // More than the system keeps for a connection.
  const many = 60;
  const [late, leaving] = await Promise.all([openRaw(service.url), openRaw(service.url)]);
  for (const reader of [late, leaving]) reader.send(request.repeat(many));
  for (let round = 0; round < 10; round += 1) {
    const others = await Promise.all(Array.from({ length: 8 }, () => ask('b')));
    for (const answered of others) expect(answered).toEqual(valuesOf('b'));
    if (round === 4) leaving.end();
  }
  const all = await late.readUntil(/\]\}\}\}/, many);
  late.end();
  const bodies = all.split(/HTTP\/1\.1 200 OK\r\n/).slice(1);
  expect(bodies).toHaveLength(many);
  const answered = bodies.map((one): unknown => JSON.parse(one.slice(one.indexOf('\r\n\r\n') + 4)));
  for (const one of answered) expect(one).toEqual({ data: { entity: { texts: valuesOf('a') } } });
});
