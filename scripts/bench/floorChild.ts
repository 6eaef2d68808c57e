// The floor: a bare HTTP server that runs one hand-written prepared statement per request on a pool of ten and passes its
// JSON on as text. No caller, no permission, no limits.
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { serveChild } from './childServer.ts';
import { statements } from './questions.ts';
import { shapes } from './shapeQuestions.ts';
import { writes } from './writeShapes.ts';

const [databaseUrl = ''] = process.argv.slice(2);
// The name tells its connections from the service's.
const pool = new pg.Pool({
  connectionString: databaseUrl,
  max: 10,
  options: '-c timezone=UTC',
  application_name: 'floor',
});

async function answer(request: IncomingMessage): Promise<string> {
  const [, name = '', ...parts] = (request.url ?? '').split('/');
  let values: readonly unknown[] = parts.map(decodeURIComponent);
  if (name === 'write') {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    // What the bench sends.
    const sent = JSON.parse(body) as { urn: string; value: string };
    values = [sent.urn, sent.value];
  }
  const { rows } = await pool.query<{ text: string }>({
    name,
    text: statements[name] ?? (shapes[name] ?? writes[name])?.sql ?? '',
    values: [...values],
  });
  return rows[0]?.text ?? 'null';
}

const server = createServer((request, response) => {
  answer(request).then(
    (text) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
serveChild(server);
