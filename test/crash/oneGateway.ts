// What the runs that look for faults begin and end with: a PostgreSQL and one gateway of their own, with the demo in it.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { print } from '../../scripts/print.ts';
import { startCluster } from './cluster.ts';
import { makeFleet } from './gateways.ts';

/** A gateway, and the token of its first administrator. */
export interface OneGateway {
  readonly url: string;
  readonly token: string;
  readonly fleet: ReturnType<typeof makeFleet>;
}

/** The run on its gateway, after which the process ends: with what it answers, or with 1 after `mostSeconds`. */
export async function runOnGateway(
  name: string,
  { settings, mostSeconds }: { readonly settings: Readonly<Record<string, string>>; readonly mostSeconds: number },
  perform: (gateway: OneGateway) => Promise<number>,
): Promise<never> {
  const deadline = setTimeout(() => {
    print(`The run does not end within ${String(mostSeconds)} s.`);
    process.exit(1);
  }, mostSeconds * 1_000);
  const folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
  chmodSync(folder, 0o755);
  const token = `${name}-${randomBytes(24).toString('hex')}`;
  const cluster = await startCluster(path.join(folder, 'db'));
  const data = { DATABASE_URL: cluster.url, DATA_DIR: path.join(folder, 'data') };
  const fleet = makeFleet([{ ...data, BOOTSTRAP_TOKEN: token, DEMO: '1', LOG_LEVEL: 'error', ...settings }]);
  const begun = async (): Promise<number> => {
    await Promise.all(fleet.gateways.map((gateway) => gateway.start()));
    const [url = ''] = fleet.living();
    return perform({ url, token, fleet });
  };
  const code = await begun().finally(async () => {
    await fleet.stop();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  clearTimeout(deadline);
  process.exit(code);
}
