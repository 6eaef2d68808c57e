// TypeORM's DataSource, for migrations and for TypeORM's own commands: requests use the pools of primary.ts and replicas.ts.
import pg from 'pg';
import { DataSource } from 'typeorm';
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
} as const;

/** The DataSource of TypeORM's own commands. */
export const dataSourceFor = (url: string, contract: Contract): DataSource =>
  new DataSource({
    ...sourceOptions,
    url,
    entities: entitySchemas(contract),
    poolSize: 2,
    extra: { ...connectionOptions, options: plannedOnce },
  });
