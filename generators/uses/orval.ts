// The fetch client of orval.
import * as api from '../made/orval.js';
import { bodies, type Calls } from './kinds.js';

// Each status has a type of its own; others than these are no success.
function body<Answer extends { readonly status: number; readonly data: unknown }>(
  answer: Answer,
): Extract<Answer, { readonly status: 200 | 201 }>['data'] {
  if (answer.status !== 200 && answer.status !== 201) throw new Error(`${String(answer.status)} was answered`);
  return (answer as Extract<Answer, { readonly status: 200 | 201 }>).data;
}

export function calls(_baseUrl: string, token: string, owner: string): Readonly<Record<string, Calls>> {
  const own = { headers: { authorization: `Bearer ${token}` } };
  const sent = bodies(owner, crypto.randomUUID());
  return {
    entity: {
      create: async () => body(await api.createEntity(sent.entity, undefined, own)),
      read: async (urn) => body(await api.readEntity(urn, undefined, own)),
      change: async (urn) => body(await api.patchEntity(urn, { name: 'Other' }, undefined, own)),
      list: async () => body(await api.listEntities({ limit: 200, sort: ['name'] }, own)).entities,
      remove: async (urn) => (await api.deleteEntity(urn, own)).status,
    },
    textItem: {
      create: async () => body(await api.createTextItem(sent.textItem, undefined, own)),
      read: async (urn) => body(await api.readTextItem(urn, undefined, own)),
      change: async (urn) => body(await api.patchTextItem(urn, { value: 'Other' }, undefined, own)),
      list: async () => body(await api.listTextItems({ limit: 200 }, own)).textitems,
      remove: async (urn) => (await api.deleteTextItem(urn, own)).status,
    },
    project: {
      create: async () => body(await api.createProject(sent.project, undefined, own)),
      read: async (urn) => body(await api.readProject(urn, undefined, own)),
      change: async (urn) => body(await api.patchProject(urn, { name: 'Other' }, undefined, own)),
      list: async () => body(await api.listProjects({ limit: 200 }, own)).projects,
      remove: async (urn) => (await api.deleteProject(urn, own)).status,
    },
    role: {
      create: async () => body(await api.createRole(sent.role, undefined, own)),
      read: async (urn) => body(await api.readRole(urn, undefined, own)),
      change: async (urn) => body(await api.patchRole(urn, { name: urn }, undefined, own)),
      list: async () => body(await api.listRoles({ limit: 200 }, own)).roles,
      remove: async (urn) => (await api.deleteRole(urn, own)).status,
    },
    task: {
      create: async () => body(await api.createTask(sent.task, undefined, own)),
      read: async (urn) => body(await api.readTask(urn, undefined, own)),
      change: async (urn) => body(await api.patchTask(urn, { priority: 'HIGH' }, undefined, own)),
      list: async () => body(await api.listTasks({ limit: 200 }, own)).tasks,
      remove: async (urn) => (await api.deleteTask(urn, own)).status,
    },
  };
}
