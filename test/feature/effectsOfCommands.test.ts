// What each command of the command line answers, writes on both outputs, and changes in the database, whole.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companyCommands } from '../../src/commands/companyCommands.ts';
import { tenantCommands } from '../../src/commands/tenantCommands.ts';
import { tokenCommands } from '../../src/commands/tokenCommands.ts';
import { loadContract } from '../../src/contract/load.ts';
import { sql } from '../support/content.ts';
import { watchEffects } from '../support/effect.ts';
import { run, type Ended } from '../support/runCommand.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { apiClient, subscribe } from '../support/webhooks.ts';

let service: TestService;
let tenant: Tenant;
const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-effects-'));

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

const commands = { ...tokenCommands, ...tenantCommands, ...companyCommands };

const commonplace = (...words: readonly string[]): Promise<Ended> =>
  run(commands, words, {
    onDatabase: (work) => work({ database: service.services.database, contract: loadContract(), embeddedUrl: null }),
    files: () => service.services.files,
  });

/** How a command ended and what it changed, with names for what the test knows. */
async function effect(
  words: readonly string[],
  names: Readonly<Record<string, string>> = {},
): Promise<Ended & { readonly rows: readonly string[] }> {
  let ended: Ended = { code: -1, out: [], err: [] };
  const rows = await watchEffects(service, null, { tenant: tenant.company, ...names })(async () => {
    ended = await commonplace(...words);
  });
  const named = (text: string): string =>
    Object.entries({ tenant: tenant.company, ...names })
      .reduce((said, [name, value]) => said.replaceAll(value, name), text)
      .replace(/ccs_[\w-]+/g, 'token')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'urn')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'instant')
      .replace(/\d{4}-\d\d-\d\d/g, 'day');
  return { code: ended.code, out: ended.out.map(named), err: ended.err.map(named), rows };
}

describe('Tokens', () => {
  test('are created for the first administrator, or for a client by urn or client id', async () => {
    const { urn: client, clientID } = await apiClient(tenant);
    const administrator = String(
      (await tenant.rest('GET', '/n/v1/apiclients?filter[name]=Administrator')).body.apiclients[0].urn,
    );
    expect(await effect(['token', 'create', '--days', '2'], { administrator })).toEqual({
      ...{ code: 0, err: [] },
      out: ['token\n  urn      urn\n  expires  instant'],
      rows: [
        '+ api_client_bearer_token 1 api_client=administrator expiration_timestamp=now+2d name=Created on the command line token_prefix=8 of a token labels=[] owner=tenant token_hash=digest',
      ],
    });
    const words = ['token', 'create', '--name', 'Till', '--client', clientID, '--json'];
    expect(await effect(words, { client })).toEqual({
      ...{ code: 0, err: [] },
      out: ['{"urn":"urn","token":"token","expires":"instant"}'],
      rows: [
        '+ api_client_bearer_token 1 api_client=client expiration_timestamp=now+90d name=Till token_prefix=8 of a token labels=[] owner=tenant token_hash=digest',
      ],
    });
  });

  test('are created for no client that is disabled or deleted', async () => {
    for (const end of ['PATCH', 'DELETE']) {
      const { urn } = await apiClient(tenant);
      await tenant.rest(end, `/n/v1/apiclient/${urn}`, end === 'PATCH' ? { body: { status: 'DISABLED' } } : {});
      const said = { code: 1, out: [], err: ['There is no active API client with this urn.'], rows: [] };
      expect(await effect(['token', 'create', '--client', urn])).toEqual(said);
    }
  });

  test('are listed newest first, those that hold, or all', async () => {
    const { urn } = await apiClient(tenant);
    const more = async (name: string): Promise<string> =>
      String(
        JSON.parse((await commonplace('token', 'create', '--name', name, '--client', urn, '--json')).out[0] ?? '').urn,
      );
    const [revoked, expired, deleted] = [await more('Revoked'), await more('Expired'), await more('Deleted')];
    await more('Holds');
    await commonplace('token', 'revoke', revoked);
    await tenant.rest('DELETE', `/n/v1/apiclientbearertoken/${deleted}`);
    await sql(service, `UPDATE api_client_bearer_token SET expiration_timestamp = now() WHERE urn = $1`, [expired]);
    const listed = async (...more: string[]): Promise<unknown[]> => {
      const { code, out, err, rows } = await effect(['token', 'list', '--json', ...more]);
      expect([code, err, rows]).toEqual([0, [], []]);
      return out.map((line) => JSON.parse(line) as Record<string, unknown>).slice(0, 4);
    };
    const all = {
      urn: 'urn',
      client: 'Receiver',
      company: 'Tenant',
      prefix: 'token',
      expires: 'instant',
      lastUsed: null,
    };
    const lasting = { ...all, revoked: null };
    expect((await listed('--all')).slice(0, 3)).toEqual([
      { ...lasting, name: 'Holds' },
      { ...lasting, name: 'Expired' },
      { ...all, name: 'Revoked', revoked: 'instant' },
    ]);
    expect((await listed())[0]).toEqual({ ...lasting, name: 'Holds' });
    const names = (await listed()).map((one) => (one as { name: unknown }).name);
    expect(names).not.toContain('Expired');
    expect(names).not.toContain('Revoked');
  });

  test('are revoked, once', async () => {
    const { out } = await commonplace('token', 'create', '--json');
    const { urn: token } = JSON.parse(out[0] ?? '') as { urn: string };
    const words = ['token', 'revoke', token];
    expect(await effect(words, { token })).toEqual({
      ...{ code: 0, out: ['revoked token'], err: [] },
      rows: [
        '~ access_epoch tenant epoch',
        '~ api_client_bearer_token token at the same version revoked_timestamp=null→now',
      ],
    });
    const again = { code: 1, out: [], err: ['No single token has a urn that starts with this text.'], rows: [] };
    expect(await effect(words, { token })).toEqual(again);
  });
});

