// The client of swagger-typescript-api.
import { Api, EntitySortTerm, EntityStatus, TaskPriority } from '../made/swaggerTypescriptApi.js';
import { bodies, type Calls } from './kinds.js';

export function calls(baseUrl: string, token: string, owner: string): Readonly<Record<string, Calls>> {
  const { n } = new Api({ baseUrl, baseApiParams: { headers: { authorization: `Bearer ${token}` } } });
  const sent = bodies(owner, crypto.randomUUID());
  return {
    entity: {
      create: async () => (await n.createEntity({ ...sent.entity, status: EntityStatus.DRAFT_UNPUBLISHED })).data,
      read: async (urn) => (await n.readEntity(urn)).data,
      change: async (urn) => (await n.patchEntity(urn, { name: 'Other' })).data,
      list: async () => (await n.listEntities({ limit: 200, sort: [EntitySortTerm.ValueName] })).data.entities,
      remove: async (urn) => (await n.deleteEntity(urn)).status,
    },
    textItem: {
      create: async () => (await n.createTextItem(sent.textItem)).data,
      read: async (urn) => (await n.readTextItem(urn)).data,
      change: async (urn) => (await n.patchTextItem(urn, { value: 'Other' })).data,
      list: async () => (await n.listTextItems({ limit: 200 })).data.textitems,
      remove: async (urn) => (await n.deleteTextItem(urn)).status,
    },
    project: {
      create: async () => (await n.createProject(sent.project)).data,
      read: async (urn) => (await n.readProject(urn)).data,
      change: async (urn) => (await n.patchProject(urn, { name: 'Other' })).data,
      list: async () => (await n.listProjects({ limit: 200 })).data.projects,
      remove: async (urn) => (await n.deleteProject(urn)).status,
    },
    role: {
      create: async () => (await n.createRole(sent.role)).data,
      read: async (urn) => (await n.readRole(urn)).data,
      change: async (urn) => (await n.patchRole(urn, { name: urn })).data,
      list: async () => (await n.listRoles({ limit: 200 })).data.roles,
      remove: async (urn) => (await n.deleteRole(urn)).status,
    },
    task: {
      create: async () => (await n.createTask(sent.task)).data,
      read: async (urn) => (await n.readTask(urn)).data,
      change: async (urn) => (await n.patchTask(urn, { priority: TaskPriority.HIGH })).data,
      list: async () => (await n.listTasks({ limit: 200 })).data.tasks,
      remove: async (urn) => (await n.deleteTask(urn)).status,
    },
  };
}
