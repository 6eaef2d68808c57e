// Tenants by the command line: only the operator makes and disables them, and sees all of them.
import { createTenant } from '../actions/access/bootstrap.ts';
import { readTenants, setTenantEnabled } from '../actions/access/operatorTokens.ts';
import { codePoints } from '../domain/text.ts';
import { purgeTenant } from '../actions/identity/purgeTenant.ts';
import { parseUrn } from '../domain/urn.ts';
import { UsageError, type Command, type Given, table } from './command.ts';

const longestName = 255;
const asJson = { type: 'boolean', meaning: 'Print JSON.' } as const;

function switching(isEnabled: boolean): Command {
  const verb = isEnabled ? 'enable' : 'disable';
  return {
    summary: isEnabled
      ? 'Enable a disabled tenant; its webhooks and schedules continue'
      : 'Lock a tenant at once: no access, nothing shown, webhooks and schedules paused',
    words: '<urn>',
    options: {},
    examples: [`commonplace tenant ${verb} 0198c2a4-7c3e-7d2a-9a35-0c1f7b9a2e10`],
    async run(given, { onDatabase, print }) {
      const [urn] = given.words;
      if (urn === undefined || given.words.length !== 1) throw new UsageError('Give the urn of one tenant.');
      const name = await onDatabase((parts) => setTenantEnabled(parts, urn, isEnabled));
      print(`${name} is ${verb}d.`);
      return 0;
    },
  };
}

function required(given: Given, option: string): string {
  const text = given.text(option);
  if (text === null) throw new UsageError(`--${option} is missing.`);
  return text;
}

/** `tenant create`, `tenant list`, `tenant purge`, `tenant disable`, `tenant enable`. */
export const tenantCommands: Readonly<Record<string, Command>> = {
  'tenant create': {
    summary: 'Create a tenant and print its first token, which is shown only once',
    words: '<name>',
    options: { json: asJson },
    examples: ['commonplace tenant create "Northern Library"'],
    async run(given, { onDatabase, print }) {
      const [text = ''] = given.words;
      const name = text.trim();
      if (given.words.length !== 1 || name === '' || codePoints(name) > longestName)
        throw new UsageError(`Give a name of 1 to ${String(longestName)} characters, in quotes if it has spaces.`);
      const { companyUrn, token } = await onDatabase((parts) => createTenant(parts, { name, token: null }));
      if (given.isSet('json')) print(JSON.stringify({ urn: companyUrn, name, token }));
      else print(`${token}\n  tenant  ${name}\n  urn     ${companyUrn}`);
      return 0;
    },
  },
  'tenant list': {
    summary: 'List tenants, oldest first',
    words: '',
    options: { json: asJson },
    examples: ['commonplace tenant list'],
    async run(given, { onDatabase, print }) {
      const tenants = await onDatabase((parts) => readTenants(parts));
      if (given.isSet('json')) for (const tenant of tenants) print(JSON.stringify(tenant));
      else
        print(
          table(
            ['URN', 'NAME', 'STATE', 'CREATED', 'COMPANIES', 'TOKENS'],
            tenants.map(({ urn, name, disabled, created, companies, tokens }) => [
              urn,
              name,
              disabled === null ? 'active' : `disabled since ${disabled.slice(0, 10)}`,
              created.slice(0, 10),
              String(companies),
              String(tokens),
            ]),
          ),
        );
      return 0;
    },
  },
  'tenant purge': {
    summary: 'Permanently delete all data of a disabled tenant',
    words: '<urn>',
    options: {
      name: { type: 'string', value: 'name', meaning: 'The name of the tenant, as a confirmation.' },
      'dry-run': { type: 'boolean', meaning: 'Count the rows without deleting anything.' },
    },
    examples: ['commonplace tenant purge 0198c2a4-7c3e-7d2a-9a35-0c1f7b9a2e10 --name "Northern Library"'],
    async run(given, { onDatabase, print }) {
      const tenant = parseUrn(given.words[0] ?? '');
      if (tenant === null || given.words.length !== 1) throw new UsageError('Give the urn of one tenant.');
      const order = { tenant, name: required(given, 'name'), isDryRun: given.isSet('dry-run') };
      const count = await onDatabase((parts) => purgeTenant(parts, order));
      const rows = `${count.toLocaleString('en-US')} rows`;
      print(order.isDryRun ? `${order.name} has ${rows}.` : `${order.name} is removed: ${rows}.`);
      return 0;
    },
  },
  'tenant disable': switching(false),
  'tenant enable': switching(true),
};
