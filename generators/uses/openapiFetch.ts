// The types of openapi-typescript, with openapi-fetch.
import createClient from 'openapi-fetch';
import type { paths } from '../made/openapiTypescript.js';
import { bodies, present, type Calls } from './kinds.js';

export function calls(baseUrl: string, token: string, owner: string): Readonly<Record<string, Calls>> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
  const entity = crypto.randomUUID();
  const sent = bodies(owner, entity);
  const at = (urn: string) => ({ params: { path: { urn } } });
  return {
    entity: {
      create: async () => present((await client.POST('/n/v1/entity', { body: sent.entity })).data, 'entity'),
      read: async (urn) => present((await client.GET('/n/v1/entity/{urn}', at(urn))).data, 'entity'),
      change: async (urn) =>
        present((await client.PATCH('/n/v1/entity/{urn}', { ...at(urn), body: { name: 'Other' } })).data, 'entity'),
      list: async () =>
        present(
          (await client.GET('/n/v1/entities', { params: { query: { limit: 200, sort: ['name'] } } })).data,
          'list',
        ).entities,
      remove: async (urn) => (await client.DELETE('/n/v1/entity/{urn}', at(urn))).response.status,
    },
    textItem: {
      create: async () => present((await client.POST('/n/v1/textitem', { body: sent.textItem })).data, 'item'),
      read: async (urn) => present((await client.GET('/n/v1/textitem/{urn}', at(urn))).data, 'item'),
      change: async (urn) =>
        present((await client.PATCH('/n/v1/textitem/{urn}', { ...at(urn), body: { value: 'Other' } })).data, 'item'),
      list: async () =>
        present((await client.GET('/n/v1/textitems', { params: { query: { limit: 200 } } })).data, 'list').textitems,
      remove: async (urn) => (await client.DELETE('/n/v1/textitem/{urn}', at(urn))).response.status,
    },
    project: {
      create: async () => present((await client.POST('/n/v1/project', { body: sent.project })).data, 'project'),
      read: async (urn) => present((await client.GET('/n/v1/project/{urn}', at(urn))).data, 'project'),
      change: async (urn) =>
        present((await client.PATCH('/n/v1/project/{urn}', { ...at(urn), body: { name: 'Other' } })).data, 'project'),
      list: async () =>
        present((await client.GET('/n/v1/projects', { params: { query: { limit: 200 } } })).data, 'list').projects,
      remove: async (urn) => (await client.DELETE('/n/v1/project/{urn}', at(urn))).response.status,
    },
    role: {
      create: async () => present((await client.POST('/n/v1/role', { body: sent.role })).data, 'role'),
      read: async (urn) => present((await client.GET('/n/v1/role/{urn}', at(urn))).data, 'role'),
      change: async (urn) =>
        present((await client.PATCH('/n/v1/role/{urn}', { ...at(urn), body: { name: urn } })).data, 'role'),
      list: async () =>
        present((await client.GET('/n/v1/roles', { params: { query: { limit: 200 } } })).data, 'list').roles,
      remove: async (urn) => (await client.DELETE('/n/v1/role/{urn}', at(urn))).response.status,
    },
    task: {
      create: async () => present((await client.POST('/n/v1/task', { body: sent.task })).data, 'task'),
      read: async (urn) => present((await client.GET('/n/v1/task/{urn}', at(urn))).data, 'task'),
      change: async (urn) =>
        present((await client.PATCH('/n/v1/task/{urn}', { ...at(urn), body: { priority: 'HIGH' } })).data, 'task'),
      list: async () =>
        present((await client.GET('/n/v1/tasks', { params: { query: { limit: 200 } } })).data, 'list').tasks,
      remove: async (urn) => (await client.DELETE('/n/v1/task/{urn}', at(urn))).response.status,
    },
  };
}
