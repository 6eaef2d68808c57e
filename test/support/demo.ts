// A service with the demo in it, as `commonplace seed` writes it.
import { databaseCommands } from '../../src/commands/databaseCommands.ts';
import type { CommandParts } from '../../src/commands/command.ts';
import { runCommandLine } from '../../src/commands/commandLine.ts';
import { readConfig } from '../../src/config/config.ts';
import { writeDemo } from '../../src/demo/writeDemo.ts';
import { startService, type TestService } from './service.ts';

/** A service with the demo, its administrator's token and that of its content client. */
export interface DemoService extends TestService {
  readonly token: string;
  readonly readerToken: string;
}

/** Starts it; settings and parts are those of `startService`. */
export async function startDemoService(
  environment: Parameters<typeof startService>[0] = {},
  parts: Parameters<typeof startService>[1] = {},
): Promise<DemoService> {
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  let isWritten = false;
  const service = await startService(environment, parts, async (services) => {
    // Other processes of the same database find it there.
    if (isWritten) return;
    isWritten = true;
    const commands = databaseCommands((write) => write(services), writeDemo);
    const needed: Partial<CommandParts> = { config: () => readConfig(environment), print: say, warn: say };
    const code = await runCommandLine(['seed'], commands, needed as CommandParts);
    if (code !== 0) throw new Error(said.join('\n'));
  });
  const [, token = '', readerToken = ''] =
    /^Administrator {2}(\S+)\nRead-only app {2}(\S+)$/.exec(said.join('\n')) ?? [];
  return { ...service, token, readerToken };
}
