// The usual change of an item is one statement, which also requires that the decision about its caller still holds
// (engine/callerProof.ts). A caller cannot notice: bytes, headers, quota and log are always the same, and so is every
// refusal. What was revoked meanwhile: revokedWrites.test.ts.
import { request } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { withClient } from '../support/database.ts';
import { mutation, startDraftWrites, type Headers } from '../support/draftWrites.ts';
import { openRaw } from '../support/rawSocket.ts';

const { service, admin, agent, draft, change, asked, changeOver, sentBy, versionOf, stop } = await startDraftWrites();
const { app, token, lines, statements } = service;
afterAll(stop);

/** An answer without what tells one moment, item or version from another. */
const bare = (answer: string): string =>
  answer
    .replace(/\nDate\n[^\n]*/i, '')
    .replace(/\nLast-Modified\n[^\n]*/i, '\nLast-Modified')
    .replaceAll(/[rt]=\d+/g, '')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
    .replaceAll(/"timestamp":"[^"]*"/g, '')
    .replaceAll(/ETag\n"[^"]*"/gi, 'ETag');
const remaining = (answer: string, of = 'requests'): number => Number(answer.split(`"${of}";r=`)[1]?.split(';')[0]);

// Every change of an item fails as if the database could not take it, until that is taken back.
const refuseHistory = (): Promise<unknown> =>
  withClient(service.databaseUrl, (database) =>
    database.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'not now' USING ERRCODE = '53400'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON item_value FOR EACH ROW EXECUTE FUNCTION refuse()`),
  );
const allowHistory = (): Promise<unknown> =>
  withClient(service.databaseUrl, (database) => database.query('DROP FUNCTION refuse CASCADE'));

describe('A change of a draft', () => {
  const asked: Readonly<Record<string, readonly [query: string, headers: Headers, method?: string]>> = {
    'of one member': ['?fields=value', {}],
    'answered as a whole': ['', {}],
    'by PUT': ['', {}, 'PUT'],
    'of a caller that takes any type': ['?fields=value,entity', { accept: '*/*' }],
    'as a merge patch': ['?fields=value', { 'content-type': 'application/merge-patch+json' }],
    'of a caller that takes compressed answers': ['?fields=value', { 'accept-encoding': 'br, gzip' }],
    'of a caller that prefers a language': ['?fields=value', { 'accept-language': 'de, *;q=0.5' }],
  };
  for (const [name, [query, headers, method]] of Object.entries(asked))
    test(`${name} is one statement, and answered the same bytes`, async () => {
      const [{ item: one }, { item: two }] = [await draft(), await draft()];
      const body = JSON.stringify({ value: 'Two', name: 'text', sortOrder: 0 });
      const long = await change(
        `textitem/${one}${query}`,
        body,
        { ...headers, 'content-encoding': 'identity' },
        method,
      );
      let short = '';
      const sent = await sentBy(async () => (short = await change(`textitem/${two}${query}`, body, headers, method)));
      expect(sent).toEqual(['WRITE']);
      expect(short).toMatch(/^200/);
      expect(bare(short)).toBe(bare(long));
      expect(remaining(short)).toBe(remaining(long) - 1);
      expect(await versionOf(two)).toEqual(await versionOf(one));
    });

  test('whose body comes after its head, in two parts, is one statement', async () => {
    const { item } = await draft();
    const body = JSON.stringify({ value: 'Two' });
    const length = `Content-Type: application/json\r\nContent-Length: ${String(body.length)}`;
    const head = `PATCH /n/v1/textitem/${item}?fields=value HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${token}`;
    const raw = await openRaw(app.url);
    let answer = '';
    const sent = await sentBy(async () => {
      for (const part of [`${head}\r\n${length}\r\n\r\n`, body.slice(0, 7)]) {
        raw.send(part);
        // By the time that this is answered, the part has come.
        expect((await fetch(`${app.url}/nothing`)).status).toBe(404);
      }
      raw.send(body.slice(7));
      answer = await raw.readUntil(/"value":"Two"/, 1);
    });
    raw.end();
    expect([sent, answer]).toEqual([['WRITE'], expect.stringMatching(/^HTTP\/1\.1 200 /)]);
  });

  test('with something that is passed over says so', async () => {
    const [{ item: one }, { item: two }] = [await draft(), await draft()];
    const body = JSON.stringify({ value: 'x'.repeat(70_000).slice(0, 9_000), sortOrder: 0, nonsense: 1 });
    const long = await change(`textitem/${one}`, body, { 'content-encoding': 'identity' });
    const short = await change(`textitem/${two}`, body);
    expect(bare(short)).toBe(bare(long));
  });

  test('is counted and written into the log', async () => {
    const { item } = await draft();
    await change(`textitem/${item}`, '{"value":"Two"}', { 'x-request-id': 'counted' });
    const written = (): Record<string, unknown>[] => lines.filter(({ requestId }) => requestId === 'counted');
    await expect.poll(written).toHaveLength(1);
    expect(written()[0]).toMatchObject({ method: 'PATCH', path: `/n/v1/textitem/${item}`, status: 200 });
  });

  test('that its statement fails is tried once, and answered as it was first', async () => {
    const { item } = await draft();
    await refuseHistory();
    const before = await versionOf(item);
    let short = '';
    const sent = await sentBy(async () => (short = await change(`textitem/${item}`, '{"value":"Two"}')));
    const long = await change(`textitem/${item}`, '{"value":"Two"}', { 'content-encoding': 'identity' });
    await allowHistory();
    expect(short).toMatch(/^503/);
    expect(sent).toEqual(['WRITE', 'EPOCH']);
    expect(bare(short)).toBe(bare(long));
    expect(await versionOf(item)).toEqual(before);
  });
});

describe('Answered alike, and counted once, is a change', () => {
  const others: Readonly<Record<string, readonly [body: string, headers: Headers, status: RegExp, query?: string]>> = {
    'that changes nothing': ['{"value":"One"}', {}, /^200/],
    'of no members': ['{}', {}, /^200/],
    'that is no JSON': ['{"value":', {}, /^400/],
    'that is no object': ['[1]', {}, /^400/],
    'with a member twice': ['{"value":"Two","value":"Three"}', {}, /^400/],
    'of the wrong type': ['{"value":{"a":1}}', {}, /^422/],
    'with an unknown parameter': ['{"value":"Two"}', {}, /^400/, '?field=value'],
    'with an unknown member of the answer': ['{"value":"Two"}', {}, /^400/, '?fields=valu'],
    'that takes no JSON': ['{"value":"Two"}', { accept: 'text/html' }, /^406/],
    'that requires another version': ['{"value":"Two"}', { 'if-match': '"7"' }, /^412/],
    'that prefers no body': ['{"value":"Two"}', { prefer: 'return=minimal' }, /^204/],
    'that says neither yes nor no to force': ['{"value":"Two"}', {}, /^4/, '?force=perhaps'],
    'with a link in full': ['{"value":"Two"}', {}, /^200/, '?expand=entity'],
    'of a type that is not taken': ['{"value":"Two"}', { 'content-type': 'text/plain' }, /^415/],
    'by a token that ends otherwise': ['{"value":"Two"}', { authorization: 'Bearer ccs_x' }, /^401/],
    'by a token that is unknown': ['{"value":"Two"}', { authorization: `Bearer ${'x'.repeat(40)}` }, /^401/],
  };
  for (const [name, [body, headers, status, query = '']] of Object.entries(others))
    test(name, async () => {
      const [{ item: one }, { item: two }] = [await draft(), await draft()];
      const long = await change(`textitem/${one}${query}`, body, { ...headers, 'content-encoding': 'identity' });
      const short = await change(`textitem/${two}${query}`, body, headers);
      expect(long).toMatch(status);
      expect(bare(short)).toBe(bare(long));
      expect(await versionOf(two)).toEqual(await versionOf(one));
      if (!Number.isNaN(remaining(long))) expect(remaining(short)).toBe(remaining(long) - 1);
    });

  test('of what is not there', async () => {
    const at = `textitem/${crypto.randomUUID()}`;
    const long = await change(at, '{"value":"Two"}', { 'content-encoding': 'identity' });
    expect(long).toMatch(/^404/);
    expect(bare(await change(at, '{"value":"Two"}'))).toBe(bare(long));
  });

  test('that was tried in one statement: it is not tried again', async () => {
    const { item } = await draft();
    expect(await sentBy(() => change(`textitem/${item}`, '{"value":"One"}'))).toEqual(['WRITE', 'EPOCH']);
  });
});

test('A change whose caller leaves while it waits is made all the same', async () => {
  const { entity, item } = await draft();
  const at = `/n/v1/textitem/${item}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'handling=strict' };
  await withClient(service.databaseUrl, async (database) => {
    await database.query('BEGIN');
    await database.query('SELECT 1 FROM entity WHERE urn = $1 FOR UPDATE', [entity]);
    const sent = request(`${app.url}${at}`, { method: 'PATCH', headers, agent }).on('error', () => undefined);
    sent.end('{"value":"Two"}');
    const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await database.query(waits)).rows.length).toBe(1);
    sent.destroy();
    // What is sent after the end of a connection is answered after it was noticed.
    expect((await admin.rest('GET', at)).status).toBe(200);
    await database.query('ROLLBACK');
  });
  await expect.poll(() => versionOf(item)).toEqual(['2', 'Two', expect.any(Number), 2]);
});

