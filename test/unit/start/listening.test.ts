// What keeps a port from being opened, in a sentence that names the setting.
import { expect, test } from 'vitest';
import { ConfigError } from '../../../src/config/config.ts';
import { listening } from '../../../src/start/listening.ts';

const at = { port: 80, host: '192.0.2.1', settings: { port: 'PORT', host: 'HOST' } };
const failed = (code: string): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));

test.each([
  ['EADDRINUSE', 'Another program listens on 192.0.2.1:80: set PORT to one that is free, such as 81.'],
  ['EACCES', 'PORT: 80 may not be opened by this user.'],
  ['EADDRNOTAVAIL', 'HOST: this machine has no address 192.0.2.1.'],
  ['ENOTFOUND', 'HOST: this machine has no address 192.0.2.1.'],
])('%s is said as what to set', async (code, said) => {
  const error: unknown = await listening(failed(code), at).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as ConfigError).message).toBe(said);
});

test('everything else is passed on as it came', async () => {
  expect(await listening(Promise.resolve('open'), at)).toBe('open');
  await expect(listening(failed('EMFILE'), at)).rejects.not.toBeInstanceOf(ConfigError);
});
