// The embedded database with real processes: what it guarantees when they start, stop, crash and run concurrently.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBinaries } from '../../src/database/embedded/binaries.ts';
import { compileScript, type CompiledScript } from '../support/compiledScript.ts';
import { ask, eventually, makePlayground, processesNaming, serverPid } from './databaseProcess.ts';
import type { DatabaseProcess, Playground, Report } from './databaseProcess.ts';

// When to give up: how long it takes is a matter of the machine.
const TAKE_OVER_MS = 30_000;
const ORDINARY = { uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;

let script: CompiledScript;
beforeAll(async () => {
  script = await compileScript(new URL('embeddedPostgresChild.ts', import.meta.url));
});
afterAll(() => script.clear());

let playground: Playground;
beforeEach(() => {
  playground = makePlayground(script.file);
});
afterEach(() => playground.clear());

// Creating a database takes seconds: tests about other things start from a copy of this one.
let made: Playground;
beforeAll(async () => {
  made = makePlayground(script.file);
  const child = made.start();
  await child.until(isReady);
  child.process.kill('SIGTERM');
  await child.ended;
});
afterAll(() => made.clear());

/** Puts a database into the directory, as a previous owner left it. */
function putDatabase(dataDir = playground.dataDir): void {
  mkdirSync(dataDir, { recursive: true });
  execFileSync('cp', ['-a', join(made.dataDir, 'pg18'), dataDir]);
}

const isReady = (line: Report): boolean => line.event === 'ready';
const progressOf = (one: DatabaseProcess): readonly (string | undefined)[] => one.reported.map((line) => line.progress);
const creations = (all: readonly DatabaseProcess[]): number =>
  all.flatMap(progressOf).filter((progress) => progress?.startsWith('Creating')).length;

/** Starts a process and returns it with its address once its database accepts connections. */
async function ready(options?: Record<string, unknown>, around?: Parameters<Playground['start']>[1]) {
  const child = playground.start(options, around);
  const { url = '', isOwner } = await child.until(isReady);
  return { child, url, isOwner };
}

/** Kills the server and the process that owns it so quickly that neither can react. */
function crash(owner: DatabaseProcess): Promise<unknown> {
  process.kill(serverPid(playground.dataDir), 'SIGKILL');
  owner.process.kill('SIGKILL');
  return owner.ended;
}

describe('the first start', () => {
  test('creates a durable database that no network can reach', async () => {
    const { url, isOwner } = await ready();

    const settings = await ask(
      url,
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
       current_setting('synchronous_commit') as commit, current_setting('data_checksums') as checksums,
       current_setting('listen_addresses') as tcp, current_setting('max_connections') as connections,
       current_setting('shared_buffers') as buffers, current_setting('server_version_num')::int / 10000 as version,
       current_setting('unix_socket_permissions') as socket, inet_server_addr() as address,
       datlocprovider::text || ' ' || datlocale as locale, pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`,
    );
    expect(isOwner).toBe(true);
    expect(settings).toEqual([
      {
        fsync: 'on',
        pages: 'on',
        commit: 'on',
        checksums: 'on',
        tcp: '',
        connections: '60',
        buffers: '128MB',
        version: 18,
        socket: '0700',
        address: null,
        locale: 'b C.UTF-8',
        encoding: 'UTF8',
      },
    ]);
    expect(statSync(join(playground.dataDir, 'pg18')).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(playground.dataDir, 'pg18', 'postmaster.pid'), 'utf8').split('\n')[5]).toBe('');
  });

  test('by several processes at once creates one database that all can use', async () => {
    const all = await Promise.all([ready(), ready(), ready()]);

    expect(all.map(({ isOwner }) => isOwner).toSorted()).toEqual([false, false, true]);
    expect(creations(all.map(({ child }) => child))).toBe(1);
    const answers = await Promise.all(
      all.map(({ url }) => ask(url, 'select system_identifier from pg_control_system()')),
    );
    expect(new Set(answers.map(([row]) => row?.['system_identifier'])).size).toBe(1);
  });

  test('interrupted while it created the database does not block the next start', async () => {
    const killed = playground.start();
    await killed.until(({ progress }) => progress?.startsWith('Creating') ?? false);
    await eventually(() => {
      const begun = readdirSync(playground.dataDir).find((name) => name.startsWith('pg18.new-'));
      if (!begun || readdirSync(join(playground.dataDir, begun)).length < 5) throw new Error('not yet begun');
    }, 5_000);
    killed.process.kill('SIGKILL');
    await killed.ended;
    expect(existsSync(join(playground.dataDir, 'pg18'))).toBe(false);

    const { url } = await ready();

    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(playground.dataDir).toSorted()).toEqual(['pg18', 'pg18.log']);
  });
});

describe('the end of the owner', () => {
  beforeEach(() => putDatabase());

  test('at SIGTERM shuts the server down before the process exits', async () => {
    const { child } = await ready();
    child.process.kill('SIGTERM');

    expect(await child.ended).toEqual({ code: 0 });

    expect(child.reported.at(-1)).toEqual({ event: 'stopped' });
    expect(processesNaming(playground.dataDir)).toEqual([]);
    expect(existsSync(join(playground.dataDir, 'pg18', 'postmaster.pid'))).toBe(false);
    expect(readFileSync(join(playground.dataDir, 'pg18.log'), 'utf8')).toContain('database system is shut down');
  });

  test('is not held up by the database, and leaves no server behind', async () => {
    const { child } = await ready({ leave: true });

    expect(await child.ended).toEqual({ code: 0 });

    await eventually(() => expect(processesNaming(playground.dataDir)).toEqual([]), 5_000);
  });

  test('by kill -9 while it writes loses no acknowledged row', async () => {
    const { child } = await ready({ write: true });
    await child.until(({ id }) => id === 300);
    child.process.kill('SIGKILL');
    await child.ended;
    const acknowledged = child.reported.filter(({ event }) => event === 'written').length;

    const { url, isOwner } = await ready();

    const [row] = await ask(url, `select count(*)::int as n from written where id <= ${acknowledged}`);
    expect(acknowledged).toBeGreaterThanOrEqual(300);
    expect(row).toEqual({ n: acknowledged });
    expect(isOwner).toBe(true);
  });

  test('together with the server, by kill -9 while it writes, loses no acknowledged row', async () => {
    const { child } = await ready({ write: true });
    await child.until(({ id }) => id === 300);
    await crash(child);
    const acknowledged = child.reported.filter(({ event }) => event === 'written').length;

    const { url } = await ready();

    const [row] = await ask(url, `select count(*)::int as n from written where id <= ${acknowledged}`);
    expect(row).toEqual({ n: acknowledged });
    expect(readFileSync(join(playground.dataDir, 'pg18.log'), 'utf8')).toContain('automatic recovery in progress');
  });
});

describe('what a crash leaves behind', () => {
  beforeEach(() => putDatabase());

  test('does not block the start when its process number now belongs to another process', async () => {
    const { child } = await ready();
    await crash(child);
    const cluster = join(playground.dataDir, 'pg18');
    const { uid, gid } = statSync(cluster);
    const other = spawn('tail', ['-f', '/dev/null'], { ...(isRoot && { uid, gid }), stdio: 'ignore' });
    try {
      for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
        const file = join(cluster, name);
        writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(other.pid)));
      }

      const { url, isOwner } = await ready();

      expect(isOwner).toBe(true);
      expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      other.kill('SIGKILL');
    }
  });

  test('is repaired by the owner itself when only the server died', async () => {
    const { child, url } = await ready();
    const before = serverPid(playground.dataDir);
    process.kill(before, 'SIGKILL');

    const rows = await eventually(async () => {
      const answer = await ask(url, 'select 1 as one');
      expect(serverPid(playground.dataDir)).not.toBe(before);
      return answer;
    }, TAKE_OVER_MS);

    expect(rows).toEqual([{ one: 1 }]);
    expect(child.reported.map(({ event }) => event)).not.toContain('lost');
  });

  test('is repaired by the owner when the shell that guards the server died', async () => {
    const { child, url } = await ready();
    const before = serverPid(playground.dataDir);
    const shells = processesNaming(playground.dataDir).filter((line) => line.includes('/bin/sh'));
    shells.reverse(); // first the one that would stop the server, which was forked last
    expect(shells.length).toBeGreaterThan(0);
    for (const line of shells) process.kill(Number.parseInt(line, 10), 'SIGKILL');

    await eventually(async () => {
      expect(serverPid(playground.dataDir)).not.toBe(before);
      expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    }, TAKE_OVER_MS);

    child.process.kill('SIGTERM');
    expect(await child.ended).toEqual({ code: 0 });
    expect(processesNaming(playground.dataDir)).toEqual([]);
  });
});

describe('a second process', () => {
  beforeEach(() => putDatabase());

  test('attaches to the running server, and leaves it running when it stops', async () => {
    const first = await ready();
    const second = await ready();
    second.child.process.kill('SIGTERM');

    expect(await second.child.ended).toEqual({ code: 0 });

    expect(second).toMatchObject({ isOwner: false, url: first.url });
    expect(creations([first.child, second.child])).toBe(0);
    expect(await ask(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)('takes over when the owner ends by %s', async (signal) => {
    const owner = await ready();
    const heir = await ready();
    await ask(owner.url, 'create table kept as select 7 as value');
    owner.child.process.kill(signal);
    await owner.child.ended;

    const rows = await eventually(() => ask(heir.url, 'select value from kept'), TAKE_OVER_MS);

    expect(rows).toEqual([{ value: 7 }]);
    expect(await heir.child.until(({ event }) => event === 'takeOver')).toEqual({ event: 'takeOver', isOwner: true });
    heir.child.process.kill('SIGTERM');
    expect(await heir.child.ended).toEqual({ code: 0 });
    expect(processesNaming(playground.dataDir)).toEqual([]);
  });

  test('among several is the only one to take over, and the others attach to it', async () => {
    const owner = await ready();
    const heirs = await Promise.all([ready(), ready(), ready()]);
    owner.child.process.kill('SIGKILL');
    await owner.child.ended;

    const attached = ({ child }: (typeof heirs)[number]): Promise<Report> =>
      child.until(
        ({ event, progress }) =>
          event === 'takeOver' ||
          (progress?.startsWith('Attached') === true &&
            child.reported.filter((line) => line.progress === progress).length === 2),
      );
    await Promise.all(heirs.map(attached));

    expect(heirs.flatMap(({ child }) => child.reported).filter(({ event }) => event === 'takeOver')).toHaveLength(1);
    expect(await ask(owner.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('reports a database that has disappeared and does not replace it with an empty one', async () => {
    const owner = await ready();
    const heir = await ready();
    owner.child.process.kill('SIGTERM');
    // In one step: a half-deleted database is another case, with its own message.
    renameSync(join(playground.dataDir, 'pg18'), join(playground.folder, 'gone'));

    const { reason } = await heir.child.until(({ event }) => event === 'lost');

    expect(reason).toContain('has disappeared');
    expect(existsSync(join(playground.dataDir, 'pg18', 'PG_VERSION'))).toBe(false);
    heir.child.process.kill('SIGTERM');
    expect(await heir.child.ended).toEqual({ code: 0 });
  });
});

describe('a data directory with a long path', () => {
  test('has its socket elsewhere, where a second process finds it and takes over at the same address', async () => {
    const dataDir = join(playground.folder, 'a-long-name-'.repeat(8), 'data');
    putDatabase(dataDir);
    const environment = { TMPDIR: playground.folder };
    const owner = await ready({ dataDir }, { environment });
    const heir = await ready({ dataDir });
    const directory = new URL(heir.url.replace('@/', '@host/')).searchParams.get('host') ?? '';
    owner.child.process.kill('SIGKILL');
    await owner.child.ended;

    await heir.child.until(({ event }) => event === 'takeOver');

    expect(heir).toMatchObject({ isOwner: false, url: owner.url });
    expect(directory.startsWith(`${playground.folder}/commonplace-`)).toBe(true);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(await ask(owner.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('an unsupported environment', () => {
  test('without binaries for the platform is reported, with DATABASE_URL as the way out', async () => {
    const child = playground.start({ nativeDir: '' });

    const { message } = await child.until(({ event }) => event === 'failed');

    expect(message).toMatch(
      new RegExp(`^There is no embedded PostgreSQL for ${process.platform}-${process.arch}: .*Set DATABASE_URL to`),
    );
    expect(await child.ended).toEqual({ code: 1 });
    expect(existsSync(join(playground.dataDir, 'pg18'))).toBe(false);
  });

  test('with a cluster of another version leaves it unchanged', async () => {
    mkdirSync(join(playground.dataDir, 'pg18'), { recursive: true });
    writeFileSync(join(playground.dataDir, 'pg18', 'PG_VERSION'), '17\n');

    const { message } = await playground.start().until(({ event }) => event === 'failed');

    expect(message).toContain('is not a database of PostgreSQL 18 (version: 17)');
    expect(readdirSync(join(playground.dataDir, 'pg18'))).toEqual(['PG_VERSION']);
  });
});

describe.skipIf(!isRoot)('as root (skipped for others, who cannot change users)', () => {
  test('an ordinary user owns the files, and root continues as that user', async () => {
    mkdirSync(playground.dataDir);
    chownSync(playground.dataDir, ORDINARY.uid, ORDINARY.gid);
    // What is installed here may lie where only root can go.
    const nativeDir = join(playground.folder, 'native');
    execFileSync('cp', ['-a', findBinaries() ?? '', nativeDir]);
    const ordinary = await ready({ nativeDir }, { user: ORDINARY });
    await ask(ordinary.url, 'create table kept as select 7 as value');
    ordinary.child.process.kill('SIGTERM');
    await ordinary.child.ended;

    const root = await ready();

    expect(await ask(root.url, 'select value from kept')).toEqual([{ value: 7 }]);
    root.child.process.kill('SIGTERM');
    await root.child.ended;
    const again = await ready({ nativeDir }, { user: ORDINARY });
    expect(await ask(again.url, 'select value from kept')).toEqual([{ value: 7 }]);
  });

  // Elsewhere programs have no name for the directory they stand in.
  const isLinux = process.platform === 'linux';

  test.runIf(isLinux)('a data directory below one that is closed to all others is used all the same', async () => {
    const closed = join(playground.folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const dataDir = join(closed, 'data');
    const first = await ready({ dataDir });
    await ask(first.url, 'create table kept as select 7 as value');
    const second = await ready({ dataDir });
    expect(second).toMatchObject({ isOwner: false, url: first.url });
    process.kill(serverPid(dataDir), 'SIGKILL');
    first.child.process.kill('SIGKILL');
    await first.child.ended;

    const rows = await eventually(() => ask(second.url, 'select value from kept'), TAKE_OVER_MS);

    expect(rows).toEqual([{ value: 7 }]);
    expect(statSync(closed).mode & 0o777).toBe(0o700);
    second.child.process.kill('SIGTERM');
    expect(await second.child.ended).toEqual({ code: 0 });
    expect(processesNaming(dataDir)).toEqual([]);
  });

  test.skipIf(isLinux)(
    'a data directory that the unprivileged user cannot enter is reported with the ways out',
    async () => {
      const closed = join(playground.folder, 'closed');
      mkdirSync(closed, { mode: 0o700 });

      const { message } = await playground
        .start({ dataDir: join(closed, 'data') })
        .until(({ event }) => event === 'failed');

      expect(message).toContain(`cannot enter ${join(closed, 'data')}`);
      expect(message).toContain('DATA_DIR');
      expect(message).toContain('DATABASE_URL');
    },
  );

  test('binaries unreadable for the unprivileged user are copied once, completely, by processes that start together', async () => {
    const closed = join(playground.folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    execFileSync('cp', ['-a', findBinaries() ?? '', join(closed, 'native')]);
    chmodSync(join(closed, 'native'), 0o700);
    const options = { nativeDir: join(closed, 'native') };
    const environment = { TMPDIR: playground.folder };
    const other = join(playground.folder, 'other');
    for (const dataDir of [playground.dataDir, other]) putDatabase(dataDir);

    const both = await Promise.all([
      ready(options, { environment }),
      ready({ ...options, dataDir: other }, { environment }),
    ]);
    const copies = readdirSync(playground.folder).filter((name) => name.startsWith('commonplace-postgres-'));
    both[1].child.process.kill('SIGTERM');
    await both[1].child.ended;
    const again = await ready({ ...options, dataDir: other }, { environment });

    expect(both.map(({ isOwner }) => isOwner)).toEqual([true, true]);
    expect(copies).toHaveLength(1);
    expect(statSync(join(playground.folder, copies[0] ?? '')).mode & 0o777).toBe(0o755);
    expect(progressOf(again.child).filter((progress) => progress?.startsWith('Copying'))).toEqual([]);
  });
});
