// The permission decision as a rule over edges: at each end of a window, by each way to an object, and why not.
import { describe, expect, test } from 'vitest';
import { decide, type Edge, type SubjectFacts } from '../../../src/domain/permission.ts';
import { labels, labelsThatGive, labelViolation } from '../../../src/domain/label.ts';
import { isTokenForm, isUsableToken, checkSum } from '../../../src/domain/tokenForm.ts';

const now = '2026-06-01T12:00:00.000Z';
const edge = (more: Partial<Edge> = {}): Edge => ({
  urn: 'e1',
  subjectScope: 'API_CLIENT',
  subjectUrn: 'client',
  objectScope: 'ENTITY',
  objectUrn: 'page',
  label: 'READ',
  fromTimestamp: null,
  toTimestamp: null,
  ...more,
});
const caller: SubjectFacts = {
  base: [
    { scope: 'API_CLIENT', urn: 'client' },
    { scope: 'IDENTITY', urn: 'person' },
    { scope: 'EVERYONE', urn: 'company' },
  ],
  administers: null,
  memberships: [],
  onlyLabels: null,
  onlyRoles: null,
};
const page = { chain: [{ scope: 'ENTITY', urn: 'page' }], companies: ['below', 'company'] };
const item = { chain: [{ scope: 'TEXT_ITEM', urn: 'item' }, ...page.chain], companies: page.companies };
const may = (edges: readonly Edge[], subject: Partial<SubjectFacts> = {}, label = 'READ', object = page): boolean =>
  decide({ ...caller, ...subject }, object, edges, { label, at: now }).allowed;

test.each<[string, Partial<Edge>, boolean, string | null]>([
  ['has no ends', {}, true, null],
  ['begins now', { fromTimestamp: now }, true, null],
  ['begins in a millisecond', { fromTimestamp: '2026-06-01T12:00:00.001Z' }, false, 'NOT_YET'],
  ['ends now', { toTimestamp: now }, false, 'ENDED'],
  ['ends in a millisecond', { toTimestamp: '2026-06-01T12:00:00.001Z' }, true, null],
  ['ended a millisecond ago', { toTimestamp: '2026-06-01T11:59:59.999Z' }, false, 'ENDED'],
  ['is for another label', { label: 'COMMENT' }, true, null],
  ['is for a label that does not give it', { label: 'MEMBER' }, false, 'OTHER_LABEL'],
  ['is on another object', { objectUrn: 'other' }, false, 'MISSING'],
  ['is on an object of another scope', { objectScope: 'TASK' }, false, 'MISSING'],
  ['is on the company', { objectScope: 'COMPANY', objectUrn: 'below' }, true, null],
  ['is on the company above', { objectScope: 'COMPANY', objectUrn: 'company' }, true, null],
  ['has the urn of the company, and another scope', { objectUrn: 'below' }, false, 'MISSING'],
  ['is on another company', { objectScope: 'COMPANY', objectUrn: 'elsewhere' }, false, 'MISSING'],
  ['is for another caller', { subjectUrn: 'other' }, false, 'MISSING'],
  ['is for the person', { subjectScope: 'IDENTITY', subjectUrn: 'person' }, true, null],
  ['is for another scope of the same urn', { subjectScope: 'GROUP', subjectUrn: 'person' }, false, 'MISSING'],
  ['is for everyone', { subjectScope: 'EVERYONE', subjectUrn: 'company' }, true, null],
])('an edge that %s', (_, more, allowed, reason) => {
  const decision = decide(caller, page, [edge(more)], { label: 'READ', at: now });
  expect([decision.allowed, decision.nearest[0]?.reason ?? null]).toEqual([allowed, reason]);
});

test('an edge on the container counts for what lives in it, and not the other way', () => {
  expect(may([edge()], {}, 'READ', item)).toBe(true);
  expect(may([edge({ objectScope: 'TEXT_ITEM', objectUrn: 'item' })])).toBe(false);
});

