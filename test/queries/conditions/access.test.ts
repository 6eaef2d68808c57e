// The conditions of the statements about credentials, sessions, roles and edges, one at a time.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { resourceOf } from '../../../src/contract/resource.ts';
import { narrowsRoles } from '../../../src/database/access/accessStore.ts';
import { rightsOfMembers } from '../../../src/database/access/memberStore.ts';
import { findClient, findToken, listTokens } from '../../../src/database/access/operatorStore.ts';
import { edgesBetween, factsOf, objectFacts, possibleHolders } from '../../../src/database/access/permissionFacts.ts';
import { viewerByTokenHash, viewerOfSubject } from '../../../src/database/access/tokenStore.ts';
import { Parameters, prepared } from '../../../src/database/connection/statement.ts';
import { stillDecidedSql } from '../../../src/database/engine/accessEpoch.ts';
import { holdsAnything } from '../../../src/database/events/subscriptionStore.ts';
import type { SubjectFacts } from '../../../src/domain/permission.ts';
import { anonymousViewer, type Viewer } from '../../../src/domain/viewer.ts';
import { disabled, ended, window, open, edge, company, client, bearer, person, access, other } from './builders.ts';
import { ago, dead, future, now, past, useTrials, type Case, type Given, type Names } from './scenario.ts';
import { livingTokens, windowsEnded } from '../../../src/database/access/accessEpochStore.ts';

const trials = useTrials();

const rights = async (urn: Names, scope: 'GROUP' | 'COMPANY'): Promise<boolean> =>
  (await rightsOfMembers(trials.database, [{ scope, urn: urn('start') }])).some(
    ({ objectUrn }) => objectUrn === urn('page'),
  );
const subjectOf = async (viewer: Viewer): Promise<SubjectFacts> => (await factsOf(trials.database, viewer, [])).subject;
const viewerOf = (urn: Names): Promise<Viewer | null> =>
  viewerByTokenHash(trials.database, urn('hash')).then((found) => found?.viewer ?? null);
const countsAs = async (urn: Names, scope: string, name: string): Promise<boolean> =>
  (await viewerOf(urn))?.subjects.some((one) => one.scope === scope && one.urn === urn(name)) ?? false;
const administers = async (urn: Names): Promise<boolean> =>
  [...((await viewerOf(urn))?.companiesByLabel.get('READ') ?? [])].includes(urn('below'));
const belongs = async (urn: Names, scope: string, name: string): Promise<boolean> => {
  const viewer = await viewerOfSubject(trials.database, { scope, urn: urn(name) }, null);
  return viewer?.subjects.some((one) => one.scope === 'GROUP' && one.urn === urn('group')) ?? false;
};
const accessRows = (urn: Names): Readonly<Record<string, Given>> => ({
  token: access(urn),
  client: client(urn),
  company: company(urn),
  person: person(urn),
  off: other(urn),
});
const tokenRows = (urn: Names): Readonly<Record<string, Given>> => ({
  token: bearer(urn),
  client: client(urn),
  company: company(urn),
  person: person(urn),
  off: other(urn),
});
const tokenEnds = {
  'token.deleted_timestamp': past,
  'token.revoked_timestamp': past,
  'token.expiration_timestamp': past,
  'client.deleted_timestamp': past,
  'client.status': 'DISABLED',
  'company.deleted_timestamp': past,
  ...disabled,
};

const isSubject = async (urn: Names, scope: string, name: string): Promise<boolean> =>
  (await viewerOfSubject(trials.database, { scope, urn: urn(name) }, null)) !== null;
const mayHold = async (urn: Names, scope: string, name: string, after: string | null = null): Promise<boolean> => {
  const object = { chain: [{ scope: 'ENTITY', urn: urn('page') }], companies: [urn('company')] };
  const found = await possibleHolders(trials.database, object, ['READ'], { after, limit: 50 });
  return found.some((one) => one.scope === scope && one.urn === urn(name));
};