describe('Tenants', () => {
  test('are created with an administrator, a client and a token', async () => {
    const { code, out, err, rows } = await effect(['tenant', 'create', ' Northern Library ']);
    expect([code, out, err]).toEqual([0, ['token\n  tenant  Northern Library\n  urn     urn'], []]);
    const isGrant = (row: string): boolean => row.startsWith('+ permission ');
    const whose = ' owner=company 1';
    expect(rows.filter((row) => !isGrant(row)).map((row) => row.replace(/client_id=\S+ /, ''))).toEqual([
      '+ access_epoch company 1',
      `+ api_client 1${whose} scope=api name=Administrator type=SERVER access_level=COMPANY identity=identity 1 status=ACTIVE allowed_origins=[] redirect_uris=[] grant_types=[] require_if_match=false trusted_documents_only=false requests_per_minute=60000 tenant=company 1`,
      `+ api_client_bearer_token 1 api_client=api_client 1 expiration_timestamp=now+3650d name=First token token_prefix=8 of a token labels=[]${whose} tenant=company 1 token_hash=digest`,
      `+ company 1${whose} name=Northern Library organisation=organisation 1 tenant=company 1`,
      `+ identity 1${whose} name=Administrator type=SERVICE tenant=company 1`,
      `+ organisation 1 name=Northern Library default_language=en${whose} tenant=company 1`,
      ...['DEFAULT', 'COMMENTER', 'EDITOR', 'PUBLISHER', 'ADMIN'].map(
        (name, at) => `+ role ${String(at + 1)}${whose} name=${name} is_built_in=true tenant=company 1`,
      ),
    ]);
    const rest = `subject_scope=ROLE object_urn=company 1 object_scope=COMPANY label=`;
    const grants = rows.filter(isGrant).map((row) => row.replace(/^\+ permission \d+/, ''));
    const each = [
      ['READ'],
      ['COMMENT'],
      ['CREATE', 'UPDATE', 'COMMENT'],
      ['CREATE', 'UPDATE', 'COMMENT', 'PUBLISH'],
      ['ADMIN'],
    ];
    expect(grants.sort()).toEqual(
      each
        .flatMap((labels, at) =>
          labels.map(
            (label) =>
              `${whose} subject_urn=role ${String(at + 1)} ${rest}${label} granted_by={urn:null type:SYSTEM name:null} tenant=company 1`,
          ),
        )
        .sort(),
    );
  });

  test('are disabled and enabled, which wakes their webhooks; what repeats it changes nothing', async () => {
    const other = await service.tenant();
    const hook = await subscribe(other, (await apiClient(other)).urn, 'https://hooks.example.com/');
    await sql(service, `UPDATE webhook_pace SET wake_timestamp = 'infinity' WHERE subscription = $1`, [hook]);
    const names = { other: other.company, hook };
    const disable = ['tenant', 'disable', other.company];
    expect(await effect(disable, names)).toEqual({
      ...{ code: 0, out: ['Tenant is disabled.'], err: [] },
      rows: ['~ access_epoch other epoch', '+ disabled_tenant other since_timestamp=now'],
    });
    expect(await effect(disable, names)).toEqual({ code: 0, out: ['Tenant is disabled.'], err: [], rows: [] });
    const enable = ['tenant', 'enable', other.company];
    expect(await effect(enable, names)).toEqual({
      ...{ code: 0, out: ['Tenant is enabled.'], err: [] },
      rows: [
        '~ access_epoch other epoch',
        '- disabled_tenant other',
        '~ webhook_pace hook wake_timestamp=infinity→now',
      ],
    });
    expect(await effect(enable, names)).toEqual({ code: 0, out: ['Tenant is enabled.'], err: [], rows: [] });
  });

  test('are listed with how many companies and tokens that hold they have', async () => {
    const third = await service.tenant();
    const { urn } = await apiClient(third);
    const [revoked, expired] = [0, 1].map(() => commonplace('token', 'create', '--client', urn, '--json'));
    const urnOf = async (made: Promise<Ended> | undefined): Promise<string> =>
      (JSON.parse((await made)?.out[0] ?? '') as { urn: string }).urn;
    await commonplace('token', 'revoke', await urnOf(revoked));
    const text = `UPDATE api_client_bearer_token SET expiration_timestamp = now() WHERE urn = $1`;
    await sql(service, text, [await urnOf(expired)]);
    const branch = { name: 'Branch', parentCompany: third.company, owner: third.company };
    await third.rest('POST', '/n/v1/company', { body: branch });
    const { out, ...rest } = await effect(['tenant', 'list', '--json'], { third: third.company });
    expect(rest).toEqual({ code: 0, err: [], rows: [] });
    const last = JSON.parse(out.at(-1) ?? '') as unknown;
    const plain = { urn: 'third', name: 'Tenant', created: 'instant', disabled: null };
    expect(last).toEqual({ ...plain, companies: 2, tokens: 2 });
  });

  test('are purged only when they are disabled, and only that one', async () => {
    const gone = await service.tenant();
    const words = ['tenant', 'purge', gone.company, '--name', 'Tenant'];
    const early = await effect(words);
    expect([early.code, early.out, early.rows]).toEqual([1, [], []]);
    await commonplace('tenant', 'disable', gone.company);
    const soon = await effect(words);
    expect([soon.code, soon.out, soon.err, soon.rows]).toEqual([
      ...[1, []],
      ['The tenant was served until a minute ago, and requests may be under way: try again.'],
      [],
    ]);
    const before = `UPDATE disabled_tenant SET since_timestamp = now() - interval '2 minutes' WHERE tenant = $1`;
    await sql(service, before, [gone.company]);
    const dry = await effect([...words, '--dry-run']);
    expect([dry.code, dry.err, dry.rows]).toEqual([0, [], []]);
    const wrong = await effect(['tenant', 'purge', gone.company, '--name', 'Another']);
    expect([wrong.code, wrong.out, wrong.rows]).toEqual([1, [], []]);
    const purged = await effect(words, { gone: gone.company });
    expect([purged.code, purged.err]).toEqual([0, []]);
    expect(purged.rows.filter((line) => !line.startsWith('-'))).toEqual(['~ access_epoch gone epoch']);
    expect(purged.out).toEqual([dry.out[0]?.replace('has', 'is removed:')]);
    const left = await sql(service, `SELECT 1 FROM company WHERE tenant = $1`, [gone.company]);
    expect(left).toEqual([]);
    expect((await tenant.rest('GET', '/n/v1/clientcontext')).status).toBe(200);
  });
});

describe('A company', () => {
  test('is exported, and imported where it is already changes nothing', async () => {
    const other = await service.tenant();
    const file = path.join(folder, 'company.ndjson');
    const exported = await effect(['export', file, '--company', other.company]);
    expect([exported.code, exported.out, exported.rows]).toEqual([0, [], []]);
    const imported = await effect(['import', file], { other: other.company });
    expect([imported.code, imported.err, imported.rows]).toEqual([0, [], []]);
  });
});