describe('by way of groups and roles', () => {
  const toGroup = edge({ subjectScope: 'GROUP', subjectUrn: 'group' });
  const toRole = edge({ subjectScope: 'ROLE', subjectUrn: 'role' });
  const member = (more: Partial<Edge>): Edge =>
    edge({ urn: 'm', label: 'MEMBER', objectScope: 'ROLE', objectUrn: 'role', ...more });
  const inGroup = (isActive: boolean): Partial<SubjectFacts> => ({ memberships: [{ groupUrn: 'group', isActive }] });
  const ofGroup = member({ subjectScope: 'IDENTITY', subjectUrn: 'person', objectScope: 'GROUP', objectUrn: 'group' });

  test('a membership counts while it is active', () => {
    expect([may([toGroup]), may([toGroup], inGroup(true)), may([toGroup], inGroup(false))]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('a MEMBER edge makes a member of a group, but not of one that the person has left', () => {
    expect([may([toGroup, ofGroup]), may([toGroup, ofGroup], inGroup(false))]).toEqual([true, false]);
    expect(may([toGroup, { ...ofGroup, toTimestamp: now }])).toBe(false);
    expect(may([toGroup, { ...ofGroup, label: 'READ' }])).toBe(false);
    expect(may([toGroup, { ...ofGroup, subjectUrn: 'another' }])).toBe(false);
    expect(may([toGroup, { ...ofGroup, subjectScope: 'API_CLIENT' }])).toBe(false);
    expect(may([toGroup, ofGroup], { memberships: [{ groupUrn: 'another', isActive: false }] })).toBe(true);
  });

  test('a role counts for who holds it now, directly or through a group, and not through another role', () => {
    expect(may([toRole, member({})])).toBe(true);
    expect(may([toRole, member({ fromTimestamp: '2026-06-01T12:00:00.001Z' })])).toBe(false);
    expect(may([toRole, member({ subjectScope: 'GROUP', subjectUrn: 'group' })])).toBe(false);
    expect(may([toRole, member({ subjectScope: 'GROUP', subjectUrn: 'group' })], inGroup(true))).toBe(true);
    const throughRole = [toRole, member({ objectUrn: 'first' }), member({ subjectScope: 'ROLE', subjectUrn: 'first' })];
    expect(may(throughRole)).toBe(false);
  });

  test('a group or a role that is asked about is a member of no other', () => {
    for (const scope of ['GROUP', 'ROLE']) {
      const subject = { base: [{ scope, urn: 'outer' }] };
      const inner = { subjectScope: scope, subjectUrn: 'outer' };
      expect(may([toGroup, member({ ...inner, objectScope: 'GROUP', objectUrn: 'group' })], subject)).toBe(false);
      expect(may([toRole, member(inner)], subject)).toBe(scope === 'GROUP');
    }
  });

  test('the path names each step', () => {
    const { path } = decide(
      { ...caller, ...inGroup(true) },
      page,
      [toRole, member({ subjectScope: 'GROUP', subjectUrn: 'group' })],
      { label: 'READ', at: now },
    );
    expect(path.map(({ via, subject, object }) => [via, subject.scope, object.scope])).toEqual([
      ['MEMBERSHIP', 'IDENTITY', 'GROUP'],
      ['MEMBER', 'GROUP', 'ROLE'],
      ['GRANT', 'ROLE', 'ENTITY'],
    ]);
    // Of two ways into a group, membership is named.
    const twice = decide({ ...caller, ...inGroup(true) }, page, [toGroup, ofGroup], { label: 'READ', at: now });
    expect(twice.path.map(({ via }) => via)).toEqual(['MEMBERSHIP', 'GRANT']);
  });
});

describe('a company-level client', () => {
  const company = { administers: 'company' };

  test('administers its company with all below it, and nothing else', () => {
    expect(may([], company, 'DELETE')).toBe(true);
    expect(may([], { administers: 'elsewhere' }, 'DELETE')).toBe(false);
    expect(may([], company, 'x-approve')).toBe(false);
    expect(may([], company, 'MEMBER')).toBe(false);
  });

  test('with a token for roles acts in those alone, and inside its company alone', () => {
    const toRole = edge({ subjectScope: 'ROLE', subjectUrn: 'role' });
    expect(may([], { ...company, onlyRoles: ['role'] })).toBe(false);
    expect(may([toRole], { ...company, onlyRoles: ['role'] })).toBe(true);
    expect(may([toRole], { ...company, onlyRoles: ['other'] })).toBe(false);
    expect(may([toRole], { administers: 'elsewhere', onlyRoles: ['role'] })).toBe(false);
    expect(may([toRole], { onlyRoles: ['role'] })).toBe(false);
    expect(may([edge()], { onlyRoles: [] })).toBe(false);
  });
});

test('a token for roles that its client holds goes by way of them, and by no other', () => {
  const toRole = edge({ subjectScope: 'ROLE', subjectUrn: 'role' });
  const held = edge({ urn: 'm', label: 'MEMBER', objectScope: 'ROLE', objectUrn: 'role' });
  for (const more of [{}, { administers: 'company' }]) {
    const subject = { ...caller, ...more, onlyRoles: ['role'] };
    const { allowed, path } = decide(subject, page, [toRole, held, edge()], { label: 'READ', at: now });
    expect([allowed, path.map(({ via }) => via)]).toEqual([true, ['MEMBER', 'GRANT']]);
    expect(may([held, edge()], subject)).toBe(false);
  }
});

test('a token narrowed to labels keeps those that give what is asked for', () => {
  expect(may([edge({ label: 'UPDATE' })], { onlyLabels: ['READ'] })).toBe(true);
  expect(may([edge({ label: 'UPDATE' })], { onlyLabels: ['UPDATE'] })).toBe(true);
  expect(may([edge({ label: 'UPDATE' })], { onlyLabels: ['READ'] }, 'UPDATE')).toBe(false);
  expect(may([edge()], { onlyLabels: ['MEMBER'] })).toBe(false);
  expect(decide({ ...caller, onlyLabels: [] }, page, [edge()], { label: 'READ', at: now }).nearest[0]?.reason).toBe(
    'TOKEN_NARROWED',
  );
});

test('twenty edges at most are reported that nearly held, those of another label last', () => {
  const edges = Array.from({ length: 30 }, (_, at) =>
    edge({ urn: String(at), ...(at < 5 ? { label: 'MEMBER' } : { toTimestamp: now }) }),
  );
  const { nearest } = decide(caller, page, edges, { label: 'READ', at: now });
  expect(nearest).toHaveLength(21);
  expect(nearest[0]?.reason).toBe('ENDED');
  expect(nearest.at(-1)?.reason).toBe('MISSING');
  const few = decide(caller, page, edges.slice(0, 7), { label: 'READ', at: now }).nearest.map(({ reason }) => reason);
  expect(few).toEqual(['ENDED', 'ENDED', ...Array.from({ length: 5 }, () => 'OTHER_LABEL'), 'MISSING']);
});

test('each label gives what the table says, and nothing else', () => {
  const given = Object.fromEntries(labels.map((label) => [label, labelsThatGive(label).toSorted()]));
  expect(given).toEqual({
    VIEW: 'ADMIN ASSIGN COMMENT CREATE DELETE MANAGE PUBLISH READ READ_DRAFT UPDATE VIEW'.split(' '),
    READ: ['ADMIN', 'ASSIGN', 'COMMENT', 'CREATE', 'DELETE', 'MANAGE', 'PUBLISH', 'READ', 'READ_DRAFT', 'UPDATE'],
    READ_DRAFT: ['ADMIN', 'MANAGE', 'PUBLISH', 'READ_DRAFT', 'UPDATE'],
    COMMENT: ['ADMIN', 'COMMENT', 'MANAGE'],
    CREATE: ['ADMIN', 'CREATE', 'MANAGE'],
    UPDATE: ['ADMIN', 'MANAGE', 'UPDATE'],
    PUBLISH: ['ADMIN', 'MANAGE', 'PUBLISH'],
    DELETE: ['ADMIN', 'DELETE', 'MANAGE'],
    ASSIGN: ['ADMIN', 'ASSIGN', 'MANAGE'],
    MEMBER: ['MEMBER'],
    MANAGE: ['ADMIN', 'MANAGE'],
    ADMIN: ['ADMIN'],
  });
  expect(labelsThatGive('x-approve')).toEqual(['x-approve']);
  const known = labels.join(', ');
  for (const label of ['x-', 'x-approve', ...labels]) expect(labelViolation(label, '/label')).toBeNull();
  for (const text of ['read', 'X-a', '', 'REED'])
    expect(labelViolation(text, '/label')).toEqual({
      path: '/label',
      code: 'INVALID_ENUM',
      message: `One of ${known}, or a text that starts with x-, is expected.`,
      limit: known,
    });
});

describe('the form of a token', () => {
  const body = `ccs_c_${'a'.repeat(43)}`;
  const token = body + checkSum(body);

  test('holds a check sum over all that stands before it', () => {
    expect(isTokenForm(token)).toBe(true);
    expect(isTokenForm(token.replace('aaa', 'aab'))).toBe(false);
    expect(isTokenForm(token.replace('ccs_c', 'ccs_d'))).toBe(false);
    expect(isTokenForm(`${token}0`)).toBe(false);
    expect(isTokenForm(token.toUpperCase())).toBe(false);
    // The check value of CRC-32, 0xCBF43926, in base 62.
    expect(checkSum('123456789')).toBe('3jZRME');
  });

  test('may be of another maker, of 24 to 1,024 characters', () => {
    expect([23, 24, 1_024, 1_025].map((length) => isUsableToken('a'.repeat(length)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isUsableToken(`${'a'.repeat(24)}==`)).toBe(true);
    expect(isUsableToken(`${'a'.repeat(24)} `)).toBe(false);
    expect(isUsableToken(token)).toBe(true);
    expect(isUsableToken(`${token.slice(0, -1)}_`)).toBe(false);
  });
});
