// Bearer tokens by the command line: for an operator who lost the one that the first start printed, and for scripts.
import { issueToken, readTokens, revokeToken } from '../actions/access/operatorTokens.ts';
import { UsageError, type Command, table } from './command.ts';

const mostDays = 730;
const asJson = { type: 'boolean', meaning: 'Print JSON.' } as const;

/** `token create`, `token list`, `token revoke`. */
export const tokenCommands: Readonly<Record<string, Command>> = {
  'token create': {
    summary: 'Create a bearer token and print it; it is shown only once',
    words: '',
    options: {
      client: {
        type: 'string',
        value: 'urn',
        meaning: 'The API client, by urn or client id. Default: the first administrator.',
      },
      name: { type: 'string', value: 'text', meaning: 'What the token is for.' },
      days: { type: 'string', value: 'n', meaning: `Days until it expires, 1 to ${String(mostDays)}. Default: 90.` },
      json: asJson,
    },
    examples: ['commonplace token create --name "my laptop" --days 30'],
    async run(given, { onDatabase, print }) {
      const days = Number(given.text('days') ?? '90');
      if (!Number.isInteger(days) || days < 1 || days > mostDays)
        throw new UsageError(`--days must be a whole number from 1 to ${String(mostDays)}.`);
      const name = given.text('name') ?? 'Created on the command line';
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
    options: { all: { type: 'boolean', meaning: 'Include expired and revoked tokens.' }, json: asJson },
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
    summary: 'Revoke a bearer token immediately',
    words: '<urn>',
    options: {},
    examples: ['commonplace token revoke 019a0000-0000-7000-8000-000000000009'],
    async run(given, { onDatabase, print }) {
      const [reference] = given.words;
      // Eight hexadecimal digits or more: fewer would name many.
      if (given.words.length !== 1 || !reference || !/^[0-9a-f-]{8,36}$/i.test(reference))
        throw new UsageError('Give the urn of a token, or at least its first 8 characters.');
      const urn = await onDatabase((parts) => revokeToken(parts, reference));
      print(`revoked ${urn}`);
      return 0;
    },
  },
};