const cases: Readonly<Record<string, Case>> = {
  'what members have through the edges of a group': {
    rows: (urn) => ({ edge: edge(urn, 'GROUP:start', 'READ', 'ENTITY:page') }),
    finds: (urn) => rights(urn, 'GROUP'),
    not: () => ({ ...ended, 'edge.subject_scope': 'ROLE', 'edge.subject_urn': 'urn:another', 'edge.label': 'MEMBER' }),
    still: { ...open, 'edge.from_timestamp': future },
  },
  'what members have through a role of their group': {
    rows: (urn) => ({
      edge: edge(urn, 'GROUP:start', 'MEMBER', 'ROLE:role'),
      end: edge(urn, 'ROLE:role', 'READ', 'ENTITY:page'),
    }),
    finds: (urn) => rights(urn, 'GROUP'),
    not: () => ({ ...ended, 'edge.label': 'READ', 'edge.object_scope': 'GROUP', 'end.subject_scope': 'GROUP' }),
  },
  'what members of a company have through its group': {
    rows: (urn) => ({
      edge: edge(urn, 'COMPANY:start', 'MEMBER', 'GROUP:group'),
      end: edge(urn, 'GROUP:group', 'READ', 'ENTITY:page'),
    }),
    finds: (urn) => rights(urn, 'COMPANY'),
    not: () => ({ ...ended, 'edge.label': 'READ', 'edge.object_scope': 'ROLE', 'edge.subject_scope': 'GROUP' }),
  },
  'a subject holds something': {
    rows: (urn) => ({ edge: edge(urn, 'GROUP:group', 'READ', 'ENTITY:page') }),
    finds: (urn) => holdsAnything(trials.database, [{ scope: 'GROUP', urn: urn('group') }]),
    not: () => ({ ...ended, 'edge.subject_urn': 'urn:another' }),
    still: open,
  },
  'a bearer token is somebody': {
    rows: tokenRows,
    finds: async (urn) => (await viewerOf(urn)) !== null,
    not: () => ({ ...tokenEnds, 'token.token_hash': 'another' }),
  },
  'a bearer token lives for its streams': {
    rows: tokenRows,
    finds: async (urn) => (await livingTokens(trials.database, [urn('hash')])).has(urn('hash')),
    not: () => ({ ...tokenEnds, 'token.token_hash': 'another' }),
  },
  'an access token is somebody': {
    rows: accessRows,
    finds: async (urn) => (await viewerOf(urn)) !== null,
    not: () => ({ ...tokenEnds, 'person.deleted_timestamp': past, 'token.access_hash': 'another' }),
  },
  'an access token lives for its streams': {
    rows: accessRows,
    finds: async (urn) => (await livingTokens(trials.database, [urn('hash')])).has(urn('hash')),
    not: () => ({ ...tokenEnds, 'person.deleted_timestamp': past }),
  },
  'a person belongs to the caller': {
    rows: tokenRows,
    finds: (urn) => countsAs(urn, 'IDENTITY', 'person'),
    not: () => ({ 'person.deleted_timestamp': past, 'client.identity': 'urn:another' }),
  },
  'a caller belongs to the groups of its person': {
    rows: (urn) => ({
      ...tokenRows(urn),
      member: ['group_membership', { identity: urn('person'), group: urn('group'), status: 'ACTIVE' }],
      group: ['group', { urn: urn('group') }],
    }),
    finds: (urn) => countsAs(urn, 'GROUP', 'group'),
    not: () => ({
      'member.status': 'BLOCKED_BY_MEMBER',
      'member.deleted_timestamp': past,
      'member.identity': 'urn:another',
      'group.deleted_timestamp': past,
      'person.deleted_timestamp': past,
    }),
  },
  'a caller belongs to a group by an edge': {
    rows: (urn) => ({
      ...tokenRows(urn),
      edge: edge(urn, 'API_CLIENT:client', 'MEMBER', 'GROUP:group'),
      group: ['group', { urn: urn('group') }],
      out: ['group_membership', { identity: urn('person'), group: urn('elsewhere'), status: 'BLOCKED_BY_MEMBER' }],
    }),
    finds: (urn) => countsAs(urn, 'GROUP', 'group'),
    not: () => ({
      ...window,
      'edge.label': 'READ',
      'edge.object_scope': 'ROLE',
      'edge.subject_scope': 'IDENTITY',
      'group.deleted_timestamp': past,
      'out.group': 'urn:group',
    }),
    still: { ...open, 'out.deleted_timestamp': past },
  },
  'a company belongs to a group by an edge, and a group to none': {
    rows: (urn) => ({
      company: company(urn),
      begin: ['group', { urn: urn('start'), owner: urn('company') }],
      edge: edge(urn, 'COMPANY:company', 'MEMBER', 'GROUP:group'),
      other: edge(urn, 'GROUP:start', 'MEMBER', 'GROUP:group'),
      group: ['group', { urn: urn('group'), owner: urn('company') }],
    }),
    finds: async (urn) => (await belongs(urn, 'COMPANY', 'company')) && !(await belongs(urn, 'GROUP', 'start')),
    not: () => ({ 'edge.subject_scope': 'GROUP' }),
  },
  'a caller holds a role': {
    rows: (urn) => ({
      ...tokenRows(urn),
      edge: edge(urn, 'API_CLIENT:client', 'MEMBER', 'ROLE:role'),
      role: ['role', { urn: urn('role') }],
    }),
    finds: (urn) => countsAs(urn, 'ROLE', 'role'),
    not: () => ({
      ...window,
      'edge.label': 'READ',
      'edge.object_scope': 'GROUP',
      'edge.subject_scope': 'IDENTITY',
      'role.deleted_timestamp': past,
    }),
    still: open,
  },
  'a caller holds a label on the companies below': {
    rows: (urn) => ({
      ...tokenRows(urn),
      edge: edge(urn, 'API_CLIENT:client', 'READ', 'COMPANY:company'),
      below: [
        'company',
        { urn: urn('below'), owner: urn('company'), tenant: urn('company'), parent_company: urn('company') },
      ],
    }),
    finds: administers,
    not: () => ({
      ...window,
      'edge.object_scope': 'GROUP',
      'edge.subject_scope': 'IDENTITY',
      'edge.label': 'MEMBER',
      'below.deleted_timestamp': past,
      'below.parent_company': 'urn:another',
      'below.owner': 'urn:another',
    }),
    still: open,
  },
  'a person belongs to a company': {
    rows: (urn) => ({
      ...tokenRows(urn),
      link: ['link', { from_urn: urn('person'), field: 'Identity.companies', to_urn: urn('mine') }],
      mine: company(urn, 'mine', 'company'),
    }),
    finds: (urn) => countsAs(urn, 'COMPANY', 'mine'),
    not: () => ({ 'link.field': 'Identity.others', 'link.from_urn': 'urn:another', 'mine.deleted_timestamp': past }),
  },
  'the edges that a decision looks at': {
    rows: (urn) => ({ edge: edge(urn, 'GROUP:group', 'READ', 'ENTITY:page') }),
    finds: (urn) => between(urn, 'page'),
    not: () => ({
      'edge.deleted_timestamp': past,
      'edge.subject_scope': 'ROLE',
      'edge.subject_urn': 'urn:another',
      'edge.object_urn': 'urn:another',
    }),
    still: { ...open, 'edge.to_timestamp': past, 'edge.from_timestamp': future },
  },
  'the edges of a role that leads to the object': {
    rows: (urn) => ({
      edge: edge(urn, 'GROUP:group', 'MEMBER', 'ROLE:role'),
      end: edge(urn, 'ROLE:role', 'READ', 'ENTITY:page'),
      role: ['role', { urn: urn('role') }],
    }),
    finds: (urn) => between(urn, 'role', 'page'),
    not: () => ({
      'edge.deleted_timestamp': past,
      'edge.label': 'READ',
      'edge.object_scope': 'COMPANY',
      'end.deleted_timestamp': past,
      'end.subject_scope': 'GROUP',
      'role.deleted_timestamp': past,
    }),
  },
  'the facts about a person': {
    rows: (urn) => ({
      person: person(urn),
      member: ['group_membership', { identity: urn('person'), group: urn('group'), status: 'ACTIVE' }],
      group: ['group', { urn: urn('group') }],
    }),
    finds: async (urn) => {
      const facts = await subjectOf({
        ...anonymousViewer,
        kind: 'CLIENT',
        identityUrn: urn('person'),
      });
      return (
        facts.base.some(({ scope }) => scope === 'IDENTITY') &&
        facts.memberships.some(({ groupUrn, isActive }) => groupUrn === urn('group') && isActive)
      );
    },
    not: () => ({
      'person.deleted_timestamp': past,
      'member.deleted_timestamp': past,
      'member.identity': 'urn:another',
      'member.status': 'BLOCKED_BY_MEMBER',
      'group.deleted_timestamp': past,
    }),
  },
  'the company where a window has ended': {
    rows: (urn) => ({ edge: ['permission', { tenant: urn('company'), to_timestamp: ago(0, 0.5) }] }),
    finds: async (urn) => (await windowsEnded(trials.database, null)).tenants.has(urn('company')),
    not: () => ({ 'edge.to_timestamp': [ago(0, 1), future, null] }),
    still: { 'edge.to_timestamp': now },
  },
  'a client for the operator': {
    rows: (urn) => ({ client: client(urn, { access_level: 'COMPANY' }) }),
    finds: async (urn) => (await findClient(trials.database, null))?.urn === urn('client'),
    not: () => ({ 'client.access_level': 'RESTRICTED', 'client.status': 'DISABLED', 'client.deleted_timestamp': past }),
  },
  'a named client for the operator': {
    rows: (urn) => ({ client: client(urn) }),
    finds: async (urn) => (await findClient(trials.database, urn('client')))?.urn === urn('client'),
    not: () => ({ 'client.urn': 'urn:another', 'client.status': 'DISABLED', 'client.deleted_timestamp': past }),
  },
  'a token for the operator': {
    rows: (urn) => ({ token: bearer(urn), client: client(urn), company: company(urn) }),
    finds: async () => (await listTokens(trials.database, { isAll: false, limit: 10 })).length === 1,
    not: () => ({
      'token.deleted_timestamp': past,
      'token.revoked_timestamp': past,
      'token.expiration_timestamp': past,
    }),
  },
  'any token for the operator': {
    rows: (urn) => ({ token: bearer(urn), client: client(urn), company: company(urn) }),
    finds: async () => (await listTokens(trials.database, { isAll: true, limit: 10 })).length === 1,
    not: () => dead('token'),
    still: { 'token.revoked_timestamp': past, 'token.expiration_timestamp': past },
  },
  'the company that a person belongs to is among the facts': {
    rows: (urn) => ({
      person: person(urn),
      link: ['link', { from_urn: urn('person'), field: 'Identity.companies', to_urn: urn('mine') }],
      mine: company(urn, 'mine', 'company'),
    }),
    finds: async (urn) => {
      const own = { identityUrn: urn('person'), companyUrn: urn('company') };
      const { base } = await subjectOf({ ...anonymousViewer, kind: 'CLIENT', ...own });
      // Not as the company that it lives in.
      const companies = base.filter(({ scope }) => scope === 'COMPANY').map((one) => one.urn);
      return companies.join() === urn('mine');
    },
    not: () => ({
      ...dead('person'),
      ...dead('mine'),
      'link.field': 'Identity.others',
      'link.from_urn': 'urn:another',
    }),
  },
  'an object with what it lives in and the companies above it': {
    rows: (urn) => ({
      email: ['email', { urn: urn('email'), identity: urn('person'), owner: urn('company') }],
      person: person(urn),
      company: company(urn),
    }),
    finds: async (urn) => {
      const facts = await objectFacts(trials.database, resourceOf(trials.database.contract, 'Email'), urn('email'));
      const isWhole = facts.chain.map((one) => one.urn).join() === `${urn('email')},${urn('person')}`;
      return isWhole && facts.companies.includes(urn('company'));
    },
    not: () => ({
      ...dead('email'),
      ...dead('person'),
      ...dead('company'),
      'email.identity': 'urn:another',
      'email.owner': 'urn:another',
    }),
    // An object is its owner's, whoever owns what it lives in.
    still: { 'person.owner': randomUUID() },
  },
  'the roles that a token is narrowed to': {
    rows: (urn) => ({
      token: ['api_client_bearer_token', { urn: urn('token'), narrows_roles: true }],
      link: ['link', { from_urn: urn('token'), field: 'ApiClientBearerToken.roles', to_urn: urn('role') }],
      role: ['role', { urn: urn('role') }],
    }),
    finds: async (urn) => {
      const viewer: Viewer = { ...anonymousViewer, kind: 'CLIENT', tokenUrn: urn('token') };
      return (await subjectOf(viewer)).onlyRoles?.includes(urn('role')) === true;
    },
    not: () => ({
      ...dead('role'),
      'link.field': 'ApiClientBearerToken.other',
      'link.from_urn': 'urn:another',
      'token.narrows_roles': false,
    }),
  },
  'everyone of a tenant': {
    rows: (urn) => ({ company: company(urn) }),
    finds: async (urn) => {
      const viewer: Viewer = { ...anonymousViewer, kind: 'CLIENT', tenantUrn: urn('company') };
      return (await subjectOf(viewer)).base.some((one) => one.scope === 'EVERYONE' && one.urn === urn('company'));
    },
    not: () => ({ ...dead('company'), 'company.owner': 'urn:another' }),
  },
  'the way through a group to the group that it belongs to': {
    rows: (urn) => ({
      edge: edge(urn, 'GROUP:group', 'MEMBER', 'GROUP:outer'),
      outer: ['group', { urn: urn('outer') }],
    }),
    finds: (urn) => between(urn, 'outer'),
    not: () => ({ ...dead('edge'), ...dead('outer'), 'edge.label': 'READ', 'edge.subject_scope': 'IDENTITY' }),
  },
  'a token by the beginning of its urn': {
    rows: (urn) => ({ token: bearer(urn) }),
    finds: async (urn) => (await findToken(trials.database, urn('token').slice(0, 8))) === urn('token'),
    not: () => ({ 'token.urn': 'urn:another', 'token.deleted_timestamp': past, 'token.revoked_timestamp': past }),
    still: { 'token.expiration_timestamp': past },
  },
  'a client that an edge names': {
    rows: (urn) => ({ client: client(urn), company: company(urn) }),
    finds: (urn) => isSubject(urn, 'API_CLIENT', 'client'),
    not: () => ({ ...dead('client'), ...dead('company'), 'client.status': 'DISABLED', 'client.urn': 'urn:another' }),
  },
  'a person that an edge names': {
    rows: (urn) => ({ person: person(urn), company: company(urn) }),
    finds: (urn) => isSubject(urn, 'IDENTITY', 'person'),
    not: () => ({ ...dead('person'), ...dead('company'), 'person.urn': 'urn:another' }),
  },
  'a role that an edge names': {
    rows: (urn) => ({ role: ['role', { urn: urn('role'), owner: urn('company') }], company: company(urn) }),
    finds: (urn) => isSubject(urn, 'ROLE', 'role'),
    not: () => ({ ...dead('role'), ...dead('company'), 'role.urn': 'urn:another' }),
  },
  'a token that was made for a role': {
    rows: (urn) => ({
      ...tokenRows(urn),
      token: ['api_client_bearer_token', { ...bearer(urn)[1], narrows_roles: true }],
      edge: edge(urn, 'API_CLIENT:client', 'MEMBER', 'ROLE:role'),
      role: ['role', { urn: urn('role') }],
      link: ['link', { from_urn: urn('token'), field: 'ApiClientBearerToken.roles', to_urn: urn('role') }],
    }),
    finds: async (urn) =>
      (await countsAs(urn, 'ROLE', 'role')) &&
      !(await countsAs(urn, 'API_CLIENT', 'client')) &&
      (await narrowsRoles(trials.database, urn('token'))),
    not: () => ({
      ...dead('role'),
      'link.field': 'ApiClientBearerToken.other',
      'link.from_urn': 'urn:another',
      'token.narrows_roles': false,
      'edge.deleted_timestamp': past,
    }),
  },
  'who may hold a label, by an edge': {
    rows: (urn) => ({ edge: edge(urn, 'API_CLIENT:client', 'READ', 'ENTITY:page') }),
    finds: async (urn) =>
      (await mayHold(urn, 'API_CLIENT', 'client')) && !(await mayHold(urn, 'API_CLIENT', 'client', urn('client'))),
    not: () => ({ ...window, 'edge.label': 'EDIT', 'edge.object_urn': 'urn:another', 'edge.subject_scope': 'ROLE' }),
    still: open,
  },
  'who may hold a label, by a role': {
    rows: (urn) => ({
      edge: edge(urn, 'IDENTITY:person', 'MEMBER', 'ROLE:role'),
      end: edge(urn, 'ROLE:role', 'READ', 'ENTITY:page'),
      client: client(urn),
    }),
    finds: async (urn) => (await mayHold(urn, 'IDENTITY', 'person')) && (await mayHold(urn, 'API_CLIENT', 'client')),
    not: () => ({
      ...window,
      'edge.label': 'READ',
      'edge.object_scope': 'GROUP',
      'end.subject_scope': 'GROUP',
      'client.identity': 'urn:another',
    }),
  },
  'who may hold a label, by a group': {
    rows: (urn) => ({
      member: ['group_membership', { identity: urn('person'), group: urn('group'), status: 'ACTIVE' }],
      edge: edge(urn, 'GROUP:group', 'READ', 'ENTITY:page'),
    }),
    finds: (urn) => mayHold(urn, 'IDENTITY', 'person'),
    not: () => ({
      ...window,
      ...dead('member'),
      'member.status': 'BLOCKED_BY_MEMBER',
      'member.group': 'urn:another',
      'edge.subject_scope': 'ROLE',
    }),
  },
  'who may hold a label, by a company': {
    rows: (urn) => ({
      link: ['link', { from_urn: urn('person'), field: 'Identity.companies', to_urn: urn('guests') }],
      edge: edge(urn, 'COMPANY:guests', 'READ', 'ENTITY:page'),
      client: client(urn, { owner: urn('guests'), identity: null }),
    }),
    finds: async (urn) => (await mayHold(urn, 'IDENTITY', 'person')) && (await mayHold(urn, 'API_CLIENT', 'client')),
    not: () => ({
      ...window,
      'edge.subject_scope': 'ROLE',
      'link.field': 'Identity.others',
      'link.to_urn': 'urn:another',
      'client.owner': 'urn:another',
    }),
  },
  'who may hold every label: company-level clients': {
    rows: (urn) => ({ client: client(urn, { access_level: 'COMPANY' }) }),
    finds: (urn) => mayHold(urn, 'API_CLIENT', 'client'),
    not: () => ({ 'client.access_level': 'RESTRICTED', 'client.owner': 'urn:another' }),
  },
};

async function between(urn: Names, ...objects: readonly string[]): Promise<boolean> {
  const facts = {
    base: [],
    administers: null,
    memberships: [{ groupUrn: urn('group'), isActive: true }],
    onlyLabels: null,
    onlyRoles: null,
  };
  const found = await edgesBetween(trials.database, facts, [
    { chain: [{ scope: 'ENTITY', urn: urn('page') }], companies: [] },
  ]);
  return objects.every((name) => found.some(({ objectUrn }) => objectUrn === urn(name)));
}

trials.prove(cases);

test('What was decided ahead holds under the epoch of its tenant, and until its border', async () => {
  const tenant = randomUUID();
  const holds = async (epoch: string, border: number | null): Promise<unknown> => {
    const p = new Parameters();
    const text = `SELECT ${stillDecidedSql({ tenant, epoch, border }, p)} AS "is"`;
    return (await trials.database.query(prepared(text, p)))[0]?.['is'];
  };
  const clock = Date.parse(now);
  expect(await Promise.all([null, clock + 1, clock, clock - 1].map((border) => holds('0', border)))).toEqual([
    ...[true, true],
    ...[false, false],
  ]);
  expect(await holds('1', null)).toBe(false);
});