test.each(['REST', 'graph'] as const)('A change under an idempotency key is made once over %s', async (face) => {
  const { item } = await draft();
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const [first, again] = [await changeOver[face](item, 'Two', headers), await changeOver[face](item, 'Two', headers)];
  expect([first, again]).toEqual([
    expect.not.stringContaining('idempotency-replayed'),
    expect.stringMatching(/^200[^]*\nidempotency-replayed\ntrue\n[^]*"Two"/),
  ]);
  expect(await versionOf(item)).toEqual(['2', 'Two', expect.any(Number), 2]);
});

test.each(['REST', 'graph'] as const)(
  'Behind a change that waits, another one over %s is made after it',
  async (face) => {
    const { entity, item } = await draft();
    await changeOver[face](item, 'Two', {});
    await withClient(service.databaseUrl, async (database) => {
      await database.query('BEGIN');
      await database.query('SELECT 1 FROM entity WHERE urn = $1 FOR UPDATE', [entity]);
      const first = changeOver[face](item, 'Three', { prefer: 'handling=strict' });
      const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await database.query(waits)).rows.length).toBe(1);
      const from = statements.length;
      const second = changeOver[face](item, 'Four', {});
      // It asks whether it may wait, and waits.
      await expect
        .poll(() => statements.slice(from).some((text) => text.includes(' AS allowed FROM "item"')))
        .toBe(true);
      await database.query('ROLLBACK');
      expect(await Promise.all([first, second])).toEqual([
        expect.stringMatching(/^200[^]*"Three"/),
        expect.stringMatching(/^200[^]*"Four"/),
      ]);
    });
    expect(await versionOf(item)).toEqual(['4', 'Four', expect.any(Number), 4]);
  },
);

