// Tenants by the command line: only the operator makes and disables them, and sees all of them.
import { createTenant } from '../actions/access/bootstrap.ts';
import { readTenants, setTenantEnabled } from '../actions/access/operatorTokens.ts';
import { codePoints } from '../domain/text.ts';
import { UsageError, type Command } from './command.ts';
import { table } from './table.ts';

const longestName = 255;
const asJson = { type: 'boolean', meaning: 'Print JSON.' } as const;

function switching(isEnabled: boolean): Command {
  const verb = isEnabled ? 'enable' : 'disable';
  return {
    summary: isEnabled
      ? 'Let a disabled tenant be used again; what waited goes on'
      : 'Let nobody of a tenant in, show nothing of it, and pause its webhooks and schedules, at once',
    words: '<urn>',
    options: {},
    examples: [`commonplace tenant ${verb} 0198c2a4-7c3e-7d2a-9a35-0c1f7b9a2e10`],
    async run(given, { onDatabase, print }) {
      const [urn] = given.words;
      if (urn === undefined || given.words.length !== 1) throw new UsageError('The urn of one tenant is expected.');
      const name = await onDatabase((parts) => setTenantEnabled(parts, urn, isEnabled));
      print(`${name} is ${verb}d.`);
      return 0;
    },
  };
}

/** `tenant create`, `tenant list`, `tenant disable`, `tenant enable`. */
export const tenantCommands: Readonly<Record<string, Command>> = {
  'tenant create': {
    summary: 'Make a tenant apart from all others and print its first token; it is shown only this once',
    words: '<name>',
    options: { json: asJson },
    examples: ['commonplace tenant create "Northern Library"'],
    async run(given, { onDatabase, print }) {
      const [text = ''] = given.words;
      const name = text.trim();
      if (given.words.length !== 1 || name === '' || codePoints(name) > longestName)
        throw new UsageError(
          `A name of 1 to ${String(longestName)} characters is expected, in quotes if it has spaces.`,
        );
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
  'tenant disable': switching(false),
  'tenant enable': switching(true),
};
