// The conditions of the statements by which the operator disables and enables a tenant.
import { listTenants, lockTenant, markDisabled, markEnabled } from '../../../src/database/access/operatorStore.ts';
import { isEnabled } from '../../../src/database/engine/tenant.ts';
import { bearer, company } from './builders.ts';
import { dead, past, useTrials, type Case } from './scenario.ts';

const trials = useTrials();
const { value, inside } = trials;

const holds = async (condition: (tenant: string) => string, tenant: string): Promise<boolean> => {
  const [row] = await trials.database.query({ text: `SELECT ${condition('$1::uuid')} AS "is"`, values: [tenant] });
  return row?.['is'] === true;
};
const cases: Readonly<Record<string, Case>> = {
  'a tenant that is not disabled is let in': {
    rows: (urn) => ({ off: ['disabled_tenant', { tenant: urn('another') }] }),
    finds: (urn) => holds(isEnabled, urn('company')),
    not: () => ({ 'off.tenant': 'urn:company' }),
  },
  'a tenant that was disabled before keeps its time': {
    rows: (urn) => ({ off: ['disabled_tenant', { tenant: urn('company'), since_timestamp: past }] }),
    finds: async (urn) => {
      await inside((transaction) => markDisabled(transaction, urn('company')));
      return (await value('disabled_tenant', 'since_timestamp', urn('company'), 'tenant')) === past;
    },
    not: () => ({ 'off.tenant': 'urn:another' }),
  },
  'a tenant that was disabled is let in again, and what waited is sent': {
    rows: (urn) => ({
      off: ['disabled_tenant', { tenant: urn('company') }],
      pace: ['webhook_pace', { subscription: urn('subscription'), tenant: urn('company'), wake_timestamp: null }],
    }),
    finds: async (urn) => {
      await inside((transaction) => markEnabled(transaction, urn('company')));
      const isWoken = (await value('webhook_pace', 'wake_timestamp', urn('subscription'), 'subscription')) !== null;
      return isWoken && (await value('disabled_tenant', 'since_timestamp', urn('company'), 'tenant')) === undefined;
    },
    not: () => ({
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
  'a tenant that is disabled is listed as such': {
    rows: (urn) => ({ company: company(urn), off: ['disabled_tenant', { tenant: urn('company') }] }),
    finds: async () => (await listTenants(trials.database, 10))[0]?.disabled !== null,
    not: () => ({ 'off.tenant': 'urn:another' }),
  },
  'a tenant that lives is held while it is disabled': {
    rows: (urn) => ({ company: ['company', { ...company(urn)[1], name: 'Ada & Co' }] }),
    finds: async (urn) => (await inside((transaction) => lockTenant(transaction, urn('company')))) === 'Ada & Co',
    not: () => ({ ...dead('company'), 'company.owner': 'urn:another', 'company.urn': 'urn:another' }),
  },
};

trials.prove(cases);
