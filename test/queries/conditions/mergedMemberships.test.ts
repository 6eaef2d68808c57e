// The conditions of the statements that make the memberships of two identities one, one at a time; and what of that is silent.
import { randomUUID } from 'node:crypto';
import { fieldOf, resourceOf } from '../../../src/contract/resource.ts';
import { joinMemberships } from '../../../src/database/identity/mergeConflictStore.ts';
import { moveColumn } from '../../../src/database/identity/mergeStore.ts';
import { dead, now, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();
const { inside, value } = trials;

const move = (urn: Names) => ({ from: urn('from'), into: urn('into'), timestamp: now });
const member = (urn: Names, of: string, more: Readonly<Record<string, unknown>> = {}): Given => [
  'group_membership',
  { urn: urn(of), identity: urn(of), group: urn('group'), status: 'PENDING_APPROVAL', role: 'MEMBER', ...more },
];
const moderating = { status: 'ACTIVE', role: 'MODERATOR' };
const mark = (urn: Names, of: string): Given => [
  'membership_mark',
  { identity: urn(of), group: urn('group'), member_opt_out: false, owner_ban: true },
];
const joined = async (urn: Names, of: string, column: string): Promise<unknown> => {
  await inside((t) => joinMemberships(t, move(urn)));
  return value('group_membership', column, urn(of));
};

const cases: Readonly<Record<string, Case>> = {
  'a deleted row that names the other identity is changed in silence': {
    rows: (urn) => ({
      task: ['task', { urn: urn('task'), assignee: urn('from'), updated_timestamp: past, deleted_timestamp: past }],
    }),
    finds: async (urn) => {
      const resource = resourceOf(trials.database.contract, 'Task');
      const moved = await inside((t) => moveColumn(t, { resource, field: fieldOf(resource, 'assignee') }, move(urn)));
      const columns = ['assignee', 'version', 'updated_timestamp'];
      const is = await Promise.all(columns.map((column) => value('task', column, urn('task'))));
      return moved.length === 0 && JSON.stringify(is) === JSON.stringify([urn('into'), '1', past]);
    },
    not: () => ({ 'task.assignee': 'urn:another', 'task.deleted_timestamp': null }),
  },
  'a membership of both has what either had': {
    rows: (urn) => ({ mine: member(urn, 'into'), theirs: member(urn, 'from', { ...moderating, owner_agreed: true }) }),
    finds: async (urn) =>
      (await joined(urn, 'into', 'status')) === 'ACTIVE' &&
      (await value('group_membership', 'role', urn('into'))) === 'MODERATOR' &&
      (await value('group_membership', 'owner_agreed', urn('into'))) === true,
    not: () => ({
      ...dead('mine'),
      ...dead('theirs'),
      'theirs.status': 'PENDING_ACCEPTANCE',
      'theirs.role': 'MEMBER',
      'theirs.owner_agreed': false,
      'theirs.group': 'urn:another',
    }),
  },
  'who moderates an ended membership moderates nothing': {
    rows: (urn) => ({ mine: member(urn, 'into'), theirs: member(urn, 'from', { ...moderating, status: 'WITHDRAWN' }) }),
    finds: async (urn) => (await joined(urn, 'into', 'role')) === 'MEMBER',
    not: () => ({ 'theirs.status': 'ACTIVE' }),
  },
  'a ban of either holds': {
    rows: (urn) => ({
      mine: member(urn, 'into'),
      theirs: member(urn, 'from', { owner_ban: true, member_opt_out: true }),
    }),
    finds: async (urn) =>
      (await joined(urn, 'into', 'status')) === 'BANNED_BY_OWNER' &&
      (await value('group_membership', 'owner_ban', urn('into'))) === true,
    not: () => ({ ...dead('theirs'), 'theirs.owner_ban': false, 'theirs.group': 'urn:another' }),
  },
  'an opt-out of either holds': {
    rows: (urn) => ({
      mine: member(urn, 'into', { status: 'ACTIVE' }),
      theirs: member(urn, 'from', { status: 'ACTIVE', member_opt_out: true }),
    }),
    finds: async (urn) =>
      (await joined(urn, 'into', 'status')) === 'BLOCKED_BY_MEMBER' &&
      (await value('group_membership', 'member_opt_out', urn('into'))) === true,
    not: () => ({ ...dead('theirs'), 'theirs.member_opt_out': false, 'theirs.owner_ban': true }),
  },
  'a membership without a twin takes over what the other left behind': {
    rows: (urn) => ({
      twin: member(urn, 'into', { deleted_timestamp: past }),
      elsewhere: member(urn, 'into', { urn: urn('elsewhere'), group: urn('another') }),
      theirs: member(urn, 'from', { status: 'ACTIVE' }),
      mark: mark(urn, 'into'),
      group: ['group', { urn: urn('group') }],
      other: ['group', { urn: urn('another') }],
    }),
    finds: async (urn) => (await joined(urn, 'from', 'status')) === 'BANNED_BY_OWNER',
    not: () => ({
      ...dead('theirs'),
      'twin.deleted_timestamp': null,
      'elsewhere.group': 'urn:group',
      'mark.owner_ban': false,
      'mark.identity': 'urn:another',
      'mark.group': 'urn:another',
    }),
    still: { 'twin.group': randomUUID() },
  },
  'what either left behind stays behind, where neither is a member': {
    rows: (urn) => ({
      left: member(urn, 'from', { deleted_timestamp: past }),
      mark: mark(urn, 'from'),
      group: ['group', { urn: urn('group') }],
    }),
    finds: async (urn) => {
      await inside((t) => joinMemberships(t, move(urn)));
      return (await value('membership_mark', 'owner_ban', urn('into'), 'identity')) === true;
    },
    not: () => ({ 'left.deleted_timestamp': null, 'mark.owner_ban': false, 'mark.identity': 'urn:another' }),
    still: { 'left.group': randomUUID() },
  },
};

trials.prove(cases);
