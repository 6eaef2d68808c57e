// A separate process for the tests of the embedded database: starts it, reports events as lines of JSON on standard
// output, and stops it at SIGTERM. Its one argument holds the options as JSON.
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/database/embedded/embeddedPostgres.ts';

interface Options {
  readonly dataDir: string;
  /** Insert rows one after the other and report each after its commit. */
  readonly write?: boolean;
  /** Look for the binaries here; the empty string stands for nowhere. */
  readonly nativeDir?: string;
  /** Neither wait nor stop after the start: the process must end by itself. */
  readonly leave?: boolean;
}

function print(event: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

async function writeForEver(url: string): Promise<never> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table if not exists written (id bigint primary key)');
  for (let id = 1; ; id++) {
    await client.query('insert into written values ($1)', [id]);
    print({ event: 'written', id });
  }
}

// Our own tests pass it.
const options = JSON.parse(process.argv[2] ?? '') as Options;
const { nativeDir } = options;
const began = performance.now();
try {
  const database = await startEmbeddedPostgres({
    dataDir: options.dataDir,
    report: (progress) => print({ event: 'progress', progress }),
    onTakeOver: () => print({ event: 'takeOver', isOwner: database.isOwner }),
    onLost: (reason) => print({ event: 'lost', reason }),
    ...(nativeDir === undefined ? {} : { nativeDir: () => nativeDir || undefined }),
  });
  const ms = Math.round(performance.now() - began);
  if (!options.leave) {
    const alive = setInterval(() => undefined, 60_000);
    process.once('SIGTERM', () => {
      void Promise.all([database.stop(), database.stop()]).then(() => {
        clearInterval(alive);
        print({ event: 'stopped' });
      });
    });
  }
  print({ event: 'ready', url: database.url, isOwner: database.isOwner, ms });
  if (options.write) await writeForEver(database.url);
} catch (error) {
  print({ event: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
