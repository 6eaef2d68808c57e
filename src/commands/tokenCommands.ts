// Bearer tokens by the command line: for an operator who lost the one that the first start printed, and for scripts.
import { issueToken, readTokens, revokeToken } from '../actions/access/operatorTokens.ts';
import { UsageError, type Command, table } from './command.ts';

const mostDays = 730;
const asJson = { type: 'boolean', meaning: 'Print JSON.' } as const;

/** `token create`, `token list`, `token revoke`. */
export const tokenCommands: Readonly<Record<string, Command>> = {
  'token create': {
    summary: 'Issue a bearer token and print it; it is shown only this once',
    words: '',
    options: {
      client: {
        type: 'string',
        value: 'urn',
        meaning: 'The API client, by urn or client id; the first administrator without it.',
      },
      name: { type: 'string', value: 'text', meaning: 'What the token is for.' },
      days: { type: 'string', value: 'n', meaning: `How long it lasts, 1 to ${String(mostDays)} days; 90 without it.` },
      json: asJson,
    },
    examples: ['commonplace token create --name "my laptop" --days 30'],
    async run(given, { onDatabase, print }) {
      const days = Number(given.text('days') ?? '90');
      if (!Number.isInteger(days) || days < 1 || days > mostDays)
        throw new UsageError(`--days: a whole number from 1 to ${String(mostDays)} is expected.`);
      const name = given.text('name') ?? 'Issued by the command line';
      const issued = await onDatabase((parts) =>
        issueToken(parts, { client: given.text('client'), name, seconds: days * 86_400 }),
      );
      if (given.isSet('json')) print(JSON.stringify(issued));
      else print(`${issued.token}\n  urn      ${issued.urn}\n  expires  ${issued.expires}`);
      return 0;
    },
  },
  'token list': {
    summary: 'List bearer tokens, newest first',
    words: '',
    options: { all: { type: 'boolean', meaning: 'Also those that expired or were revoked.' }, json: asJson },
    examples: ['commonplace token list'],
    async run(given, { onDatabase, print }) {
      const tokens = await onDatabase((parts) => readTokens(parts, given.isSet('all')));
      if (given.isSet('json')) for (const token of tokens) print(JSON.stringify(token));
      else
        print(
          table(
            ['URN', 'COMPANY', 'CLIENT', 'NAME', 'EXPIRES', 'LAST USED', 'STATE'],
            tokens.map(({ urn, company, client, name, expires, lastUsed, revoked }) => [
              urn,
              company,
              client,
              name ?? '',
              expires.slice(0, 10),
              lastUsed?.slice(0, 10) ?? 'never',
              revoked ? 'revoked' : Date.parse(expires) < Date.now() ? 'expired' : 'active',
            ]),
          ),
        );
      return 0;
    },
  },
  'token revoke': {
    summary: 'Revoke a bearer token at once',
    words: '<urn>',
    options: {},
    examples: ['commonplace token revoke 019a0000-0000-7000-8000-000000000009'],
    async run(given, { onDatabase, print }) {
      const [reference] = given.words;
      // Eight hexadecimal digits or more: fewer would name many.
      if (given.words.length !== 1 || !reference || !/^[0-9a-f-]{8,36}$/i.test(reference))
        throw new UsageError('The urn of a token is expected, or at least the first 8 characters of it.');
      const urn = await onDatabase((parts) => revokeToken(parts, reference));
      print(`revoked ${urn}`);
      return 0;
    },
  },
};
