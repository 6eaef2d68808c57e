// Before each file of the project `unit`: what would start a process, a thread or a server, or open a connection, throws instead.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import threads from 'node:worker_threads';

const refuse = (what: string) =>
  function refused(): never {
    throw new Error(
      `A unit test starts nothing, and this one starts ${what}: it belongs in another folder (CONTRIBUTING.md).`,
    );
  };

for (const name of ['spawnSync', 'execFileSync', 'execSync'] as const) childProcess[name] = refuse('a process');
Object.assign(childProcess.ChildProcess.prototype, { spawn: refuse('a process') });
threads.Worker = refuse('a thread') as unknown as typeof threads.Worker;
net.Server.prototype.listen = refuse('a server');
net.Socket.prototype.connect = refuse('a connection');
syncBuiltinESMExports();
