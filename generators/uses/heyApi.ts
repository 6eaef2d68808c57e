// The client of @hey-api/openapi-ts.
import { client } from '../made/heyApi/client.gen.js';
import * as api from '../made/heyApi/index.js';
import { bodies, present, type Calls } from './kinds.js';

export function calls(baseUrl: string, token: string, owner: string): Readonly<Record<string, Calls>> {
  client.setConfig({ baseUrl, auth: token });
  const sent = bodies(owner, crypto.randomUUID());
  const at = (urn: string) => ({ path: { urn } });
  return {
    entity: {
      create: async () => present((await api.createEntity({ body: sent.entity })).data, 'entity'),
      read: async (urn) => present((await api.readEntity(at(urn))).data, 'entity'),
      change: async (urn) => present((await api.patchEntity({ ...at(urn), body: { name: 'Other' } })).data, 'entity'),
      list: async () =>
        present((await api.listEntities({ query: { limit: 200, sort: ['name'] } })).data, 'list').entities,
      remove: async (urn) => present((await api.deleteEntity(at(urn))).response, 'answer').status,
    },
    textItem: {
      create: async () => present((await api.createTextItem({ body: sent.textItem })).data, 'item'),
      read: async (urn) => present((await api.readTextItem(at(urn))).data, 'item'),
      change: async (urn) => present((await api.patchTextItem({ ...at(urn), body: { value: 'Other' } })).data, 'item'),
      list: async () => present((await api.listTextItems({ query: { limit: 200 } })).data, 'list').textitems,
      remove: async (urn) => present((await api.deleteTextItem(at(urn))).response, 'answer').status,
    },
    project: {
      create: async () => present((await api.createProject({ body: sent.project })).data, 'project'),
      read: async (urn) => present((await api.readProject(at(urn))).data, 'project'),
      change: async (urn) => present((await api.patchProject({ ...at(urn), body: { name: 'Other' } })).data, 'project'),
      list: async () => present((await api.listProjects({ query: { limit: 200 } })).data, 'list').projects,
      remove: async (urn) => present((await api.deleteProject(at(urn))).response, 'answer').status,
    },
    role: {
      create: async () => present((await api.createRole({ body: sent.role })).data, 'role'),
      read: async (urn) => present((await api.readRole(at(urn))).data, 'role'),
      change: async (urn) => present((await api.patchRole({ ...at(urn), body: { name: urn } })).data, 'role'),
      list: async () => present((await api.listRoles({ query: { limit: 200 } })).data, 'list').roles,
      remove: async (urn) => present((await api.deleteRole(at(urn))).response, 'answer').status,
    },
    task: {
      create: async () => present((await api.createTask({ body: sent.task })).data, 'task'),
      read: async (urn) => present((await api.readTask(at(urn))).data, 'task'),
      change: async (urn) => present((await api.patchTask({ ...at(urn), body: { priority: 'HIGH' } })).data, 'task'),
      list: async () => present((await api.listTasks({ query: { limit: 200 } })).data, 'list').tasks,
      remove: async (urn) => present((await api.deleteTask(at(urn))).response, 'answer').status,
    },
  };
}
