// Traces for OpenTelemetry: a span for each request, below it one for each action, and below that one for each SQL
// statement, sent over OTLP. The libraries are loaded only where traces are exported. Callers pass on their own trace in
// the header `traceparent` (W3C Trace Context).
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type * as Api from '@opentelemetry/api';
import type { Context, Span, Tracer } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { workChannel, workEvents, type TracedWork, type Work, type WorkName } from './traced.ts';

/** Traces that are exported. */
export interface Traces {
  /** Traces the requests of a server; registered before anything else that works for them. */
  watch(app: FastifyInstance): void;
  /** Sends what is left, and ends. */
  close(): Promise<void>;
}

/** What spans are made with. */
interface Parts {
  readonly api: typeof Api;
  readonly tracer: Tracer;
  /** The context of what runs; undefined for work in the background. */
  readonly running: AsyncLocalStorage<Context | undefined>;
}

/** Begins to export to the receiver at `endpoint`, an OTLP address of HTTP without `/v1/traces`, and without a slash at its end. */
export async function exportTraces(endpoint: string): Promise<Traces> {
  const [api, core, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'commonplace' }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  const parts = {
    api,
    tracer: provider.getTracer('commonplace'),
    running: new AsyncLocalStorage<Context | undefined>(),
  };
  const stop = traceWork(parts);
  const propagator = new core.W3CTraceContextPropagator();
  const callersContext = ({ headers }: FastifyRequest): Context =>
    propagator.extract(api.ROOT_CONTEXT, headers, api.defaultTextMapGetter);
  return {
    watch: (app) => traceRequests(app, parts, callersContext),
    async close() {
      stop();
      // A receiver that cannot be reached must not keep the process from stopping.
      await provider.shutdown().catch(() => undefined);
    },
  };
}

function traceRequests(
  app: FastifyInstance,
  { api: { SpanKind, SpanStatusCode, trace }, tracer, running }: Parts,
  callersContext: (request: FastifyRequest) => Context,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const parent = callersContext(request);
    const { method, id } = request;
    const route = request.routeOptions.url ?? '';
    const attributes = { 'http.request.method': method, 'http.route': route, 'commonplace.request_id': id };
    const span = tracer.startSpan(`${method} ${route}`.trim(), { kind: SpanKind.SERVER, attributes }, parent);
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw;
      span.setAttribute('http.response.status_code', statusCode);
      if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    running.run(trace.setSpan(parent, span), done);
  });
}

// The answer ends it.
function traceWork({ api: { SpanKind, SpanStatusCode, trace }, tracer, running }: Parts): () => void {
  const spans = new WeakMap<object, Span>();
  // Work without a request belongs to the background, or to another service of this process.
  workChannel.start.bindStore(running, (message) => {
    const parent = running.getStore();
    if (!parent) return undefined;
    const { name, attributes } = described(message.work);
    const kind = message.work.kind === 'STATEMENT' ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    spans.set(message, span);
    return trace.setSpan(parent, span);
  });
  // traced.ts alone publishes under these names.
  const ended = (message: unknown): void => spans.get(message as TracedWork)?.end();
  const failed = (message: unknown): void => {
    const { error } = message as { readonly error: unknown };
    // Its message may hold what a caller sent.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'INTERNAL_ERROR';
    spans.get(message as TracedWork)?.setStatus({ code: SpanStatusCode.ERROR, message: code });
  };
  const named = (message: unknown): void => {
    const context = running.getStore();
    const { name, facts } = message as WorkName;
    if (context) trace.getSpan(context)?.updateName(name).setAttributes(facts);
  };
  const listeners = [
    [workEvents.ended, ended],
    [workEvents.failed, failed],
    [workEvents.named, named],
  ] as const;
  for (const [name, listener] of listeners) subscribe(name, listener);
  return () => {
    workChannel.start.unbindStore(running);
    for (const [name, listener] of listeners) unsubscribe(name, listener);
  };
}

function described(work: Work): { readonly name: string; readonly attributes: Record<string, string> } {
  if (work.kind === 'ACTION') return { name: work.name, attributes: {} };
  const [verb = ''] = /^\w+/.exec(work.text) ?? [];
  return { name: verb, attributes: { 'db.system.name': 'postgresql', 'db.query.text': work.text } };
}
