// Answers that belong to no face: health, the schema as text, the OpenAPI document, and the IDE.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { graphiqlAssets, graphiqlPage } from './graphiql.ts';

/** What the pages show. */
export interface PageParts {
  /** The SDL of the whole graph. */
  readonly schemaText: () => string;
  /** The OpenAPI document with the address of this service. */
  readonly openapi: () => Record<string, unknown>;
  readonly isReady: () => Promise<boolean>;
}

/** Registers the pages. */
export function registerPages(app: FastifyInstance, parts: PageParts): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const isReady = await parts.isReady();
    return reply
      .status(isReady ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready' });
  });
  app.get('/schema.graphql', (_request, reply) => reply.type('text/plain; charset=utf-8').send(parts.schemaText()));
  app.get('/openapi.json', (_request, reply) => reply.send(parts.openapi()));
  app.get('/', (_request, reply) =>
    reply.send({
      name: 'Commonplace',
      graph: '/graphql',
      ide: '/graphql/ide',
      rest: '/openapi.json',
      schema: '/schema.graphql',
    }),
  );
  registerIde(app);
}

function registerIde(app: FastifyInstance): void {
  const page = graphiqlPage({
    endpoint: '/graphql',
    context: '/n/v1/clientcontext',
    assets: '/graphql/ide',
    title: 'Commonplace',
  });
  app.get('/graphql/ide', (_request, reply) =>
    reply.header('Content-Security-Policy', page.csp).type('text/html; charset=utf-8').send(page.html),
  );
  for (const [name, asset] of graphiqlAssets()) {
    app.get(`/graphql/ide/${name}`, async (_request, reply) =>
      reply
        .type(asset.contentType)
        .header('Cache-Control', 'public, max-age=3600')
        .send(await readFile(asset.path)),
    );
  }
}
