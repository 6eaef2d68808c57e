// The conditions of the statements by which the operator disables and enables a tenant, also one that is on the move.
import { markDisabled, markEnabled } from '../../../src/database/access/operatorStore.ts';
import { future, past, useTrials, type Case } from './scenario.ts';

const trials = useTrials();
const { value, inside } = trials;

const cases: Readonly<Record<string, Case>> = {
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
};

trials.prove(cases);
