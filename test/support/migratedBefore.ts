// A database of an earlier version.
import { DataSource } from 'typeorm';
import { sourceOptions } from '../../src/database/connection/dataSource.ts';
import { migrations } from '../../src/database/migrations/index.ts';
import { createDatabase, withClient, type TestDatabase } from './database.ts';

/** A database as the migrations before that one leave it. */
export async function migratedBefore(migration: (typeof migrations)[number]): Promise<TestDatabase> {
  const old = await createDatabase();
  await withClient(old.url, (client) => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));
  const before = migrations.slice(0, migrations.indexOf(migration));
  const source = await new DataSource({ ...sourceOptions, migrations: before, url: old.url }).initialize();
  await source.runMigrations({ transaction: 'each' });
  await source.destroy();
  return old;
}
