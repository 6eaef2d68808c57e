// A door before PostgreSQL: what a service sees of a database that comes late, goes away and comes back.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** An open door. */
export interface DatabaseDoor {
  /** The database's address through it. */
  readonly url: string;
  /** Ends every connection through it, and takes no more. */
  close(): Promise<void>;
}

/** The address of a database through a door on the port. */
export function throughDoor(databaseUrl: string, port: number): string {
  const { user, password, database } = new pg.Client({ connectionString: databaseUrl });
  const secret = password ? `:${encodeURIComponent(password)}` : '';
  return `postgres://${user ?? ''}${secret}@127.0.0.1:${String(port)}/${database ?? ''}`;
}

/** Forwards connections on the port to the server of a database. */
export async function openDoor(databaseUrl: string, port: number): Promise<DatabaseDoor> {
  const { host, port: serverPort } = new pg.Client({ connectionString: databaseUrl });
  const inside = new Set<Socket>();
  const door = createServer((socket) => {
    const outside = host.startsWith('/')
      ? connect({ path: `${host}/.s.PGSQL.${String(serverPort)}` })
      : connect({ host, port: serverPort });
    inside.add(socket);
    socket.pipe(outside).pipe(socket);
    socket.on('error', () => outside.destroy());
    socket.on('close', () => {
      inside.delete(socket);
      outside.destroy();
    });
    outside.on('error', () => socket.destroy());
  });
  door.listen(port, '127.0.0.1');
  await once(door, 'listening');
  return {
    url: throughDoor(databaseUrl, port),
    async close() {
      const closed = once(door, 'close');
      door.close();
      for (const socket of inside) socket.destroy();
      await closed;
    },
  };
}
