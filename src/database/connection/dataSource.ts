// TypeORM's DataSource. The service opens it and closes it: its pool is the one of transactions, and its entity manager writes the
// statements of plain rows (written.ts). Migrating opens it without entities and without limits on time (migrate.ts), TypeORM's own
// commands as it stands here (ormconfig.ts). Statements outside of transactions use the pools of primary.ts and replicas.ts.
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Contract } from '../../contract/resource.ts';
import { entitySchemas } from '../mapping/entities.ts';
import { migrations } from '../migrations/index.ts';
import { connectionOptions, connectMillis, plannedOnce } from './connections.ts';

/** What every DataSource of the service has in common; connections and entities come on top. */
export const sourceOptions = {
  type: 'postgres',
  driver: pg,
  migrations,
  migrationsTableName: 'migration',
  installExtensions: false,
  connectTimeoutMS: connectMillis,
  logging: false,
} as const;

/** How a DataSource connects. */
export interface SourceConnections {
  readonly size: number;
  /** Options of its pool. */
  readonly options: pg.PoolConfig;
}

const commandConnections: SourceConnections = { size: 2, options: { ...connectionOptions, options: plannedOnce } };

/** The DataSource of the service, not yet open; connections are those of TypeORM's own commands if not given. */
export const dataSourceFor = (
  url: string,
  contract: Contract,
  { size, options }: SourceConnections = commandConnections,
): DataSource =>
  new DataSource({
    ...sourceOptions,
    url,
    entities: entitySchemas(contract),
    poolSize: size,
    // Whoever opens it listens by itself.
    poolErrorHandler: () => undefined,
    extra: options,
  } satisfies DataSourceOptions);

/** The pool of an open DataSource. */
export function poolOf({ driver }: DataSource): pg.Pool {
  // The driver for PostgreSQL has it; its types say `any`.
  return (driver as unknown as { readonly master: pg.Pool }).master;
}

/** Opens a DataSource. Throws what the driver throws, and leaves no connection then. */
export async function openSource(source: DataSource): Promise<pg.Pool> {
  try {
    await source.initialize();
  } catch (error) {
    // What was open before the driver failed, where it got so far.
    await (poolOf(source) as pg.Pool | undefined)?.end().catch(() => undefined);
    throw error;
  }
  return poolOf(source);
}
