// The options of commands that call a running service: where it is, and with which token.
import { withoutTrailing } from '../domain/text.ts';
import { UsageError, type CommandParts, type Given, type Option } from './command.ts';

/** `--url`: the address of the service. */
export const urlOption: Option = {
  type: 'string',
  value: 'address',
  meaning: 'The service. Default: http://127.0.0.1:4000.',
};

/** `--token`. */
export const tokenOption: Option = {
  type: 'string',
  value: 'token',
  meaning: 'A bearer token. Default: the variable COMMONPLACE_TOKEN.',
};

/** The address of the service, without a slash at its end. */
export function urlOf(given: Given): string {
  return withoutTrailing(given.text('url') ?? 'http://127.0.0.1:4000', '/');
}

/** The token that was given, by the option or the variable; null for none. */
export function tokenOf(given: Given, { setting }: Pick<CommandParts, 'setting'>): string | null {
  return given.text('token') ?? setting('COMMONPLACE_TOKEN');
}

/** The same of a command that needs one. Throws UsageError for none. */
export function neededToken(given: Given, parts: Pick<CommandParts, 'setting'>): string {
  const token = tokenOf(given, parts);
  if (!token) throw new UsageError('No token: use --token or COMMONPLACE_TOKEN.');
  return token;
}
