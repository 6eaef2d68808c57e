// How often a service waits for PostgreSQL: a connection in between that notes what is sent between two answers. It runs in
// the service's own process, and so reads at once whatever the service has sent in one turn.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** A way to a database that notes round trips. */
export interface RoundTrips {
  /** The address of the database by this way. */
  readonly url: string;
  /** What was sent together, of each transaction whose bytes hold the text, in the order of their ends. */
  ofTransactionWith(text: string): string[][];
  /** What was sent together outside of transactions, holding the text. */
  aloneWith(text: string): string[];
  close(): Promise<void>;
}

/** What is sent between two answers. */
interface Flight {
  text: string;
}

const texts = (flights: readonly Flight[]): string[] => flights.map(({ text }) => text);

/** Opens a way to the database. */
export async function openRoundTrips(databaseUrl: string): Promise<RoundTrips> {
  const { host, port } = new pg.Client({ connectionString: databaseUrl });
  const sockets = new Set<Socket>();
  const transactions: Flight[][] = [];
  const alone: Flight[] = [];
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${String(port)}`) : connect(port, host);
    let flight: Flight | null = null;
    let open: Flight[] | null = null;
    for (const socket of [near.setNoDelay(true), far.setNoDelay(true)]) {
      sockets.add(socket);
      // The other end learns of it by the end of its own socket.
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    near.on('data', (data) => {
      const text = data.toString('latin1');
      if (text.includes('START TRANSACTION')) open = [];
      if (flight) flight.text += text;
      else {
        flight = { text };
        (open ?? alone).push(flight);
      }
      if (open && text.includes('COMMIT\0')) {
        transactions.push(open);
        open = null;
      }
      far.write(data);
    });
    far.on('data', (data) => {
      flight = null;
      near.write(data);
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl.replace('@/', '@localhost/'));
  for (const name of ['host', 'port']) url.searchParams.delete(name);
  url.host = `127.0.0.1:${String(typeof address === 'object' && address ? address.port : 0)}`;
  return {
    url: url.href,
    ofTransactionWith: (text) => transactions.map(texts).filter((sent) => sent.some((one) => one.includes(text))),
    aloneWith: (text) => texts(alone).filter((one) => one.includes(text)),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
