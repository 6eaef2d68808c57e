// Traces as an OTLP receiver gets them: a request, the actions that it ran and their statements, as parts of the caller's
// own trace.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withClient } from '../support/database.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let receiver: Receiver;
let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  // As an operator may: the libraries read what OpenTelemetry names themselves.
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '100');
  receiver = await startReceiver();
  service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: `${new URL(receiver.url).origin}/` });
  tenant = await service.tenant();
});
afterAll(async () => {
  await service.close();
  await receiver.close();
  vi.unstubAllEnvs();
});

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
  readonly status: { readonly code?: number; readonly message?: string };
}

/** Every span that has arrived of a trace. */
function spansOf(traceId: string): Span[] {
  return receiver.received
    .flatMap(({ json }) => (json as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .filter((span) => span.traceId === traceId);
}

const attribute = ({ attributes }: Span, name: string): string | undefined =>
  attributes.find(({ key }) => key === name)?.value.stringValue;

/** Sends a request within a trace of its own, and waits until the whole of it has arrived. */
async function traced(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ root: Span; below: (span: Span) => Span[] }> {
  const traceId = crypto.randomUUID().replaceAll('-', '');
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  await tenant.rest(method, path, { headers, ...(body === undefined ? {} : { body }) });
  const ofCaller = (): Span | undefined =>
    spansOf(traceId).find(({ parentSpanId }) => parentSpanId === '00f067aa0ba902b7');
  await expect.poll(ofCaller, { timeout: 20_000 }).toBeDefined();
  const root = ofCaller();
  if (!root) throw new Error('no request');
  return { root, below: (span) => spansOf(traceId).filter(({ parentSpanId }) => parentSpanId === span.spanId) };
}

test('A mutation is a request, an action below it, and the statements of the action', async () => {
  const query =
    'mutation MakeProject($owner: ID!) { createProject(input: { owner: $owner, name: "Seen" }) { project { urn } } }';
  const { root, below } = await traced('POST', '/graphql', { query, variables: { owner: tenant.company } });
  expect(root.name).toBe('mutation MakeProject');
  expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
  expect(attribute(root, 'graphql.operation.type')).toBe('mutation');
  expect(root.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  const action = below(root).find(({ name }) => name === 'create Project');
  if (!action) throw new Error(`no action below ${root.name}`);
  const statements = below(action).map((span) => attribute(span, 'db.query.text') ?? '');
  expect(statements.some((text) => /INSERT INTO "?project/i.test(text))).toBe(true);
  expect(statements).toContain('COMMIT');
  // OTLP: a server, its inner work, and a client of the database.
  expect([root.kind, action.kind, ...new Set(below(action).map(({ kind }) => kind))]).toEqual([2, 1, 3]);
  expect(JSON.stringify(statements)).not.toContain('Seen');
});

test('A query that one statement answers, and a request of REST, name what they read', async () => {
  const query = 'query Projects { projects { nodes { name } } }';
  // What was answered before is traced as well.
  for (let times = 0; times < 2; times += 1) {
    const graph = await traced('POST', '/graphql', { query });
    const [read] = graph.below(graph.root).filter(({ name }) => name === 'list Project');
    expect(read && graph.below(read).map(({ name }) => name)).toEqual(['SELECT']);
  }
  const rest = await traced('GET', `/n/v1/company/${tenant.company}`);
  expect(rest.root.name).toBe('GET /n/v1/company/:urn');
  expect(rest.below(rest.root).map(({ name }) => name)).toContain('read Company');
});

test('What is refused says with which code', async () => {
  const { root, below } = await traced('PATCH', `/n/v1/project/${crypto.randomUUID()}`, { name: 'Nothing' });
  const [action] = below(root).filter(({ name }) => name === 'update Project');
  expect(action?.status).toEqual({ code: 2, message: 'NOT_FOUND' });
  expect(root.status.code ?? 0).toBe(0);
});

test('What the service cannot answer is an error of the whole request', async () => {
  const rename = (from: string, to: string): Promise<unknown> =>
    withClient(service.databaseUrl, (client) => client.query(`ALTER TABLE "${from}" RENAME TO "${to}"`));
  await rename('project', 'project_gone');
  try {
    const { root } = await traced('GET', `/n/v1/project/${crypto.randomUUID()}`);
    expect(root.status).toEqual({ code: 2 });
  } finally {
    await rename('project_gone', 'project');
  }
});

test('What was done last is sent before the service has ended, however long spans are gathered', async () => {
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '600000');
  const ending = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: `${new URL(receiver.url).origin}/` });
  const traceId = crypto.randomUUID().replaceAll('-', '');
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  await ending.client(null).rest('GET', '/healthz', { headers });
  await ending.close();
  expect(spansOf(traceId).map(({ name }) => name)).toContain('GET /healthz');
});
