// `doctor`: looks at everything a start needs, and says for each what is wrong and what to do.
import { createHash } from 'node:crypto';
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
  summary: 'Check everything a start needs: Node, configuration, disk, image store, database, clock',
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
  if (major < 22)
    return { name, state: 'warning', text, remedy: 'Node 20 no longer gets security fixes: move to 22 or 24.' };
  return { name, state: 'ok', text };
}

async function environment(parts: CommandParts): Promise<Finding[]> {
  let config;
  try {
    config = parts.config();
  } catch (error) {
    const text = error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error);
    return [
      {
        name: 'Configuration',
        state: 'problem',
        text,
        remedy: 'docs/configuration.md lists the values of each setting.',
      },
    ];
  }
  return [
    { name: 'Configuration', state: 'ok', text: 'every setting is valid' },
    ...folder(config.dataDir),
    ...(config.s3 === null ? [] : [await bucket(config.s3.bucket, parts)]),
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
    return [{ name, state: 'problem', text: `${existing} is not writable`, remedy }];
  }
  const { bavail, bsize } = statfsSync(existing);
  const free = bavail * bsize;
  const text = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
  const disk: Finding =
    free < leastFree
      ? {
          name: 'Disk',
          state: 'warning',
          text,
          remedy: 'Free some space: PostgreSQL stops writing when the disk is full.',
        }
      : { name: 'Disk', state: 'ok', text };
  return [{ name, state: 'ok', text: path.resolve(dataDir) }, disk];
}

// A file of its own is put there and removed: settings may be right, and the key may not write.
async function bucket(called: string, { files }: CommandParts): Promise<Finding> {
  const name = 'Image store';
  const bytes = Buffer.from('commonplace doctor');
  const key = createHash('sha256').update(bytes).digest('hex');
  try {
    await files().put(key, bytes);
    await files().remove(key);
    return { name, state: 'ok', text: `bucket "${called}" takes files` };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return {
      name,
      state: 'problem',
      text,
      remedy: `Check the S3_ settings, that the bucket "${called}" exists, and that the key may read, write and delete in it.`,
    };
  }
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
              text: `database and machine differ by ${(skew / 1000).toFixed(1)} s`,
              remedy: 'Synchronize both with NTP: publication times follow the database clock.',
            }
          : { name: 'Clock', state: 'ok', text: 'agrees with the database' };
      const version = `PostgreSQL ${String(row?.['version'])}${embeddedUrl ? `, embedded: ${embeddedUrl}` : ''}`;
      if (row?.['migrated'] !== true)
        return [
          {
            name,
            state: 'warning',
            text: `${version}, without tables`,
            remedy: 'Starting the service creates them; so does `commonplace migrate`.',
          },
          clock,
        ];
      return [{ name, state: 'ok', text: version }, clock];
    });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return [
      {
        name,
        state: 'problem',
        text,
        remedy: 'Check DATABASE_URL, and that the server accepts connections from this machine.',
      },
    ];
  }
}
