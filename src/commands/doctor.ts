// `doctor`: looks at everything a start needs, and says for each what is wrong and what to do.
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { Parameters, prepared } from '../database/connection/statement.ts';
import type { Command, CommandParts } from './command.ts';

interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly text: string;
  /** What to do. */
  readonly remedy?: string;
}

const leastNode = [20, 19];
const leastFree = 1024 ** 3;
const mostSkew = 2_000;

/** The command. */
export const doctor: Command = {
  summary: 'Check what a start needs: Node, configuration, data folder, disk, database, clock',
  words: '',
  options: { json: { type: 'boolean', meaning: 'Print JSON lines.' } },
  examples: ['commonplace doctor'],
  async run(given, parts) {
    const findings = [node(), ...(await environment(parts))];
    for (const finding of findings) {
      if (given.isSet('json')) parts.print(JSON.stringify(finding));
      else {
        const mark = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' }[finding.state];
        parts.print(`${mark}  ${finding.name}: ${finding.text}`);
        if (finding.remedy) parts.print(`         ${finding.remedy}`);
      }
    }
    return findings.some(({ state }) => state === 'problem') ? 1 : 0;
  },
};

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = leastNode;
  const name = 'Node';
  const text = process.versions.node;
  if (major < leastMajor || (major === leastMajor && minor < leastMinor))
    return { name, state: 'problem', text, remedy: `Install Node ${leastNode.join('.')} or newer.` };
  if (major < 22) return { name, state: 'warning', text, remedy: 'Node 20 gets no more fixes: move to 22 or 24.' };
  return { name, state: 'ok', text };
}

async function environment(parts: CommandParts): Promise<Finding[]> {
  let config;
  try {
    config = parts.config();
  } catch (error) {
    const text = error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error);
    return [{ name: 'Configuration', state: 'problem', text, remedy: 'docs/configuration.md says what each takes.' }];
  }
  return [
    { name: 'Configuration', state: 'ok', text: 'every setting can be read' },
    ...folder(config.dataDir),
    ...(await database(parts)),
  ];
}

function folder(dataDir: string): Finding[] {
  let existing = path.resolve(dataDir);
  while (!existsSync(existing)) existing = path.dirname(existing);
  const name = 'Data folder';
  try {
    accessSync(existing, constants.W_OK);
  } catch {
    const remedy = 'Make it writable for this user, or set DATA_DIR.';
    return [{ name, state: 'problem', text: `${existing} cannot be written`, remedy }];
  }
  const { bavail, bsize } = statfsSync(existing);
  const free = bavail * bsize;
  const text = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
  const disk: Finding =
    free < leastFree
      ? { name: 'Disk', state: 'warning', text, remedy: 'PostgreSQL stops writing when the disk is full: free some.' }
      : { name: 'Disk', state: 'ok', text };
  return [{ name, state: 'ok', text: path.resolve(dataDir) }, disk];
}

async function database({ onDatabase }: CommandParts): Promise<Finding[]> {
  const name = 'Database';
  try {
    return await onDatabase(async ({ database: open, embeddedUrl }) => {
      const text =
        `SELECT current_setting('server_version') AS version, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,` +
        ` to_regclass('company') IS NOT NULL AS migrated`;
      const [row] = await open.query(prepared(text, new Parameters()));
      const skew = Math.abs(Number(row?.['now']) - Date.now());
      const clock: Finding =
        skew > mostSkew
          ? {
              name: 'Clock',
              state: 'warning',
              text: `the database is ${(skew / 1000).toFixed(1)} s away from this machine`,
              remedy: 'Synchronize both with NTP: publication follows the clock of the database.',
            }
          : { name: 'Clock', state: 'ok', text: 'agrees with the database' };
      const version = `PostgreSQL ${String(row?.['version'])}${embeddedUrl ? `, embedded: ${embeddedUrl}` : ''}`;
      if (row?.['migrated'] !== true)
        return [
          {
            name,
            state: 'warning',
            text: `${version}, without tables`,
            remedy: 'A start makes them; so does commonplace migrate.',
          },
          clock,
        ];
      return [{ name, state: 'ok', text: version }, clock];
    });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return [
      { name, state: 'problem', text, remedy: 'Check DATABASE_URL and that the server takes connections from here.' },
    ];
  }
}
