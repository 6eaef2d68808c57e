// A page, a list, threads, one item and a write, over both faces, beside one hand-written statement behind a bare HTTP
// server on the same tables: for an administrator, for a viewer who holds a permission on every single object, and with
// registered documents.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { withClient } from '../../test/support/database.ts';
import { createClient, type Client } from '../../test/support/client.ts';
import { grantEverySingleOne } from './dataset.ts';
import { adminToken, threadPages, withMeasuredService, type MeasuredService } from './measuredService.ts';
import type { Place } from './place.ts';
import * as questions from './questions.ts';
import { documents, namedQuestions, type AskedData, type Question } from './questions.ts';
import { compare, requireSame, tableOfLines, type Amounts, type Candidate, type Line, type Server } from './rounds.ts';

/** Runs the bench for the questions; the answer is what it prints. */
export function requests(amounts: Amounts, only: readonly string[]): Promise<string> {
  return withMeasuredService({ scale: 1, folder: null, words: 'all' }, async (measured) => {
    const { place, admin, service, settled } = measured;
    const token = await makeViewer(place, admin);
    await registerAll(place);
    const pages = await threadPages(createClient(service.url, token));
    const viewer = { token, data: { ...measured.data, pages } };
    const parts: string[] = [];
    const results = new Map<string, readonly Line[]>();
    for (const question of namedQuestions(only)) {
      const candidates = candidatesOf(question, measured, viewer);
      if (question !== 'write') await requireSame(question, candidates);
      const lines = await compare(question, candidates, {
        ...amounts,
        settled: question === 'write' ? settled : () => Promise.resolve(),
      });
      results.set(question, lines);
      parts.push(`### ${question}\n\n${tableOfLines(lines)}`);
    }
    return [summaryOf(results), ...parts].join('\n\n');
  });
}

/** A client that may read nothing by its company, and every single object by a permission of its own: its token. */
export async function makeViewer(place: Place, admin: Client): Promise<string> {
  const { client, token } = await makeCaller(place, admin, 'Viewer');
  await grantEverySingleOne(place.databaseUrl, client, 1);
  return token;
}

/** A client of the tenant that holds nothing, and a token of it. */
export async function makeCaller(
  place: Place,
  admin: Client,
  name: string,
): Promise<{ readonly client: string; readonly token: string; readonly owner: string }> {
  const owner = await tenantOf(place);
  const client = await admin.rest('POST', '/n/v1/apiclient', { body: { owner, name } });
  const expirationTimestamp = new Date(Date.now() + 86_400_000).toISOString();
  const body = { apiClient: client.body.urn, expirationTimestamp };
  const token = await admin.rest('POST', '/n/v1/apiclientbearertoken', { body });
  if (token.status !== 201) throw new Error(token.text);
  return { client: String(client.body.urn), token: String(token.body.bearerToken), owner };
}

function tenantOf(place: Place): Promise<string> {
  return withClient(place.databaseUrl, async (database) => {
    const { rows } = await database.query<{ owner: string }>(
      `SELECT owner FROM api_client WHERE access_level = 'COMPANY' ORDER BY created_timestamp LIMIT 1`,
    );
    return rows[0]?.owner ?? '';
  });
}

const idOf = (document: string): string => createHash('sha256').update(document).digest('hex');

/** Registers all documents by the command that users have, for the administrator's client. */
export async function registerAll(place: Place): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-manifest-'));
  const file = path.join(folder, 'persisted-documents.json');
  const texts = Object.values(documents);
  writeFileSync(file, JSON.stringify(Object.fromEntries(texts.map((text) => [idOf(text), text]))));
  const client = await withClient(place.databaseUrl, async (database) => {
    const { rows } = await database.query<{ urn: string }>(
      `SELECT urn FROM api_client WHERE access_level = 'COMPANY' ORDER BY created_timestamp LIMIT 1`,
    );
    return rows[0]?.urn ?? '';
  });
  const script = path.join(import.meta.dirname, '../documents.ts');
  const env = { ...process.env, DATABASE_URL: place.databaseUrl };
  await promisify(execFile)(process.execPath, ['--import', 'tsx', script, 'register', file, '--client', client], {
    env,
  });
  rmSync(folder, { recursive: true });
}

function candidatesOf(
  question: Question,
  { service, data, candidates }: MeasuredService,
  viewer: { readonly token: string; readonly data: AskedData },
): Candidate[] {
  const ofViewer = (number: number) => questions.variablesOf(question, number, viewer.data);
  return [
    ...candidates(question),
    {
      name: 'graph, viewer',
      server: service,
      token: viewer.token,
      ask: (number) => questions.graphRequest(question, ofViewer(number)),
    },
    registered(question, service, data),
    ...(question === 'point' || question === 'write'
      ? [
          {
            name: 'REST, viewer',
            server: service,
            token: viewer.token,
            ask: (number: number) => questions.restRequest(question, ofViewer(number)),
          },
        ]
      : []),
  ];
}

/** The administrator, who sends the id of the registered document. */
export function registered(question: Question, service: Server, data: AskedData): Candidate {
  const id = idOf(documents[question]);
  return {
    name: 'graph, admin, registered',
    server: service,
    token: adminToken,
    ask: (number) => questions.trustedRequest(id, questions.variablesOf(question, number, data)),
  };
}

// One column for each question and face, the rates of the floor being 1.
function summaryOf(results: ReadonlyMap<string, readonly Line[]>): string {
  const columns = [...results].flatMap(([name, lines]) =>
    ['graph', 'REST'].flatMap((face) =>
      lines.some((line) => line.name === `${face}, admin`) ? [{ name, face, lines }] : [],
    ),
  );
  const rateOf = (lines: readonly Line[], name: string): number | undefined =>
    lines.find((line) => line.name === name)?.perSecond;
  const row = (what: string, of: string, against: (face: string) => string): string => {
    const cells = columns.map(({ face, lines }) => {
      const [rate, other] = [rateOf(lines, `${face}, ${of}`), rateOf(lines, against(face))];
      return rate === undefined || other === undefined ? '' : (rate / other).toFixed(2);
    });
    return `| ${[what, ...cells].join(' | ')} |`;
  };
  const head = `| requests/s | ${columns.map(({ name, face }) => `${name}, ${face}`).join(' | ')} |`;
  const lines = [...results.values()].flat();
  const memory = Math.max(...lines.filter(({ name }) => name !== 'floor').map(({ resident }) => resident));
  return [
    head,
    head.replace(/[^|]+/g, ' --- '),
    row('admin, of the floor', 'admin', () => 'floor'),
    row('registered documents, of the floor', 'admin, registered', () => 'floor'),
    row('viewer, of admin', 'viewer', (face) => `${face}, admin`),
    `\nMost memory of the service: ${String(Math.round(memory))} MB`,
  ].join('\n');
}
