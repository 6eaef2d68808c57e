// Names the places of one embedded database inside its data directory, and makes that directory.
import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where one embedded database lives. All paths are absolute and free of links, so every process spells them alike. */
export interface Site {
  readonly dataDir: string;
  /** PostgreSQL's own data directory; it exists only once it is whole. */
  readonly cluster: string;
  readonly logFile: string;
  readonly lockFile: string;
  /** Says where the socket is when the path of the cluster is too long to hold it. */
  readonly socketRecord: string;
}

/** Makes the data directory if need be. Throws an error that names DATA_DIR when it cannot be made or written. */
export function openSite(dataDir: string): Site {
  const wanted = resolve(dataDir);
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o755 });
    accessSync(wanted, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The data directory ${wanted} cannot be made or written (${why}). ` +
        'Set DATA_DIR to another directory, or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
  const real = realpathSync(wanted);
  const cluster = join(real, 'pg18');
  return {
    dataDir: real,
    cluster,
    logFile: `${cluster}.log`,
    lockFile: `${cluster}.lock`,
    socketRecord: `${cluster}.socket`,
  };
}
