// What keeps a port from being opened, as a sentence that names the setting.
import { ConfigError } from '../config/config.ts';

/** Where something listens, and the settings that say so. */
export interface ListeningAt {
  readonly port: number;
  readonly host: string;
  readonly settings: { readonly port: string; readonly host: string };
}

/** Resolves when it listens. Throws ConfigError for a port or an address that cannot be opened. */
export async function listening<T>(opened: Promise<T>, { port, host, settings }: ListeningAt): Promise<T> {
  try {
    return await opened;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE')
      throw new ConfigError(
        `Another program listens on ${host}:${String(port)}: set ${settings.port} to one that is free, such as ${String(port + 1)}.`,
      );
    if (code === 'EACCES') throw new ConfigError(`${settings.port}: ${String(port)} may not be opened by this user.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new ConfigError(`${settings.host}: this machine has no address ${host}.`);
    throw error;
  }
}
