/** A PostgreSQL that is removed after the run: nothing need wait for the disk. Tests that stop PostgreSQL start their own. */
export const settings = {
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_wal_size: '256MB',
  // Statements are planned once for each connection, not for each of their first five uses: the data is small.
  plan_cache_mode: 'force_generic_plan',
};
