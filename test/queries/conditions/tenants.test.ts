// The conditions of the statements by which the operator disables and enables a tenant, also one that is on the move, and what a
// tenant that is closed, paused or disabled still does here.
import { randomUUID } from 'node:crypto';
import {
  cellOf,
  listTenants,
  lockTenant,
  markDisabled,
  markEnabled,
} from '../../../src/database/access/operatorStore.ts';
import { isDelivered, isEnabled, isFollowed } from '../../../src/database/engine/tenant.ts';
import { bearer, company } from './builders.ts';
import { dead, future, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();
const { value, inside } = trials;

const holds = async (condition: (tenant: string) => string, tenant: string): Promise<boolean> => {
  const [row] = await trials.database.query({ text: `SELECT ${condition('$1::uuid')} AS "is"`, values: [tenant] });
  return row?.['is'] === true;
};
const off = (urn: Names, state: string, until: string | null): Readonly<Record<string, Given>> => ({
  off: ['disabled_tenant', { tenant: urn('company'), state, until_timestamp: until }],
});

const cases: Readonly<Record<string, Case>> = {
  'the cell that a tenant has moved to': {
    rows: (urn) => ({ off: ['disabled_tenant', { tenant: urn('company'), state: 'MOVED', cell: 'east' }] }),
    finds: async (urn) => (await cellOf(trials.database, urn('company'))) === 'east',
    not: () => ({ 'off.state': ['PAUSED', 'CLOSED', 'DISABLED'], 'off.tenant': 'urn:another' }),
  },
  'a tenant whose closing is over is let in': {
    rows: (urn) => off(urn, 'CLOSED', past),
    finds: (urn) => holds(isEnabled, urn('company')),
    not: () => ({ 'off.until_timestamp': [null, future] }),
  },
  'a tenant whose deliveries are paused is let in': {
    rows: (urn) => off(urn, 'PAUSED', future),
    finds: (urn) => holds(isEnabled, urn('company')),
    not: () => ({ 'off.state': ['CLOSED', 'DISABLED', 'MOVED'] }),
    still: { 'off.until_timestamp': [null, past] },
  },
  'a tenant whose pause is over is delivered': {
    rows: (urn) => off(urn, 'PAUSED', past),
    finds: (urn) => holds(isDelivered, urn('company')),
    not: () => ({ 'off.until_timestamp': [null, future] }),
    still: { 'off.state': 'CLOSED' },
  },
  'a tenant that is closed for a while is followed': {
    rows: (urn) => off(urn, 'CLOSED', future),
    finds: (urn) => holds(isFollowed, urn('company')),
    not: () => ({ 'off.until_timestamp': null }),
    still: { 'off.until_timestamp': past },
  },
  'a tenant on the move that is disabled stays so': {
    rows: (urn) => ({
      off: ['disabled_tenant', { tenant: urn('company'), state: 'PAUSED', until_timestamp: future }],
    }),
    finds: async (urn) => {
      await inside((transaction) => markDisabled(transaction, urn('company')));
      const [state, until] = await Promise.all(
        ['state', 'until_timestamp'].map((column) => value('disabled_tenant', column, urn('company'), 'tenant')),
      );
      return state === 'DISABLED' && until === null;
    },
    // What has no end was decided otherwise.
    not: () => ({ 'off.until_timestamp': null }),
    still: { 'off.until_timestamp': past, 'off.state': 'CLOSED', 'off.tenant': 'urn:another' },
  },
  'a tenant that was disabled is let in again, and what waited is sent': {
    rows: (urn) => ({
      off: ['disabled_tenant', { tenant: urn('company'), state: 'DISABLED' }],
      pace: ['webhook_pace', { subscription: urn('subscription'), tenant: urn('company'), wake_timestamp: null }],
    }),
    finds: async (urn) => {
      await inside((transaction) => markEnabled(transaction, urn('company')));
      const isWoken = (await value('webhook_pace', 'wake_timestamp', urn('subscription'), 'subscription')) !== null;
      return isWoken && (await value('disabled_tenant', 'state', urn('company'), 'tenant')) === undefined;
    },
    not: () => ({
      'off.state': ['PAUSED', 'CLOSED', 'MOVED', 'ARRIVING'],
      'off.tenant': 'urn:another',
      'pace.tenant': 'urn:another',
    }),
  },
  'a tenant that lives': {
    rows: (urn) => ({ company: company(urn) }),
    finds: async () => (await listTenants(trials.database, 10)).length === 1,
    not: () => ({ ...dead('company'), 'company.owner': 'urn:another' }),
  },
  'the tenants, with their companies and tokens': {
    rows: (urn) => ({ company: company(urn), below: company(urn, 'below', 'company'), token: bearer(urn) }),
    finds: async (urn) => {
      const [one, ...more] = await listTenants(trials.database, 10);
      return more.length === 0 && one?.urn === urn('company') && one.companies === 2 && one.tokens === 1;
    },
    not: () => ({
      'company.deleted_timestamp': past,
      'below.deleted_timestamp': past,
      'below.tenant': 'urn:another',
      'token.deleted_timestamp': past,
      'token.revoked_timestamp': past,
      'token.expiration_timestamp': past,
      'token.tenant': 'urn:another',
    }),
  },
  'a tenant that is closed for a while is not disabled': {
    rows: (urn) => ({
      company: company(urn),
      off: ['disabled_tenant', { tenant: urn('company'), state: 'CLOSED', until_timestamp: future }],
    }),
    finds: async () => (await listTenants(trials.database, 10))[0]?.disabled === null,
    not: () => ({ 'off.until_timestamp': null }),
    still: { 'off.tenant': randomUUID() },
  },
  'a tenant that lives is held while it is disabled': {
    rows: (urn) => ({ company: ['company', { ...company(urn)[1], name: 'Ada & Co' }] }),
    finds: async (urn) => (await inside((transaction) => lockTenant(transaction, urn('company')))) === 'Ada & Co',
    not: () => ({ ...dead('company'), 'company.owner': 'urn:another', 'company.urn': 'urn:another' }),
  },
};

trials.prove(cases);