describe('A change of a draft over the graph', () => {
  const regular = { 'content-encoding': 'identity' };
  type Ask = (item: string, value: string) => Readonly<Record<string, unknown>>;
  const showing =
    (selection: string): Ask =>
    (urn, value) => {
      const query = `mutation ($urn: ID!, $value: String!) { updateTextItem(urn: $urn, input: { value: $value }) ${selection} }`;
      return { query, variables: { urn, value } };
    };
  const often = `{ textItem { ${[...'abcdefghijklmnop'].map((alias) => `${alias}: value`).join(' ')} } }`;
  const byVariables: Ask = (urn, value) => ({ query: mutation, variables: { urn, value } });
  const plain: Readonly<Record<string, readonly [ask: Ask, headers: Headers]>> = {
    'by variables': [byVariables, {}],
    'of a caller that takes the newer media type': [byVariables, { accept: 'application/graphql-response+json' }],
    'of a caller that takes compressed answers': [byVariables, { 'accept-encoding': 'br, gzip' }],
    'of a caller that prefers a language': [byVariables, { 'accept-language': '*' }],
    // More than an operation of its size costs.
    'that shows a long value often': [(urn, value) => showing(often)(urn, value.replace('w', 'w'.repeat(6_000))), {}],
    'that names its operation, and whose members are renamed': [
      (urn, value) => ({
        operationName: 'Two',
        variables: { item: { value, name: 'text', sortOrder: 0 }, urn },
        query:
          'query One { __typename } mutation Two($urn: ID!, $item: UpdateTextItemInput!) { a: updateTextItem(urn: $urn, input: $item) { b: textItem { c: value } d: userErrors { code } } }',
      }),
      {},
    ],
  };
  for (const [name, [ask, headers]] of Object.entries(plain))
    test(`${name} is one statement, and answered the same bytes`, async () => {
      const [{ item: one }, { item: two }] = [await draft(), await draft()];
      // The operation, and the type of its answer, are known from then on.
      const first = await asked(ask(two, 'One'), headers);
      const long = await asked(ask(one, 'Two'), { ...headers, ...regular });
      let short = '';
      expect(await sentBy(async () => (short = await asked(ask(two, 'Two'), headers)))).toEqual(['WRITE']);
      expect(short).toMatch(/^200/);
      expect(bare(short)).toBe(bare(long));
      expect(remaining(short)).toBe(remaining(long) - 1);
      const costs = [first, long, short].map((one) => remaining(one, 'cost'));
      expect([costs[0]! > costs[1]!, costs[2]]).toEqual([true, 2 * costs[1]! - costs[0]!]);
      expect(await versionOf(two)).toEqual(await versionOf(one));
    });

  const others: Readonly<Record<string, readonly [ask: Ask, said: RegExp]>> = {
    'that changes nothing': [(urn) => byVariables(urn, 'One'), /"userErrors":\[\]/],
    'of a value that is too long': [(urn) => byVariables(urn, 'x'.repeat(15_000)), /"userErrors":\[/],
    'that requires another version': [
      (urn) => ({ query: mutation, variables: { urn, value: 'Two', expected: '7' } }),
      /PRECONDITION_FAILED.*"current":\{"value":"One"\}/,
    ],
    'that requires no number': [
      (urn) => ({ query: mutation, variables: { urn, value: 'Two', expected: 'x' } }),
      /"errors":\[/,
    ],
    'without a variable': [(urn) => ({ query: mutation, variables: { urn } }), /"errors":\[/],
    'of what is not there': [() => byVariables(crypto.randomUUID(), 'Two'), /NOT_FOUND/],
    'of no urn': [() => byVariables('x', 'Two'), /INVALID_FORMAT/],
    'that shows more than columns': [showing('{ textItem { value entity { name } } }'), /"name":"Page"/],
    'under a condition': [showing('{ textItem { value @skip(if: true) } }'), /"textItem":\{\}/],
    twice: [
      (urn, value) => {
        const change = 'updateTextItem(urn: $urn, input: { value: $value }) { textItem { version } }';
        return {
          query: `mutation ($urn: ID!, $value: String!) { a: ${change} b: ${change} }`,
          variables: { urn, value },
        };
      },
      /"a".*"b"/,
    ],
  };
  for (const [name, [ask, said]] of Object.entries(others))
    test(`${name} is answered alike, and counted once`, async () => {
      const [{ item: one }, { item: two }, { item: three }] = [await draft(), await draft(), await draft()];
      // What can be known of the operation is known from then on.
      await asked(byVariables(three, 'Two'));
      await asked(ask(three, 'Three'));
      const long = await asked(ask(one, 'Two'), regular);
      const short = await asked(ask(two, 'Two'));
      expect(long).toMatch(said);
      expect(bare(short)).toBe(bare(long));
      expect(remaining(short)).toBe(remaining(long) - 1);
      expect(await versionOf(two)).toEqual(await versionOf(one));
    });

  test('that was tried in one statement is not tried again', async () => {
    const { item } = await draft();
    await asked(byVariables(item, 'Two'));
    expect(await sentBy(() => asked(byVariables(item, 'Two')))).toEqual(['WRITE', 'EPOCH']);
  });

  test('that its statement fails is tried once, and answered as it was first', async () => {
    const { item } = await draft();
    await asked(byVariables(item, 'Two'));
    const before = await versionOf(item);
    await refuseHistory();
    let short = '';
    const sent = await sentBy(async () => (short = await asked(byVariables(item, 'Three'))));
    const long = await asked(byVariables(item, 'Three'), regular);
    await allowHistory();
    expect(short).toContain('"code":"UNAVAILABLE"');
    expect(sent).toEqual(['WRITE', 'EPOCH']);
    expect(bare(short)).toBe(bare(long));
    expect(await versionOf(item)).toEqual(before);
  });
});
