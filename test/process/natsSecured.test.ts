// A service with a NATS server that requires a user and TLS: it publishes to the stream as usual, and without the right
// password, or without trust in the certificate, it runs without NATS.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { natsProgram, startNatsServer, withNats, type NatsServer } from '../support/natsServer.ts';
import { webhookKeys } from '../support/webhookKeys.ts';
import { eventually } from '../support/webhooks.ts';
import { makeServicePlayground } from './serviceProcess.ts';

const openssl = ['/usr/bin/openssl', '/usr/local/bin/openssl', '/opt/homebrew/bin/openssl'].find((file) =>
  existsSync(file),
);
const name = withNats('a NATS server with a password and TLS');

describe.skipIf(!natsProgram || !openssl)(openssl ? name : `${name} (skipped: no openssl is installed here)`, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-certificate-'));
  const tls = { certificate: path.join(folder, 'certificate.pem'), key: path.join(folder, 'key.pem') };
  const security = { user: 'commonplace', password: 'of-the-stream', tls };
  const playground = makeServicePlayground();
  const keys = webhookKeys();
  let nats: NatsServer;
  let database: TestDatabase;

  beforeAll(async () => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', tls.key];
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
    execFileSync(openssl ?? '', ['req', '-x509', ...key, ...names, '-out', tls.certificate], { stdio: 'ignore' });
    nats = await startNatsServer(security);
    database = await createDatabase();
  });
  afterEach(() => playground.clear());
  afterAll(async () => {
    await nats.clear();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const settings = (more: Readonly<Record<string, string>>) => ({
    DATABASE_URL: database.url,
    DEMO: '0',
    NATS_URL: nats.url,
    ...keys,
    NODE_EXTRA_CA_CERTS: tls.certificate,
    ...more,
  });

  async function streams(): Promise<number> {
    const { user, password: pass } = security;
    const connection = await connect({ servers: new URL(nats.url).host, user, pass, tls: { caFile: tls.certificate } });
    try {
      return (await (await jetstreamManager(connection)).streams.list().next()).length;
    } finally {
      await connection.close();
    }
  }

  test('refuses a service with a wrong password or without trust in it, which logs it and serves all the same', async () => {
    const strangers: readonly Record<string, string>[] = [
      { NATS_URL: nats.url.replace(security.password, 'guessed') },
      { NODE_EXTRA_CA_CERTS: '' },
    ];
    for (const stranger of strangers) {
      const service = await playground.startReady(settings(stranger));
      await eventually(
        async () => service.output.err,
        (log) => /authorization violation|self-signed certificate/i.test(log),
      );
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      await playground.clear();
    }
    expect(await streams()).toBe(0);
  });

  test('carries the events of a service that has both', async () => {
    await playground.startReady(settings({}));
    expect(await eventually(streams, (count) => count > 0)).toBe(1);
  });
});
