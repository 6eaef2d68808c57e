// What a viewer holds on whole companies, and who sees every draft of its tenant.
import { describe, expect, test } from 'vitest';
import { companiesWith, coversTenant, holdsTenant, seesEveryDraft } from '../../../src/domain/heldLabels.ts';
import { anonymousViewer, systemViewer, throughRoles, type Viewer } from '../../../src/domain/viewer.ts';

const everyone = (urn: string) => ({ scope: 'EVERYONE', urn });
const viewer = (parts: Partial<Viewer>): Viewer => ({ ...anonymousViewer, kind: 'CLIENT', ...parts });

test('an administrator of a company holds there what ADMIN gives, and no label besides', () => {
  const administrator = viewer({ adminCompanies: ['one'], companiesByLabel: new Map([['x-press', ['two']]]) });
  expect(companiesWith(administrator, ['READ', 'ADMIN'])).toEqual(['one']);
  expect(companiesWith(administrator, ['x-press'])).toEqual(['two']);
  expect(companiesWith(administrator, ['MEMBER'])).toEqual([]);
});

test('what a viewer holds on companies is put together once for each choice of labels', () => {
  const reader = viewer({ companiesByLabel: new Map([['READ', ['one', 'two']]]) });
  const held = companiesWith(reader, ['READ']);
  expect(companiesWith(reader, ['READ'])).toBe(held);
  expect(companiesWith(reader, ['READ', 'UPDATE'])).toEqual(held);
  expect(companiesWith(reader, ['UPDATE'])).toEqual([]);
  expect(companiesWith({ ...reader, companiesByLabel: new Map() }, ['READ'])).toEqual([]);
  // Nobody changes what others are given, too.
  expect(Object.isFrozen(held)).toBe(true);
});

describe('all of a tenant', () => {
  test.each([
    ['its companies', { tenantCompanies: 2 }, ['a', 'b'], true],
    ['one of two', { tenantCompanies: 2 }, ['a'], false],
    ['none, for a caller of no tenant', { tenantCompanies: 0 }, [], false],
    ['its companies, for a token that is narrowed to one', { tenantCompanies: 1, onlyCompanies: ['a'] }, ['a'], false],
  ] as const)('%s', (_, parts, companies, isAll) => {
    expect(coversTenant(viewer(parts), companies)).toBe(isAll);
  });
});

test.each([
  ['its root', { tenantUrn: 'root' }, ['a', 'root'], true],
  ['what is below its root', { tenantUrn: 'root' }, ['a', 'b'], false],
  ['its root, for a token that is narrowed to it', { tenantUrn: 'root', onlyCompanies: ['root'] }, ['root'], false],
  ['nothing, for a caller of no tenant', { tenantUrn: null }, ['a'], false],
] as const)('whether every row of a tenant is held: %s', (_, parts, companies, isHeld) => {
  expect(holdsTenant(viewer(parts), companies)).toBe(isHeld);
});

test('drafts are seen by who holds READ_DRAFT on every company, and by the service', () => {
  const reader = (label: string, parts: Partial<Viewer> = {}): boolean =>
    seesEveryDraft(viewer({ tenantCompanies: 1, companiesByLabel: new Map([[label, ['a']]]), ...parts }));
  expect([reader('READ_DRAFT'), reader('UPDATE'), reader('READ')]).toEqual([true, true, false]);
  expect(reader('UPDATE', { onlyLabels: ['READ'] })).toBe(false);
  expect([seesEveryDraft(systemViewer), seesEveryDraft(anonymousViewer)]).toEqual([true, false]);
});

test('a restricted client has in views what its roles and everyone have, and nothing of its own', () => {
  const subjects = [{ scope: 'API_CLIENT', urn: 'c' }, { scope: 'ROLE', urn: 'r' }, everyone('a')];
  const companies = { companiesByLabel: new Map([['READ', ['a', 'b']]]), companiesByRole: new Map([['READ', ['b']]]) };
  const free = viewer({ subjects, ...companies });
  expect(throughRoles(free)).toBe(free);
  const seen = throughRoles({ ...free, isRestricted: true });
  expect(seen.subjects).toEqual(subjects.slice(1));
  expect(companiesWith(seen, ['READ'])).toEqual(['b']);
});
