// What a caller sees of single objects: rows that are about itself, and objects that an edge leads to, one condition at a
// time.
import { accessChecks, lockedItem, standings } from '../../../src/database/engine/accessCheckStore.ts';
import { resourceOf } from '../../../src/contract/resource.ts';
import { anonymousViewer, type Viewer } from '../../../src/domain/viewer.ts';
import { access, bearer, client, edge, open, person, window } from './builders.ts';
import { ago, dead, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();

const viewerOf = (urn: Names): Viewer => ({
  ...{ ...anonymousViewer, kind: 'CLIENT', clientUrn: urn('client'), identityUrn: urn('person') },
  ...{ companyUrn: urn('company'), tenantUrn: urn('company') },
  subjects: [
    { scope: 'API_CLIENT', urn: urn('client') },
    { scope: 'ROLE', urn: urn('role') },
  ],
});

async function sees(urn: Names, kind: string, name: string, more: Partial<Viewer> = {}): Promise<boolean> {
  const { database } = trials;
  const resource = resourceOf(database.contract, kind);
  const viewer = { ...viewerOf(urn), ...more };
  return (await accessChecks(database, viewer, { resource, urns: [urn(name)] }, 'READ')).has(urn(name));
}

/** Whether the caller holds the label on the row, which it sees. */
async function holds(urn: Names, kind: string, name: string, label: string): Promise<boolean> {
  const { database } = trials;
  const resource = resourceOf(database.contract, kind);
  const checks = await accessChecks(database, viewerOf(urn), { resource, urns: [urn(name)] }, label);
  return checks.get(urn(name))?.isAllowed === true;
}

/** A row of the tenant. */
const row = (urn: Names, table: string, name: string, more: Readonly<Record<string, unknown>> = {}): Given => [
  table,
  { urn: urn(name), owner: urn('company'), tenant: urn('company'), ...more },
];

/** An instant half an hour ago, and so many milliseconds after it. */
const then = (milliseconds: number): string => new Date(Date.parse(ago(0, 30)) + milliseconds).toISOString();

const foreign = (name: string): Readonly<Record<string, unknown>> => ({ [`${name}.tenant`]: 'urn:another' });
const membership = (urn: Names, name: string, more: Readonly<Record<string, unknown>>): Given =>
  row(urn, 'group_membership', name, { group: urn('group'), status: 'ACTIVE', role: 'MEMBER', ...more });
const hook = (urn: Names): Given => row(urn, 'webhook_subscription', 'hook', { api_client: urn('client') });
const granting = (urn: Names, label: string, object: string): Given => [
  'permission',
  { ...edge(urn, 'API_CLIENT:client', label, object)[1], owner: urn('company'), tenant: urn('company') },
];
const granted = (urn: Names): Readonly<Record<string, Given>> => ({
  project: row(urn, 'project', 'project'),
  edge: granting(urn, 'READ', 'PROJECT:project'),
});

const cases: Readonly<Record<string, Case>> = {
  'a client sees itself': {
    rows: (urn) => ({ client: client(urn) }),
    finds: (urn) => sees(urn, 'ApiClient', 'client'),
    not: () => ({ ...dead('client'), ...foreign('client') }),
  },
  'a client sees its tokens': {
    rows: (urn) => ({ token: bearer(urn) }),
    finds: (urn) => sees(urn, 'ApiClientBearerToken', 'token'),
    not: () => ({ ...dead('token'), ...foreign('token'), 'token.api_client': 'urn:another' }),
  },
  'a caller sees the identity it acts as': {
    rows: (urn) => ({ person: person(urn) }),
    finds: (urn) => sees(urn, 'Identity', 'person'),
    not: () => ({ ...dead('person'), ...foreign('person') }),
  },
  'a caller sees its memberships': {
    rows: (urn) => ({ row: membership(urn, 'row', { identity: urn('person') }) }),
    finds: (urn) => sees(urn, 'GroupMembership', 'row'),
    not: () => ({ ...dead('row'), ...foreign('row'), 'row.identity': 'urn:another' }),
  },
  'a moderator sees the memberships of the group': {
    rows: (urn) => ({
      row: membership(urn, 'row', { identity: urn('else') }),
      mine: membership(urn, 'mine', { identity: urn('person'), role: 'MODERATOR' }),
    }),
    finds: (urn) => sees(urn, 'GroupMembership', 'row'),
    not: () => ({
      ...{ ...dead('row'), ...dead('mine'), 'mine.role': 'MEMBER', 'mine.identity': 'urn:third' },
      ...{ 'mine.status': ['PENDING_ACCEPTANCE', 'BANNED_BY_OWNER'], 'mine.group': 'urn:another' },
    }),
  },
  'a caller sees its notifications of threads that it reads': {
    rows: (urn) => ({
      row: row(urn, 'message_thread_notification', 'row', { identity: urn('person'), message_thread: urn('thread') }),
      thread: row(urn, 'message_thread', 'thread', { group: urn('group') }),
      edge: granting(urn, 'READ', 'MESSAGE_THREAD:thread'),
    }),
    finds: (urn) => sees(urn, 'MessageThreadNotification', 'row'),
    not: () => ({
      ...{ ...dead('row'), ...dead('thread'), ...dead('edge'), ...foreign('row') },
      ...{ 'row.identity': 'urn:another', 'row.message_thread': 'urn:another' },
    }),
  },
  'a caller ends its membership, and changes nothing else that is about itself': {
    rows: (urn) => ({
      row: membership(urn, 'row', { identity: urn('person') }),
      role: row(urn, 'role', 'role'),
      client: client(urn),
      token: bearer(urn),
      person: person(urn),
      edge: row(urn, 'permission', 'edge', edge(urn, 'API_CLIENT:client', 'x-any', 'COMPANY:else')[1]),
    }),
    finds: async (urn) => {
      const others = [
        ['Role', 'role'],
        ['ApiClient', 'client'],
        ['ApiClientBearerToken', 'token'],
        ['Identity', 'person'],
        ['Permission', 'edge'],
      ] as const;
      for (const [kind, name] of others)
        for (const label of ['UPDATE', 'DELETE', 'ADMIN']) if (await holds(urn, kind, name, label)) return false;
      return holds(urn, 'GroupMembership', 'row', 'DELETE');
    },
    not: () => ({ 'row.identity': 'urn:another' }),
  },
  'a label is held on what lives': {
    rows: granted,
    finds: async (urn) => {
      const { database } = trials;
      const about = { resource: database.contract.kinds.Project, urns: [urn('project')] };
      const standing = (await standings(database, viewerOf(urn), [about], { labels: ['READ'], isAnywhere: false })).get(
        `Project ${urn('project')}`,
      );
      return standing?.lives === true && standing.held[0] === true;
    },
    not: () => ({ ...dead('project'), ...dead('edge'), ...foreign('project') }),
  },
  'an edge leads to an item of its kind': {
    rows: (urn) => ({
      item: row(urn, 'item', 'item', { kind: 'TextItem', entity: urn('entity'), is_published: true }),
      edge: granting(urn, 'READ', 'TEXT_ITEM:item'),
    }),
    finds: async (urn) => (await sees(urn, 'TextItem', 'item')) && !(await sees(urn, 'LinkItem', 'item')),
    not: () => ({ ...dead('edge'), ...foreign('item'), 'item.kind': 'LinkItem' }),
  },
  'an item is locked for who reads it and holds the label on it': {
    rows: (urn) => ({
      item: row(urn, 'item', 'item', { kind: 'TextItem', entity: urn('entity'), is_published: true }),
      entity: row(urn, 'entity', 'entity', { status: 'PUBLISHED', live_timestamp: past }),
      edge: granting(urn, 'x-edit', 'TEXT_ITEM:item'),
      read: granting(urn, 'READ', 'TEXT_ITEM:item'),
    }),
    finds: async (urn) => {
      const resource = trials.database.contract.kinds.TextItem;
      return (await lockedItem(trials.database, viewerOf(urn), { resource, urn: urn('item') }, 'x-edit')) !== null;
    },
    not: () => ({
      ...dead('edge'),
      ...dead('read'),
      ...foreign('item'),
      'item.kind': 'LinkItem',
      'item.urn': 'urn:another',
    }),
  },
  'a caller sees the roles it holds': {
    rows: (urn) => ({ role: row(urn, 'role', 'role') }),
    finds: (urn) => sees(urn, 'Role', 'role'),
    not: () => ({ ...dead('role'), ...foreign('role'), 'role.urn': 'urn:another' }),
  },
  'a caller sees the edges that begin at it': {
    rows: (urn) => ({
      edge: row(urn, 'permission', 'edge', edge(urn, 'API_CLIENT:client', 'x-any', 'COMPANY:else')[1]),
    }),
    finds: (urn) => sees(urn, 'Permission', 'edge'),
    not: () => ({
      ...{ ...dead('edge'), ...foreign('edge') },
      ...{ 'edge.subject_urn': ['urn:another', 'urn:role'], 'edge.subject_scope': ['ROLE', 'IDENTITY'] },
    }),
  },
  'a client sees its subscriptions': {
    rows: (urn) => ({ hook: hook(urn) }),
    finds: (urn) => sees(urn, 'WebhookSubscription', 'hook'),
    not: () => ({ ...dead('hook'), ...foreign('hook'), 'hook.api_client': 'urn:another' }),
  },
  'a client sees what was delivered to its subscriptions': {
    rows: (urn) => ({ hook: hook(urn), row: row(urn, 'webhook_delivery', 'row', { subscription: urn('hook') }) }),
    finds: (urn) => sees(urn, 'WebhookDelivery', 'row'),
    not: () => ({ ...foreign('row'), 'row.subscription': 'urn:another', 'hook.api_client': 'urn:another' }),
  },
  'a person sees the tokens that clients have of it': {
    rows: (urn) => ({ token: ['o_auth_token', { ...access(urn)[1], owner: urn('company'), api_client: urn('else') }] }),
    finds: (urn) =>
      sees(urn, 'OAuthToken', 'token', { clientUrn: null, subjects: [{ scope: 'IDENTITY', urn: urn('person') }] }),
    not: () => ({ ...foreign('token'), 'token.identity': 'urn:another' }),
  },
  'an edge leads to its object, while it stands': {
    rows: granted,
    finds: (urn) => sees(urn, 'Project', 'project'),
    not: () => ({
      ...{ ...window, ...dead('project'), ...foreign('project'), 'edge.label': ['x-other', 'MEMBER'] },
      ...{ 'edge.subject_urn': 'urn:another', 'edge.subject_scope': 'ROLE' },
      ...{ 'edge.object_urn': 'urn:another', 'edge.object_scope': 'TASK' },
    }),
    still: { ...open, 'edge.label': 'ADMIN' },
  },
  'an edge is judged at the instant that the viewer is of': {
    rows: granted,
    finds: (urn) => sees(urn, 'Project', 'project', { at: then(0) }),
    not: () => ({ ...dead('edge'), 'edge.from_timestamp': then(1), 'edge.to_timestamp': [then(-1), then(0)] }),
    still: { 'edge.from_timestamp': then(0), 'edge.to_timestamp': then(1) },
  },
  'a narrowed token sees by an edge what its labels leave': {
    rows: granted,
    finds: (urn) => sees(urn, 'Project', 'project', { onlyLabels: ['READ'] }),
    not: () => ({ 'edge.label': 'x-other' }),
    still: { 'edge.label': 'ADMIN' },
  },
};

trials.prove(cases);
