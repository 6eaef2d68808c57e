// Adding a kind and a verb: docs/adding-a-resource.md and docs/adding-a-verb.md, followed on a copy of the tree. Of the kind
// nothing but the SDL is written by hand, and PostgreSQL enforces what it states; the verb is what stands on its page.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createClient, type Client } from '../support/client.ts';
import { databaseUrl, withClient } from '../support/database.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const copy = mkdtempSync(path.join(tmpdir(), 'commonplace-kind-'));
const name = `commonplace_kind_${String(process.pid)}`;
const token = 'the-first-token-of-a-service-with-new-kinds';
let service: ChildProcess | undefined;
let client: Client;
let stranger: Client;

const bookmark = `
"A reader's mark."
type Bookmark implements Node
  @resource(path: "bookmark", plural: "bookmarks", sort: ["-createdTimestamp"], unique: ["owner label", "note"]) {
  "Identifies it."
  urn: ID! @ignoredOnUpdate
  "The address of this resource."
  url: URL! @computed @readOnly
  "Grows by 1 with each write."
  version: Long! @readOnly
  "When it was created."
  createdTimestamp: DateTime! @readOnly
  "When it was last written."
  updatedTimestamp: DateTime! @readOnly
  "The company that owns it."
  owner: Company @required @ignoredOnUpdate
  "A word for it."
  label: String! @required @length(max: 255)
  "A long text that no two may share."
  note: String @length(max: 65536)
}
`;

async function run(command: string, ...args: string[]): Promise<void> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATABASE_URL: inject('serverUrl') };
  await promisify(execFile)(path.join(root, 'node_modules/.bin', command), args, { cwd: copy, env });
}

