// `/n/v1` itself: what can be read below it, as an entry point for people and programs.
import type { FastifyInstance } from 'fastify';
import { sendJson } from '../response/answer.ts';
import { handle, type RestParts } from '../request/handle.ts';
import { register } from './register.ts';

const operations = ['CREATE', 'READ', 'UPDATE', 'DELETE', 'LIST'] as const;

/** Registers the list of resources. */
export function registerDirectory(scope: FastifyInstance, parts: RestParts): void {
  const GET = handle(
    parts,
    [],
    async (call) => {
      const base = `${call.context.baseUrl}/n/v1`;
      const resources = parts.contract.resources.map((resource) => ({
        name: resource.name,
        description: resource.description,
        operations: operations.filter((operation) => resource.operations.has(operation)),
        ...(resource.operations.has('LIST') ? { list: `${base}/${resource.plural}` } : {}),
        item: `${base}/${resource.path}/{urn}`,
      }));
      const { baseUrl } = call.context;
      return sendJson(call, 200, {
        url: base,
        openapi: `${baseUrl}/openapi.json`,
        reference: `${baseUrl}/docs/rest`,
        resources,
      });
    },
    'ANYONE',
  );
  register(scope, '/n/v1', { GET });
}
