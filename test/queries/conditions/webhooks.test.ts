// The conditions of the statements about webhooks, one at a time.
import { expect } from 'vitest';
import { dueSubscriptions } from '../../../src/database/events/claimStore.ts';
import { countOfClient, subscriptionSecrets } from '../../../src/database/events/subscriptionStore.ts';
import {
  disable,
  expire,
  hasExpired,
  noteFailing,
  noteHealth,
} from '../../../src/database/events/webhookHealthStore.ts';
import { ago, dead, future, now, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();
const { inside, value } = trials;

const hook = (urn: Names, more: Readonly<Record<string, unknown>> = {}): Given => [
  'webhook_subscription',
  {
    urn: urn('hook'),
    owner: urn('company'),
    tenant: urn('company'),
    api_client: urn('client'),
    status: 'ACTIVE',
    events_per_minute: 600,
    ordering: 'NONE',
    ...more,
  },
];
const pace = (urn: Names, more: Readonly<Record<string, unknown>> = {}): Given => [
  'webhook_pace',
  { subscription: urn('hook'), tenant: urn('company'), tat: 0, claimed: 0, slow_until: 0, failed_attempts: 0, ...more },
];

const health = (urn: Names, more: Readonly<Record<string, unknown>> = {}) => [
  { subscription: urn('hook'), failures: 1, hasSucceeded: false, isOverloaded: false, testPassed: false, ...more },
];
const often = { slowSeconds: 60, failingSeconds: 60, failingAttempts: 3 };

const cases: Readonly<Record<string, Case>> = {
  'the secrets of a subscription': {
    rows: (urn) => ({ hook: hook(urn) }),
    finds: async (urn) => (await subscriptionSecrets(trials.database, urn('hook'))) !== null,
    not: () => ({ ...dead('hook'), 'hook.urn': 'urn:another' }),
  },
  'the subscriptions of a client': {
    rows: (urn) => ({ hook: hook(urn) }),
    finds: async (urn) => (await inside((t) => countOfClient(t, urn('client')))) === 1,
    not: () => ({ ...dead('hook'), 'hook.api_client': 'urn:another' }),
  },
  'a subscription is switched off': {
    rows: (urn) => ({ hook: hook(urn, { test_passed: true }) }),
    // A test of before says nothing of the destination that failed since.
    finds: async (urn) =>
      (await inside((t) => disable(t, [urn('hook')], 'FAILING'))).length === 1 &&
      (await value('webhook_subscription', 'test_passed', urn('hook'))) === false,
    not: () => ({ ...dead('hook'), 'hook.status': ['DISABLED', 'EXPIRED'] }),
    still: { 'hook.status': 'PAUSED' },
  },
  'a subscription has expired': {
    rows: (urn) => ({ hook: hook(urn, { expiration_timestamp: past }) }),
    finds: () => hasExpired(trials.database),
    not: () => ({ ...dead('hook'), 'hook.status': 'EXPIRED', 'hook.expiration_timestamp': [future, null] }),
  },
  'a subscription expires': {
    rows: (urn) => ({ hook: hook(urn, { expiration_timestamp: past }) }),
    finds: async () => (await inside((t) => expire(t))).length === 1,
    not: () => ({ ...dead('hook'), 'hook.status': 'EXPIRED', 'hook.expiration_timestamp': [future, null] }),
    still: { 'hook.status': 'DISABLED' },
  },
  'a subscription begins to fail': {
    rows: (urn) => ({ hook: hook(urn), pace: pace(urn) }),
    finds: async (urn) => (await noteHealth(trials.database, health(urn), often)).changed.length === 1,
    not: () => ({ ...dead('hook'), 'hook.failing_since_timestamp': past }),
  },
  'a subscription succeeds again, so that people hear of its next failure': {
    rows: (urn) => ({
      hook: hook(urn, { failing_since_timestamp: past }),
      pace: pace(urn, { failed_attempts: 1, noticed_timestamp: past }),
    }),
    finds: async (urn) =>
      (await noteHealth(trials.database, health(urn, { failures: 0, hasSucceeded: true }), often)).changed.length ===
        1 && (await value('webhook_pace', 'noticed_timestamp', urn('hook'), 'subscription')) === null,
    not: () => ({ ...dead('hook'), 'hook.failing_since_timestamp': null }),
  },
  'a subscription has failed too long and too often': {
    rows: (urn) => ({ hook: hook(urn, { failing_since_timestamp: past }), pace: pace(urn, { failed_attempts: 2 }) }),
    finds: async (urn) => (await noteHealth(trials.database, health(urn), often)).failed.length === 1,
    not: () => ({
      'hook.status': ['DISABLED', 'EXPIRED'],
      'hook.failing_since_timestamp': now,
      'pace.failed_attempts': 1,
    }),
    still: { 'hook.status': 'PAUSED' },
  },
  'a subscription that goes on failing has failed since its first failure': {
    rows: (urn) => ({ hook: hook(urn, { failing_since_timestamp: past }), pace: pace(urn) }),
    finds: async (urn) => {
      // A test that passes meanwhile is noted all the same.
      await noteHealth(trials.database, health(urn, { testPassed: true }), often);
      return (
        (await value('webhook_subscription', 'failing_since_timestamp', urn('hook'))) === past &&
        (await value('webhook_subscription', 'test_passed', urn('hook'))) === true
      );
    },
    not: () => ({ 'hook.failing_since_timestamp': null, 'hook.urn': 'urn:another' }),
  },
  'a test that passes is noted once, and says nothing of how events fare': {
    rows: (urn) => ({ hook: hook(urn, { version: '1', test_passed: false }), pace: pace(urn) }),
    finds: async (urn) => {
      const { changed } = await noteHealth(trials.database, health(urn, { failures: 0, testPassed: true }), often);
      expect(changed).toEqual([]);
      return (await value('webhook_subscription', 'version', urn('hook'))) === '2';
    },
    not: () => ({ ...dead('hook'), 'hook.test_passed': true }),
    still: { 'hook.test_passed': null },
  },
  'a receiver that is overloaded is slowed down': {
    rows: (urn) => ({ hook: hook(urn), pace: pace(urn) }),
    finds: async (urn) => {
      await noteHealth(trials.database, health(urn, { failures: 0, isOverloaded: true }), often);
      return (
        Number(await value('webhook_pace', 'slow_until', urn('hook'), 'subscription')) === Date.parse(now) / 1000 + 60
      );
    },
    not: () => ({}),
  },
  'people hear of a subscription that fails': {
    rows: (urn) => ({ hook: hook(urn), pace: pace(urn) }),
    finds: async (urn) => (await inside((t) => noteFailing(t, [urn('hook')], [])))[0]?.isNoticed === true,
    not: () => ({
      ...dead('hook'),
      'hook.last_exhausted_timestamp': [now, ago(0, 1)],
      'pace.noticed_timestamp': [past, ago(1)],
    }),
    still: {
      'hook.last_exhausted_timestamp': [past, ago(0, 1.01)],
      'pace.noticed_timestamp': [ago(2), ago(1, 0.01)],
    },
  },
  'what changed of a subscription is told': {
    rows: (urn) => ({ hook: hook(urn) }),
    finds: async (urn) => (await inside((t) => noteFailing(t, [], [urn('hook')]))).length === 1,
    not: () => dead('hook'),
  },
  'a subscription is due': {
    rows: (urn) => ({ pace: pace(urn, { wake_timestamp: past }) }),
    finds: async (urn) => (await dueSubscriptions(trials.database, 5)).includes(urn('hook')),
    not: () => ({ 'pace.wake_timestamp': [future, null] }),
  },
};

trials.prove(cases);
