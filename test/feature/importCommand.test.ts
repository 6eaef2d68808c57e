// The command `import-content` against a running service: a WordPress export, a folder of Markdown and JSON lines arrive whole, pictures
// included; the second run changes nothing; a dry run writes nothing; what is refused is told by line.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { importContentCommand } from '../../src/commands/importContentCommand.ts';
import { sql, type Body } from '../support/content.ts';
import { logEnd } from '../support/eventLog.ts';
import { run, type Ended } from '../support/runCommand.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

vi.setConfig({ testTimeout: 240_000 });

const fixtures = fileURLToPath(new URL('../fixtures/import/', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-import-'));

let service: SharedService;
let admin: Tenant;

beforeAll(async () => {
  service = await sharedService();
  admin = await service.tenant();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const command = (place: string, ...words: string[]): Promise<Ended> =>
  run(importContentCommand, ['import-content', place, '--url', service.url, '--token', admin.token, ...words], {
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });

async function entity(where: string): Promise<Body> {
  const { entities } = await admin.data(
    `{ entities(first: 2, where: ${where}) { nodes { status publishTimestamp createdTimestamp name markdowns { value } images { name src } references { name entityReference { path } } } } }`,
  );
  return entities.nodes[0];
}

describe('A WordPress export', () => {
  const file = path.join(fixtures, 'wordpress.xml');

  test('is planned by a dry run, which writes nothing', async () => {
    const end = await logEnd(service.services);
    const { code, out, err } = await command(file, '--comments', '--dry-run');
    expect(err.filter((line) => line.startsWith('line '))).toEqual([]);
    expect([code, out]).toEqual([0, ['would be: 19 created, 0 changed, 0 unchanged, 0 refused']]);
    expect(await logEnd(service.services)).toBe(end);
  });

  test('arrives with dates, terms, pictures, a menu and comments; a second run changes nothing', async () => {
    const first = await command(file, '--comments');
    expect(first.err.filter((line) => line.startsWith('line '))).toEqual([]);
    expect([first.code, first.out]).toEqual([0, ['19 created, 0 changed, 0 unchanged, 0 refused; 1 files uploaded']]);
    const post = await entity(`{ path: { eq: "/2013/01/hello-world" } }`);
    expect(post).toMatchObject({
      status: 'PUBLISHED',
      publishTimestamp: '2013-01-11T20:22:19.000Z',
      createdTimestamp: '2013-01-11T20:22:19.000Z',
    });
    expect(post.references.map((one: Body) => `${one.name} ${one.entityReference.path}`).sort()).toEqual([
      'author /author/ines',
      'category /category/news',
      'tag /tag/été',
    ]);
    expect(post.markdowns[0].value).toContain(`![A lamp](${post.images[0].src})`);
    const { messageThreads } = await admin.data(
      `{ messageThreads(first: 5) { nodes { name posts(first: 5) { nodes { content createdTimestamp } } } } }`,
    );
    expect(messageThreads.nodes[0].posts.nodes).toHaveLength(2);
    const end = await logEnd(service.services);
    const second = await command(file, '--comments');
    expect(second.out).toEqual(['0 created, 0 changed, 19 unchanged, 0 refused; 0 files uploaded']);
    expect(await logEnd(service.services)).toBe(end);
  });
});

test('A Contentful export arrives in its languages', async () => {
  const file = path.join(fixtures, 'contentful/export.json');
  const { code, out } = await command(file, '--base', '/contentful');
  expect([code, out]).toEqual([0, ['5 created, 0 changed, 0 unchanged, 0 refused; 4 files uploaded']]);
  expect(await entity(`{ path: { eq: "/contentful/post/one" }, language: { eq: "de" } }`)).toMatchObject({
    name: 'Eins',
    status: 'PUBLISHED',
  });
  const again = await command(file, '--base', '/contentful');
  expect(again.out).toEqual(['0 created, 0 changed, 5 unchanged, 0 refused; 0 files uploaded']);
});

describe('JSON lines', () => {
  test('that are wrong are told by line, with all that is wrong, and the others arrive', async () => {
    const file = path.join(folder, 'lines.ndjson');
    const lines = [
      {
        kind: 'Entity',
        path: '/lines/one',
        language: 'en',
        name: 'One',
        references: [{ name: 'a', entityReference: { path: '/lines/two' } }],
      },
      { kind: 'Entity', path: '/lines/bad', language: 'en', texts: [{ name: 'a' }] },
      ...Array.from({ length: 200 }, (_, at) => ({
        kind: 'Entity',
        path: `/lines/n${String(at)}`,
        language: 'en',
        name: 'N',
      })),
      { kind: 'Entity', path: '/lines/two', language: 'en', name: 'Two' },
      {
        kind: 'Entity',
        path: '/lines/lost',
        language: 'en',
        name: 'Lost',
        status: 'PUBLISH',
        references: [{ name: 'a', entityReference: { path: '/lines/nowhere' } }],
      },
    ];
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    const report = path.join(folder, 'report.ndjson');
    const { code, out, err } = await command(file, '--report', report);
    expect(out).toEqual(['203 created, 0 changed, 0 unchanged, 1 refused; 0 files uploaded']);
    expect(err.filter((line) => line.startsWith('line '))).toEqual([
      'line 2 (line 2): /name REQUIRED Required.',
      'line 2 (line 2): /texts/0/value REQUIRED Required.',
      'line 204 (line 204): /references/0/entityReference MISSING_REFERENCE There is no /lines/nowhere; the page is a draft without it.',
    ]);
    expect(code).toBe(1);
    expect(readFileSync(report, 'utf8').trim().split('\n')).toHaveLength(3);
    expect((await entity(`{ path: { eq: "/lines/one" } }`)).references).toHaveLength(1);
    const rest = await command(file, '--from', '202');
    expect(rest.out).toEqual(['0 created, 0 changed, 2 unchanged, 0 refused; 0 files uploaded']);
  });

  test('that lead to lines of an earlier request are not refused by a dry run', async () => {
    const file = path.join(folder, 'thread.ndjson');
    const lines = [
      { kind: 'Group', key: 'dry', name: 'Dry' },
      { kind: 'Identity', key: 'dry', name: 'Dry' },
      { kind: 'MessageThread', key: 'dry', group: { key: 'dry' }, name: 'Dry' },
      // Refused at once, so that they only fill the request.
      ...Array.from({ length: 200 }, () => ({ kind: 'Redirect' })),
      { kind: 'ThreadPost', key: 'dry', messageThread: { key: 'dry' }, authorIdentity: { key: 'dry' }, content: 'x' },
      { kind: 'ThreadPost', key: 'lost', messageThread: { key: 'nowhere' }, content: 'x' },
    ];
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    const report = path.join(folder, 'thread.report');
    const { code, out } = await command(file, '--dry-run', '--report', report);
    expect(out).toEqual(['would be: 4 created, 0 changed, 0 unchanged, 201 refused']);
    const told = readFileSync(report, 'utf8')
      .trim()
      .split('\n')
      .map((line): Body => JSON.parse(line));
    expect(told.filter(({ path: at }) => at !== '/fromPath').map(({ line, code: why }) => [line, why])).toEqual([
      [205, 'INVALID_REFERENCE'],
    ]);
    expect(code).toBe(1);
  });

  test('are sent again when others change the same at the same time', async () => {
    const file = path.join(folder, 'busy.ndjson');
    const lines = ['one', 'two'].map((name) => ({
      kind: 'Entity',
      path: `/busy/${name}`,
      language: 'en',
      name: 'Busy',
    }));
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    // The service itself tries three times.
    await sql(
      service,
      `CREATE SEQUENCE busy; CREATE FUNCTION busy() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW."name" = 'Busy' AND nextval('busy') <= 7 THEN RAISE EXCEPTION 'busy' USING ERRCODE = '40001'; END IF; RETURN NEW; END $$;
       CREATE TRIGGER busy BEFORE INSERT ON "entity" FOR EACH ROW EXECUTE FUNCTION busy()`,
    );
    const { code, out } = await command(file).finally(() =>
      sql(service, 'DROP FUNCTION busy CASCADE; DROP SEQUENCE busy'),
    );
    expect([code, out]).toEqual([0, ['2 created, 0 changed, 0 unchanged, 0 refused; 0 files uploaded']]);
  });

  test('can be written instead of sent', async () => {
    const site = path.join(folder, 'site');
    mkdirSync(site);
    writeFileSync(path.join(site, 'index.md'), '# Start\n\nText');
    const target = path.join(folder, 'out.ndjson');
    const { code } = await command(site, '--write', target);
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(target, 'utf8'))).toMatchObject({ kind: 'Entity', path: '/', name: 'Start' });
  });

  test('are refused where the command is used wrongly', async () => {
    expect((await command(path.join(folder, 'none'))).err[0]).toContain('does not exist');
    expect((await command(folder, '--format', 'drupal')).code).toBe(2);
    expect((await command(folder, '--language', 'klingon')).code).toBe(2);
    expect((await command(folder, '--from', 'x')).code).toBe(2);
  });
});
