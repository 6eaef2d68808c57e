// The database by the command line: bring it to this version, and write the demo into it.
import { bootstrap, type FirstTenant } from '../actions/access/bootstrap.ts';
import type { Services } from '../engine/context.ts';
import type { Command } from './command.ts';

/** Writes the demo, and prints what a first start would. */
export type Seed = (write: (services: Services) => Promise<void>) => Promise<void>;

/** `migrate` and `seed`. */
export function databaseCommands(
  withServices: Seed,
  writeDemo: (services: Services, tenant: FirstTenant) => Promise<string>,
): Readonly<Record<string, Command>> {
  return {
    migrate: {
      summary: 'Bring the database up to date without starting the service',
      words: '',
      options: {},
      examples: ['commonplace migrate', 'DATABASE_URL=postgres://me@db/commonplace commonplace migrate'],
      async run(_given, { onDatabase, print }) {
        await onDatabase(async () => undefined, { migrates: true });
        print('The database is up to date.');
        return 0;
      },
    },
    seed: {
      summary: 'Write the demo content into an empty database and print its two tokens',
      words: '',
      options: {},
      examples: ['commonplace seed'],
      async run(_given, { config, print, warn }) {
        let code = 0;
        await withServices(async (services) => {
          const tenant = await bootstrap(services, { name: 'Commonplace', token: config().bootstrapToken });
          if (!tenant) {
            warn('The database is not empty; nothing was written.');
            code = 1;
            return;
          }
          const reader = await writeDemo(services, tenant);
          print(`Administrator  ${tenant.token}\nRead-only app  ${reader}`);
        });
        return code;
      },
    },
  };
}
