// The command that registers documents of a client, as its users run it.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { community, type Community } from '../support/community.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;
let town: Community;
const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-documents-'));

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs it; returns its output and whether it succeeded. */
async function command(client: string, document: string): Promise<[string, boolean]> {
  const file = path.join(folder, `${crypto.randomUUID()}.json`);
  const id = createHash('sha1').update(document).digest('hex');
  writeFileSync(file, JSON.stringify({ [id]: document }));
  const script = ['--import', 'tsx', 'scripts/documents.ts', 'register', file, '--client', client];
  const env = { PATH: process.env['PATH'], DATABASE_URL: service.databaseUrl };
  try {
    return [(await promisify(execFile)(process.execPath, script, { env })).stdout, true];
  } catch (error) {
    // The shape of execFile’s rejections.
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return [stdout + stderr, false];
  }
}

test('It reads the manifest of graphql-codegen, and reports what is wrong with it', async () => {
  const { client } = await town.person('Registered');
  const known = 'query Known { clientContext { sessionKind } }';
  const said = `registered 1 documents of client ${client}; 0 were registered before\n`;
  expect(await command(client, known)).toEqual([said, true]);
  const [problem, isDone] = await command(client, '{ nonsense }');
  expect([problem, isDone]).toEqual([expect.stringContaining('Cannot query field "nonsense"'), false]);
  expect((await command(crypto.randomUUID(), known))[1]).toBe(false);
});
