// A front before PostgreSQL that shows what a service shows a connection pool: as PgBouncer does, it gives sessions keys of
// its own and refuses settings in the startup packet. It keeps one connection for each, so it does not share them.
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import pg from 'pg';

/** A running front. */
export interface PoolFront {
  /** Its address for the database that it was started for. */
  readonly url: string;
  /** Everything that was sent through it, as text. */
  sent(): string;
  /** How many sessions it has opened. */
  sessions(): number;
  close(): Promise<void>;
}

/** Starts a front before the server of a database. */
export async function startPoolFront(databaseUrl: string): Promise<PoolFront> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: databaseUrl });
  const sockets = new Set<Socket>();
  const sent: string[] = [];
  let sessions = 0;
  const server = createServer((client) => {
    const behind = host.startsWith('/') ? connect(path.join(host, `.s.PGSQL.${String(port)}`)) : connect(port, host);
    sessions += 1;
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        behind.destroy();
      });
    }
    client.once('data', (startup) => {
      if (startup.includes('options\0')) client.end(refusal('unsupported startup parameter: options'));
      else behind.write(startup);
      client.on('data', (data) => {
        sent.push(data.toString('latin1'));
        behind.write(data);
      });
    });
    let isKeyed = false;
    behind.on('data', (data) => {
      // BackendKeyData: K, the length 12, the process, the key.
      const at = isKeyed ? -1 : data.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
      if (at >= 0) data.writeInt32BE(data.readInt32BE(at + 5) + 1_000_000, at + 5);
      isKeyed ||= at >= 0;
      client.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port.
  const address = server.address() as { readonly port: number };
  const account = password ? `${String(user)}:${password}` : String(user);
  return {
    url: `postgres://${account}@127.0.0.1:${String(address.port)}/${String(database)}`,
    sent: () => sent.join(''),
    sessions: () => sessions,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refusal(message: string): Buffer {
  const body = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