/** Starts the service of the copy and returns its address. */
async function start(): Promise<string> {
  const { PATH, HOME } = process.env;
  const settings = {
    DATABASE_URL: databaseUrl(inject('serverUrl'), name),
    DATA_DIR: path.join(copy, 'data'),
    BOOTSTRAP_TOKEN: token,
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'silent',
  };
  const env = { PATH, HOME, ...settings };
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/start/main.ts'], { cwd: copy, env });
  service = child;
  let said = '';
  return new Promise((resolve, reject) => {
    const hear = (text: Buffer): void => {
      said += text.toString();
      const url = /https?:\/\/[^\s/]+(?=\/graphql\s)/.exec(said)?.[0];
      if (url) resolve(url);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', () => reject(new Error(`The service ended: ${said}`)));
  });
}

/** Writes the three pieces of docs/adding-a-verb.md to where it says. */
function addVerb(): void {
  const page = readFileSync(path.join(root, 'docs/adding-a-verb.md'), 'utf8');
  const blocks = [...page.matchAll(/^ *```(?:graphql|ts)\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) => block);
  expect(blocks).toHaveLength(3);
  const [field = '', action = '', line = ''] = blocks;
  writeFileSync(path.join(copy, 'schema/work/projectVerbs.graphql'), `extend type Mutation {\n${field}}\n`);
  writeFileSync(path.join(copy, 'src/actions/work/renameProject.ts'), action);
  const file = path.join(copy, 'src/actions/verbs.ts');
  const verbs = readFileSync(file, 'utf8');
  const joined = verbs.replace('const verbs: Verbs = {\n', (start) => `${start}${line}`);
  expect(joined).not.toBe(verbs);
  writeFileSync(file, `import { renameProject } from './work/renameProject.ts';\n${joined}`);
}

beforeAll(async () => {
  const elsewhere = new Set(['node_modules', '.git', 'test', 'dist', 'data']);
  for (const part of readdirSync(root).filter((one) => !elsewhere.has(one))) {
    cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  const content = path.join(copy, 'schema/content');
  writeFileSync(path.join(content, 'bookmark.graphql'), bookmark);
  const boolean = readFileSync(path.join(content, 'booleanItem.graphql'), 'utf8');
  const color = boolean.replaceAll('BooleanItem', 'ColorItem').replaceAll('booleanitem', 'coloritem');
  writeFileSync(
    path.join(content, 'colorItem.graphql'),
    color
      .replace('value: Boolean! @required', 'shade: String! @required @length(max: 64)')
      .replace(/ *subject: .*\n/, ''),
  );
  addVerb();
  await run('tsx', 'scripts/generate.ts');
  await run('tsx', 'scripts/migration.ts', 'addBookmarkAndColor');
  await withClient(inject('serverUrl'), (server) => server.query(`CREATE DATABASE ${name}`));
  const url = await start();
  client = createClient(url, token);
  stranger = createClient(url, null);
});
afterAll(async () => {
  if (service?.kill('SIGKILL')) await once(service, 'close');
  await withClient(inject('serverUrl'), (server) => server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  rmSync(copy, { recursive: true, force: true });
});

async function company(): Promise<string> {
  const { body } = await client.rest('GET', '/n/v1/companies');
  return String(body.companies[0].urn);
}

test('the migration is written formatted, and is listed', async () => {
  const folder = path.join(copy, 'src/database/migrations');
  expect(readdirSync(folder).filter((file) => file.endsWith('AddBookmarkAndColor.ts'))).toHaveLength(1);
  expect(readFileSync(path.join(folder, 'index.ts'), 'utf8')).toMatch(/AddBookmarkAndColor\d{13},?\s*\]/);
  await run('prettier', '--check', 'src/database/migrations');
});

test('a second row that is equal in a unique set is refused on both faces, until the first is deleted', async () => {
  const owner = await company();
  const body = { owner, label: 'Tea' };
  const first = await client.rest('POST', '/n/v1/bookmark', { body });
  expect(first.status, first.text).toBe(201);
  const second = await client.rest('POST', '/n/v1/bookmark', { body });
  expect(second.status, second.text).toBe(409);
  expect(second.body).toMatchObject({ code: 'ALREADY_EXISTS', errors: [{ path: '/label' }] });
  const mutation = `mutation ($input: CreateBookmarkInput!) {
    done: createBookmark(input: $input) { bookmark { urn } userErrors { code path } } }`;
  expect(await client.data(mutation, { input: body })).toEqual({
    done: { bookmark: null, userErrors: [{ code: 'ALREADY_EXISTS', path: '/label' }] },
  });
  expect((await client.rest('DELETE', `/n/v1/bookmark/${String(first.body.urn)}`)).status).toBe(204);
  expect((await client.rest('POST', '/n/v1/bookmark', { body })).status).toBe(201);
});

test('texts longer than an index entry are compared in full', async () => {
  const owner = await company();
  const note = [...Array(16_000).keys()].map((at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join('');
  const make = (label: string, text: string) =>
    client.rest('POST', '/n/v1/bookmark', { body: { owner, label, note: text } });
  expect((await make('one', note)).status).toBe(201);
  expect((await make('two', `${note}.`)).status).toBe(201);
  expect((await make('three', note)).body).toMatchObject({ code: 'ALREADY_EXISTS' });
});

test('an item kind can be written, and its required fields are enforced', async () => {
  const owner = await company();
  const entity = await client.rest('POST', '/n/v1/entity', {
    body: {
      urn: randomUUID(),
      status: 'DRAFT_UNPUBLISHED',
      owner,
      name: 'Page',
      path: '/page',
      language: 'en',
      variant: '',
    },
  });
  expect(entity.status, entity.text).toBe(201);
  const body = { entity: String(entity.body.urn), name: 'wall', sortOrder: 0, shade: 'teal' };
  const made = await client.rest('POST', '/n/v1/coloritem', { body });
  expect(made.status, made.text).toBe(201);
  expect((await client.rest('POST', '/n/v1/coloritem', { body })).body).toMatchObject({ code: 'ALREADY_EXISTS' });
  const without = withoutShade(`UPDATE "item" SET "shade" = NULL WHERE "urn" = '${String(made.body.urn)}'`);
  await expect(without).rejects.toMatchObject({ code: '23514', constraint: 'ck_item_coloritem' });
});

function withoutShade(statement: string): Promise<unknown> {
  return withClient(databaseUrl(inject('serverUrl'), name), (connection) => connection.query(statement));
}

describe('a verb', () => {
  const tooLong = { code: 'TOO_LONG', path: '/name' };
  let project: string;
  beforeAll(async () => {
    const made = await client.rest('POST', '/n/v1/project', { body: { owner: await company(), name: 'Old' } });
    expect(made.status, made.text).toBe(201);
    project = String(made.body.urn);
  });

  test('runs by its route, with its arguments checked, and under a condition', async () => {
    const rename = (newName: string, headers = {}) =>
      client.rest('POST', `/n/v1/project/${project}/rename`, { body: { name: newName }, headers });
    const renamed = await rename('New');
    expect([renamed.status, renamed.body.name], renamed.text).toEqual([200, 'New']);
    expect((await rename('Newer', { 'If-Match': '"1"' })).status).toBe(412);
    expect((await rename('N'.repeat(256))).body).toMatchObject({ errors: [tooLong] });
    const { body } = await client.rest('GET', `/n/v1/project/${project}`);
    expect([body.name, body.version]).toEqual(['New', 2]);
  });

  test('runs by its root field, with the same answers', async () => {
    const mutation = `mutation ($urn: ID!, $name: String!, $version: Long) {
      done: renameProject(urn: $urn, name: $name, expectedVersion: $version) {
        project { name } userErrors { code path } } }`;
    const rename = (newName: string, version?: number) =>
      client.data(mutation, { urn: project, name: newName, version });
    expect(await rename('Graph')).toEqual({ done: { project: { name: 'Graph' }, userErrors: [] } });
    expect(await rename('Late', 1)).toMatchObject({
      done: { project: null, userErrors: [{ code: 'PRECONDITION_FAILED' }] },
    });
    expect(await rename('N'.repeat(256))).toEqual({ done: { project: null, userErrors: [tooLong] } });
  });

  test('is described, and closed to strangers', async () => {
    const { body } = await client.rest('GET', '/openapi.json');
    expect(body.paths['/n/v1/project/{urn}/rename'].post).toMatchObject({ operationId: 'renameProject' });
    const refused = await stranger.rest('POST', `/n/v1/project/${project}/rename`, { body: { name: 'Mine' } });
    expect(refused.status).toBe(401);
  });
});
