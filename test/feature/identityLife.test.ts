// The end of identities: merging two into one with everything that refers to them, exporting what is stored about a
// person, and erasing who a person is while keeping what was written.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client, RestAnswer } from '../support/client.ts';
import { community, membership, type Community, type Person } from '../support/community.ts';
import { eventsOf, sql, type Body } from '../support/content.ts';
import { createNativeClient, obtainTokens, refresh, signIn } from '../support/oauth.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { bareTask } from '../support/work.ts';

let service: SharedService;
let town: Community;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});

const at = (path: string, as: Client = town.admin): Promise<RestAnswer> => as.rest('GET', `/n/v1/${path}`);
const merge = (into: string, from: string, as: Client = town.admin): Promise<RestAnswer> =>
  as.rest('POST', `/n/v1/identity/${into}/merge`, { body: { from: { urn: from } } });
const erase = (urn: string, as: Client = town.admin): Promise<RestAnswer> =>
  as.rest('POST', `/n/v1/identity/${urn}/erase`);

const identity = (name: string | null, more: Record<string, unknown> = {}): Promise<string> =>
  town.make('identity', { ...(name === null ? {} : { name }), companies: [], ...more });

const contact = (email: string): Record<string, unknown> => ({
  persons: [{ names: [{ givenName: 'Ada', familyName: 'Byron' }], birthDate: '1815-12-10' }],
  emails: [{ email, isPrimary: true }],
  telephones: [{ number: '+44 20 7946 0000', isPrimary: true }],
  addresses: [{ street: 'St James Square 12', postalCode: 'SW1Y', isPrimary: true }],
  clientIdentifiers: [{ domain: 'crm', token: email }],
});

/** Tables with a row that holds the text. */
async function tablesHolding(text: string): Promise<string[]> {
  const tables = await sql(
    service,
    `SELECT relname AS t FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  );
  const each = tables.map(
    ({ t }) => `SELECT '${String(t)}' AS t WHERE EXISTS (SELECT 1 FROM "${String(t)}" x WHERE x::text ~ $1)`,
  );
  return (await sql(service, each.join(' UNION ALL '), [text])).map(({ t }) => String(t));
}

/** Every place in the database that refers to a urn, as `table.column`. */
async function placesNaming(urn: string): Promise<string[]> {
  // Until then its words wait to be taken out of the search index.
  await expect.poll(() => sql(service, 'SELECT 1 FROM search_row_queue WHERE urn = $1', [urn])).toEqual([]);
  const columns = await sql(
    service,
    `SELECT table_name AS t, column_name AS c FROM information_schema.columns WHERE table_schema = 'public'
     AND data_type IN ('uuid', 'json', 'jsonb') AND table_name = ANY($1) ORDER BY 1, 2`,
    [await tablesHolding(urn)],
  );
  const places: string[] = [];
  for (const { t, c } of columns) {
    const [found] = await sql(
      service,
      `SELECT EXISTS (SELECT 1 FROM "${String(t)}" WHERE "${String(c)}"::text LIKE '%' || $1 || '%') AS is`,
      [urn],
    );
    if (found?.['is'] === true) places.push(`${String(t)}.${String(c)}`);
  }
  return places;
}

describe('a merge', () => {
  test('moves what belongs to the identity and every reference to it, leaves the other nowhere, and announces it', async () => {
    const { company } = town.admin;
    const [kept, gone] = [
      await identity('Ada'),
      await identity('Ada Byron', { ...contact('ada@example.org'), language: 'en', timeZone: 'Asia/Tokyo' }),
    ];
    await town.admin.rest('PATCH', `/n/v1/identity/${kept}`, { body: { timeZone: 'Europe/London' } });
    const branch = await town.make('company', { name: 'Branch', parentCompany: company });
    await town.admin.rest('PATCH', `/n/v1/identity/${gone}`, { body: { companies: [branch] } });
    const group = await town.group();
    const joined = await town.make('groupmembership', membership(group, gone));
    const thread = await town.make('messagethread', { group });
    const post = await town.make('threadpost', { messageThread: thread, authorIdentity: gone, content: 'Hello' });
    const mention = await town.make('threadpost', { messageThread: thread, content: 'Ada?', mentions: [gone] });
    const project = await town.make('project', { name: 'Engine', lead: gone });
    const task = await town.make('task', {
      ...bareTask,
      title: 'Notes',
      assignee: gone,
      associatedIdentities: [gone, kept],
    });
    await town.admin.rest('PATCH', `/n/v1/task/${task}`, { body: { assignee: null } });
    await town.admin.rest('PATCH', `/n/v1/task/${task}`, { body: { assignee: gone } });
    const invoice = await town.make('paymentinvoice', {
      number: 'A-1',
      customerIdentity: gone,
      currencyCode: 'GBP',
      lines: [{ description: 'Cards', unitPriceUnitValue: 100 }],
    });
    const edge = await town.grant('IDENTITY', gone, 'PROJECT', project, 'READ');
    await town.grant('IDENTITY', kept, 'IDENTITY', gone, 'READ');

    const { status, body, text } = await merge(kept, gone);
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ urn: kept, name: 'Ada', language: 'en', companies: [{ urn: branch }] });
    expect(body.timeZone).toBe('Europe/London');
    expect(body.emails.map((one: Body) => one.email)).toEqual(['ada@example.org']);
    expect(body.clientIdentifiers.map((one: Body) => one.token)).toEqual(['ada@example.org']);
    expect([body.persons.length, body.telephones.length, body.addresses.length]).toEqual([1, 1, 1]);
    expect((await at(`identity/${gone}`)).status).toBe(404);
    for (const [path, member] of [
      [`groupmembership/${joined}`, 'identity'],
      [`threadpost/${post}`, 'authorIdentity'],
      [`project/${project}`, 'lead'],
      [`task/${task}`, 'assignee'],
      [`paymentinvoice/${invoice}`, 'customerIdentity'],
    ] as const) {
      expect([path, (await at(path)).body[member].urn]).toEqual([path, kept]);
    }
    expect((await at(`permission/${edge}`)).body.subjectUrn).toBe(kept);
    expect((await at(`threadpost/${mention}`)).body.mentions.map((one: Body) => one.urn)).toEqual([kept]);
    // It was associated twice and now is once.
    expect((await at(`task/${task}`)).body.associatedIdentities.map((one: Body) => one.urn)).toEqual([kept]);
    const logs = (await at(`tasklogs?filter[task]=${task}&filter[activity][in]=ASSIGNED,UNASSIGNED`)).body.tasklogs;
    expect(logs.map((log: Body) => [log.subject.urn, log.fromValue, log.toValue])).toEqual([
      [kept, kept, null],
      [kept, null, kept],
    ]);
    const lookedUp = await at(
      'identities?filter[clientIdentifier.domain]=crm&filter[clientIdentifier.token]=ada@example.org',
    );
    expect(lookedUp.body.identities.map((one: Body) => one.urn)).toEqual([kept]);

    // Only the row itself, and records of what happened before, still refer to it.
    expect(await placesNaming(gone)).toEqual([
      'identity.urn',
      'identity_end.urn',
      'permission_audit.object_urn',
      'permission_audit.subject_urn',
      'resource.urn',
      'webhook_trigger.target_urn',
    ]);
    expect((await eventsOf(service, gone)).at(-1)).toBe('DELETE');
    expect((await eventsOf(service, kept)).at(-1)).toBe(
      'UPDATE language,persons,emails,telephones,addresses,clientIdentifiers,companies,updatedTimestamp',
    );
    expect((await eventsOf(service, joined)).at(-1)).toBe('UPDATE identity,updatedTimestamp');
    expect((await eventsOf(service, task)).at(-1)).toBe('UPDATE assignee,associatedIdentities,updatedTimestamp');
    const restored = await town.admin.rest('POST', `/n/v1/identity/${gone}/restore`);
    expect([restored.status, restored.body.code]).toEqual([409, 'CONFLICT']);
  });

  test('combines what must be unique: a membership, an e-mail address, primary contacts, unread counts', async () => {
    const [anna, other] = [await town.person('Anna'), await identity('Anna too', contact('anna@example.org'))];
    for (const [path, body] of [
      ['email', { email: 'anna@example.org' }],
      ['telephone', { number: '+49 30 1', isPrimary: true }],
    ] as const) {
      await town.make(path, { identity: anna.identity, ...body });
    }
    const writer = await town.person('Writer');
    const [common, banned, alone] = [await town.group(), await town.group(), await town.group()];
    await town.join(common, anna, writer);
    await town.make('groupmembership', membership(common, other, { role: 'MODERATOR' }));
    const [ban] = await town.join(banned, anna);
    const theirs = await town.make('groupmembership', membership(banned, other));
    await town.admin.rest('PATCH', `/n/v1/groupmembership/${theirs}`, { body: { status: 'BANNED_BY_OWNER' } });
    await town.make('groupmembership', membership(alone, other));

    const thread = await town.make('messagethread', { group: common });
    const say = (authorIdentity: string): Promise<string> =>
      town.make('threadpost', { messageThread: thread, authorIdentity, content: 'Well' });
    await say(writer.identity);
    await say(other);
    await say(writer.identity);
    expect((await unread(anna, thread)).notificationCount).toBe(3);

    await sql(service, `UPDATE "email" SET "is_verified" = true WHERE "identity" = $1`, [other]);
    expect((await merge(anna.identity, other)).status).toBe(200);
    // What the other one wrote is her own now.
    expect((await unread(anna, thread)).notificationCount).toBe(2);
    const { body } = await at(`identity/${anna.identity}`);
    expect(body.emails.map((one: Body) => [one.email, one.isPrimary, one.isVerified])).toEqual([
      ['anna@example.org', false, true],
    ]);
    expect(body.telephones.filter((one: Body) => one.isPrimary).map((one: Body) => one.number)).toEqual(['+49 30 1']);
    const held = (await at(`groupmemberships?filter[identity]=${anna.identity}&limit=10`)).body.groupmemberships;
    expect(Object.fromEntries(held.map((one: Body) => [one.group.urn, [one.status, one.role]]))).toEqual({
      [common]: ['ACTIVE', 'MODERATOR'],
      [banned]: ['BANNED_BY_OWNER', 'MEMBER'],
      [alone]: ['ACTIVE', 'MEMBER'],
    });
    const barred = (await at(`groupmembership/${String(ban)}`)).body;
    expect([barred.status, barred.version]).toEqual(['BANNED_BY_OWNER', 2]);
    // Whoever follows them hears of it; what stays as it was keeps its time.
    const { urn: phone } = body.telephones.find((one: Body) => !one.isPrimary);
    for (const [urn, changed] of [
      [ban, 'status,statusTimestamp'],
      [body.emails[0].urn, 'isVerified,verifiedTimestamp'],
      [phone, 'isPrimary,identity'],
    ]) {
      expect((await eventsOf(service, urn)).at(-1)).toBe(`UPDATE ${String(changed)},updatedTimestamp`);
    }
    const only = held.find((one: Body) => one.group.urn === alone);
    expect(only.statusTimestamp).toBe(only.createdTimestamp);
    // A later post is counted once and reaches her.
    await say(writer.identity);
    expect((await unread(anna, thread)).notificationCount).toBe(3);
  });

  test('leaves a group that was deleted, and a thread, as restorable as they were, with one membership and notification', async () => {
    const [kept, gone, erased, barred] = await Promise.all(['A', 'B', 'C', 'D'].map((name) => identity(name)));
    const [group, other] = [await town.group(), await town.group()];
    const members: Record<string, string> = {};
    for (const one of [kept, gone, erased, barred]) {
      members[String(one)] = await town.make('groupmembership', membership(group, String(one)));
      await town.make('groupmembership', membership(other, String(one)));
    }
    const thread = await town.make('messagethread', { group: other });
    await town.make('threadpost', { messageThread: thread, content: 'All of you' });
    const out = `/n/v1/groupmembership/${String(members[String(gone)])}`;
    expect((await town.admin.rest('PATCH', out, { body: { status: 'BANNED_BY_OWNER' } })).status).toBe(200);
    const both = [`/n/v1/group/${group}`, `/n/v1/messagethread/${thread}`];
    for (const path of both) expect((await town.admin.rest('DELETE', path)).status).toBe(204);
    expect((await merge(String(kept), String(gone))).status).toBe(200);
    expect((await erase(String(erased))).status).toBe(202);
    for (const path of both) expect((await town.admin.rest('POST', `${path}/restore`)).status, path).toBe(200);
    const back = async (list: string, of: string): Promise<unknown> =>
      Object.fromEntries(
        (await at(`${list}?filter${of}`)).body[list].map((one: Body) => [one.identity.urn, one.status]),
      );
    expect(await back('groupmemberships', `[group]=${group}`)).toEqual({
      [String(kept)]: 'BANNED_BY_OWNER',
      [String(barred)]: 'ACTIVE',
    });
    const notified = `SELECT "identity" FROM "message_thread_notification" WHERE "message_thread" = $1 AND "deleted_timestamp" IS NULL`;
    const rows = await sql(service, notified, [thread]);
    expect(rows.map((row) => row['identity']).sort()).toEqual([kept, barred].sort());
  });

  // Both are locked in the order of their urns.
  test.each(['ab', 'ba'])(
    'requires ADMIN on both and on all companies, and changes nothing else: %s',
    async (order) => {
      const [kept = '', gone = ''] = [...order].map((digit) => digit + crypto.randomUUID().slice(1));
      for (const urn of [kept, gone]) await identity('Named', { urn });
      const helper = await town.person('Helper', []);
      expect((await merge(kept, gone, helper)).status).toBe(404);
      await town.grant('IDENTITY', helper.identity, 'IDENTITY', kept, 'MANAGE');
      expect((await merge(kept, gone, helper)).status).toBe(403);
      await town.grant('IDENTITY', helper.identity, 'IDENTITY', kept, 'ADMIN');
      const unseen = await merge(kept, gone, helper);
      expect([unseen.status, unseen.body.errors[0]]).toMatchObject([422, { path: '/from', code: 'INVALID_REFERENCE' }]);
      // Both identities are his to administer, but not the company whose rights one of them would bring along.
      await town.grant('IDENTITY', helper.identity, 'IDENTITY', gone, 'ADMIN');
      expect((await merge(kept, gone, helper)).status).toBe(403);
      expect(
        (await service.client(null).rest('POST', `/n/v1/identity/${kept}/merge`, { body: { from: gone } })).status,
      ).toBe(401);

      const stranger = await service.tenant();
      const foreign = await stranger.rest('POST', '/n/v1/identity', {
        body: { owner: stranger.company, name: 'X', companies: [] },
      });
      const branch = await town.make('company', { name: 'Other branch', parentCompany: town.admin.company });
      const elsewhere = await identity('Elsewhere', { owner: branch });
      for (const [from, code] of [
        [foreign.body.urn, 'INVALID_REFERENCE'],
        [kept, 'INVALID_REFERENCE'],
        [elsewhere, 'INVALID_REFERENCE'],
        ['nobody', 'INVALID_FORMAT'],
      ] as const) {
        const answer = await merge(kept, from);
        expect([answer.status, answer.body.errors[0].path, answer.body.errors[0].code]).toEqual([422, '/from', code]);
      }
      const headers = { 'if-match': '"9"' };
      const stale = await town.admin.rest('POST', `/n/v1/identity/${kept}/merge`, { headers, body: { from: gone } });
      expect(stale.status).toBe(412);
      expect((await at(`identity/${gone}`)).body.version).toBe(1);
      expect((await at(`identity/${kept}`)).body.version).toBe(1);
      // The version is that of the one that stays.
      await town.admin.rest('PATCH', `/n/v1/identity/${gone}`, { body: { name: 'Gone soon' } });
      const known = { headers: { 'if-match': '"1"' }, body: { from: gone } };
      expect((await town.admin.rest('POST', `/n/v1/identity/${kept}/merge`, known)).status).toBe(200);
    },
  );

  test('requires what the groups of either have', async () => {
    const below = await town.make('company', { name: 'Below' });
    const helper = await town.person('Helper', []);
    await town.grant('IDENTITY', helper.identity, 'COMPANY', below, 'ADMIN');
    const [kept, gone] = [await identity('Kept', { owner: below }), await identity('Gone', { owner: below })];
    const group = await town.group({ owner: below });
    await town.make('groupmembership', membership(group, gone));
    const edge = await town.grant('GROUP', group, 'PROJECT', await town.make('project', { name: 'Above' }), 'UPDATE');
    expect((await merge(kept, gone, helper)).status).toBe(403);
    await town.admin.rest('DELETE', `/n/v1/permission/${edge}`);
    expect((await merge(kept, gone, helper)).status).toBe(200);
  });

  test('into an anonymous identity is one of another anonymous identity', async () => {
    const [nobody, named] = [await identity(null), await identity('Named')];
    await sql(service, `UPDATE "identity" SET "type" = 'ANONYMOUS' WHERE "urn" = $1`, [nobody]);
    const refused = await merge(nobody, named);
    expect([refused.status, refused.body.errors[0]]).toMatchObject([422, { path: '/from', code: 'INVALID_REFERENCE' }]);
    expect((await merge(named, nobody)).status).toBe(200);
    const both = [await identity(null), await identity(null)] as const;
    await sql(service, `UPDATE "identity" SET "type" = 'ANONYMOUS' WHERE "urn" = ANY ($1)`, [both]);
    expect((await merge(...both)).status).toBe(200);
  });

  test('changes nothing that the identity says of itself', async () => {
    const own = { language: 'de', timeZone: 'Europe/London' };
    const kept = await identity('Ada', own);
    const gone = await identity('Byron', { language: 'en', timeZone: 'Asia/Tokyo' });
    expect((await merge(kept, gone)).body).toMatchObject({ name: 'Ada', ...own });
  });

  test('of two into each other at once leaves one', async () => {
    const [one, two] = [await identity('One'), await identity('Two')];
    const answers = await Promise.all([merge(one, two), merge(two, one)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await Promise.all([at(`identity/${one}`), at(`identity/${two}`)]);
    expect(left.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('is the same in the graph', async () => {
    const [kept, gone] = [await identity(null), await identity('Named')];
    const question = `mutation ($urn: ID!, $from: ID!) { mergeIdentities(urn: $urn, from: $from) { identity { urn name } userErrors { code path } } }`;
    const { mergeIdentities } = await town.admin.data(question, { urn: kept, from: gone });
    expect(mergeIdentities).toEqual({ identity: { urn: kept, name: 'Named' }, userErrors: [] });
    const again = await town.admin.data(question, { urn: kept, from: gone });
    expect(again.mergeIdentities.userErrors[0]).toMatchObject({ path: '/from', code: 'INVALID_REFERENCE' });
  });
});

async function unread(who: Person, thread: string): Promise<Body> {
  const { body } = await at(`messagethreadnotifications?filter[messageThread]=${thread}`, who);
  expect(body.messagethreadnotifications).toHaveLength(1);
  return body.messagethreadnotifications[0];
}

describe('an export', () => {
  test('holds everything about the person that the caller may see, by kind, as one object or line by line', async () => {
    const person = await identity('Grace', contact('grace@example.org'));
    const group = await town.group();
    await town.make('groupmembership', membership(group, person));
    const thread = await town.make('messagethread', { group });
    for (let at = 0; at < 3; at += 1) {
      await town.make('threadpost', { messageThread: thread, authorIdentity: person, content: `Post ${String(at)}` });
    }
    const task = await town.make('task', { ...bareTask, title: 'Moth', assignee: person });
    const about = await town.make('task', { ...bareTask, title: 'Of hers', associatedIdentities: [person] });
    const mention = { messageThread: thread, content: 'Grace?', mentions: [person] };
    await town.make('threadpost', mention);
    const held = await town.grant('IDENTITY', person, 'PROJECT', await town.make('project', { name: 'P' }), 'READ');
    const given = await town.grant('GROUP', group, 'IDENTITY', person, 'READ');
    const { status, body, headers } = await at(`identity/${person}/export`);
    expect(body.permissions.map((one: Body) => one.urn).sort()).toEqual([held, given].sort());
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(body.identity).toMatchObject({ urn: person, name: 'Grace' });
    expect(body.personnames.map((one: Body) => one.familyName)).toEqual(['Byron']);
    expect(body.persons[0].birthDate).toBe('1815-12-10');
    expect(body.threadposts.map((one: Body) => one.content)).toEqual(['Post 0', 'Post 1', 'Post 2', 'Grace?']);
    expect(body.tasks.map((one: Body) => one.urn).sort()).toEqual([task, about].sort());
    expect([body.emails.length, body.groupmemberships.length, body.projects]).toEqual([1, 1, []]);

    const response = await fetch(`${service.url}/n/v1/identity/${person}/export`, {
      headers: { authorization: `Bearer ${town.admin.token}`, accept: 'application/x-ndjson' },
    });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line): Body => JSON.parse(line));
    expect(lines[0]).toMatchObject({ kind: 'Identity', resource: { urn: person } });
    expect(lines.filter(({ kind }) => kind === 'ThreadPost').map(({ resource }) => resource.content)).toEqual(
      body.threadposts.map((one: Body) => one.content),
    );

    const { identityExport } = await town.admin.data(
      `query ($urn: ID!) { identityExport(urn: $urn) { isComplete identity { name } resources { __typename urn ... on ThreadPost { content } } } }`,
      { urn: person },
    );
    expect([identityExport.isComplete, identityExport.identity.name]).toEqual([true, 'Grace']);
    expect(identityExport.resources.map((one: Body) => one.urn).sort()).toEqual(
      lines
        .slice(1)
        .map(({ resource }) => resource.urn)
        .sort(),
    );
  });

  test('of more than a page of a kind is whole, and as one value holds 2,000 resources at most', async () => {
    const person = await identity('Many');
    const lead = (count: number): Promise<unknown> =>
      sql(
        service,
        `WITH made AS (INSERT INTO resource (urn, kind) SELECT gen_random_uuid(), 'Project' FROM generate_series(1, $2::int) RETURNING urn)
         INSERT INTO project (urn, version, owner, tenant, name, status, lead, created_timestamp, updated_timestamp)
           SELECT urn, 1, $1::uuid, $1::uuid, 'Led', 'ACTIVE', $3::uuid, now(), now() FROM made`,
        [town.admin.company, count, person],
      );
    const asValue = async (): Promise<Body> => {
      const question = `query ($urn: ID!) { identityExport(urn: $urn) { isComplete resources { urn } } }`;
      const { isComplete, resources } = (await town.admin.data(question, { urn: person })).identityExport;
      return [isComplete, resources.length, new Set(resources.map((one: Body) => one.urn)).size];
    };
    await lead(201);
    const { body } = await at(`identity/${person}/export`);
    expect(new Set(body.projects.map((one: Body) => one.urn)).size).toBe(201);
    expect([body.projects.length, body.url]).toEqual([201, `${service.url}/n/v1/identity/${person}/export`]);
    const [, before] = await asValue();
    await lead(2_000 - before);
    expect(await asValue()).toEqual([true, 2_000, 2_000]);
    await lead(1);
    expect(await asValue()).toEqual([false, 2_000, 2_000]);
  });

  test('omits what the caller may not see, and is not found by callers who may not read the identity', async () => {
    const person = await town.person('Mary', ['READ']);
    const hidden = await town.make('project', { name: 'Hidden', lead: person.identity });
    const limited = await town.person('Limited', []);
    await town.grant('IDENTITY', limited.identity, 'IDENTITY', person.identity, 'READ');
    const { status, body } = await at(`identity/${person.identity}/export`, limited);
    expect([status, body.identity.urn, body.projects]).toEqual([200, person.identity, []]);
    expect((await at(`identity/${person.identity}/export`)).body.projects.map((one: Body) => one.urn)).toEqual([
      hidden,
    ]);
    // Everyone may export their own identity.
    expect((await at(`identity/${person.identity}/export`, person)).status).toBe(200);
    expect((await at(`identity/${person.identity}/export`, await town.person('Nosy', []))).status).toBe(404);
    const question = `query ($urn: ID!) { identityExport(urn: $urn) { isComplete } }`;
    const nosy = await town.person('Nosy', []);
    expect((await nosy.data(question, { urn: person.identity })).identityExport).toBeNull();
    const refused = await town.admin.rest('GET', `/n/v1/identity/${person.identity}/export`, {
      headers: { accept: 'text/csv' },
    });
    expect(refused.status).toBe(406);
  });
});

describe('an erasure', () => {
  test('removes who it was everywhere, keeps what was written, and cannot be undone', async () => {
    const person = await identity('Unforgettable', {
      language: 'en',
      timeZone: 'Europe/London',
      persons: [{ names: [{ givenName: 'Zephyrine', familyName: 'Quillfeather' }], birthDate: '1801-02-03' }],
      emails: [{ email: 'secret-zq@example.org' }],
      telephones: [{ number: '+44 20 7123 9876' }],
      addresses: [{ street: 'Lamb Row 99', postalCode: 'ZQ1' }],
      clientIdentifiers: [{ domain: 'crm', token: 'outside-zq' }],
    });
    const group = await town.group();
    const member = await town.make('groupmembership', membership(group, person));
    const thread = await town.make('messagethread', { group });
    const post = await town.make('threadpost', {
      messageThread: thread,
      authorIdentity: person,
      content: 'What I said',
    });
    await town.make('threadpost', { messageThread: thread, content: 'What it was told' });
    const edge = await town.grant('IDENTITY', person, 'PROJECT', await town.make('project', { name: 'P' }), 'READ');
    const before = (await at(`identity/${person}`)).body;
    const parts = 'person email telephone address client_identifier group_membership message_thread_notification';
    const living = async (): Promise<unknown[]> =>
      Promise.all(
        parts.split(' ').map(async (table) => {
          const found = `SELECT 1 FROM "${table}" WHERE "identity" = $1 AND "deleted_timestamp" IS NULL`;
          return [table, (await sql(service, found, [person])).length];
        }),
      );
    expect(await living()).toEqual(parts.split(' ').map((table) => [table, 1]));
    // What had been deleted before is still retained: it must be erased too.
    await town.admin.rest('DELETE', `/n/v1/telephone/${String(before.telephones[0].urn)}`);

    const { status, body } = await erase(person);
    expect(status).toBe(202);
    expect(body).toMatchObject({ urn: person, name: null, type: 'ANONYMOUS', language: null, timeZone: null });
    expect(await living()).toEqual(parts.split(' ').map((table) => [table, 0]));
    for (const list of ['persons', 'emails', 'telephones', 'addresses', 'clientIdentifiers', 'companies']) {
      expect(body[list]).toEqual([]);
    }
    expect((await at(`threadpost/${post}`)).body).toMatchObject({
      content: 'What I said',
      authorIdentity: { urn: person },
    });
    expect((await at(`permission/${edge}`)).status).toBe(404);
    expect((await at(`groupmemberships?filter[identity]=${person}`)).body.groupmemberships).toEqual([]);
    expect((await eventsOf(service, before.emails[0].urn)).at(-1)).toBe('DELETE');
    expect((await eventsOf(service, person)).at(-1)).toBe(
      'UPDATE name,type,language,timeZone,persons,emails,telephones,addresses,clientIdentifiers,companies,updatedTimestamp',
    );
    const search = await town.make('search', {
      query: 'Unforgettable',
      includeScopes: ['IDENTITY', 'GROUP_MEMBERSHIP'],
    });
    expect((await at(`search/${search}`)).body.items).toEqual([]);

    const words = 'Unforgettable|secret-zq|Quillfeather|Zephyrine|1801-02|7123 9876|442071239876|Lamb Row|outside-zq';
    // The search above was made by the test itself.
    expect(await tablesHolding(words)).toEqual(['search']);
    const contacts = [`email/${String(before.emails[0].urn)}`, `telephone/${String(before.telephones[0].urn)}`];
    for (const part of [...contacts, `groupmembership/${member}`]) {
      const restored = await town.admin.rest('POST', `/n/v1/${part}/restore`);
      expect([part, restored.status]).toEqual([part, 409]);
    }
    const again = await town.admin.rest('POST', '/n/v1/email', {
      body: { identity: person, email: 'new@example.org' },
    });
    expect(again.status).toBe(422);
  });

  test('leaves the person in no company, and lets nobody go on in its name', async () => {
    const person = await signIn(service, town.admin);
    const company = await town.make('company', { name: 'Left', parentCompany: town.admin.company });
    const joined = { body: { companies: [{ urn: company }] } };
    expect((await town.admin.rest('PATCH', `/n/v1/identity/${person.identity}`, joined)).status).toBe(200);
    const client = await createNativeClient(town.admin);
    const tokens = await obtainTokens(service, client, person, { scope: 'read offline_access' });
    const context = () => service.client(tokens.access_token).rest('GET', '/n/v1/clientcontext');
    expect((await context()).status).toBe(200);
    expect((await erase(person.identity)).body.companies).toEqual([]);
    expect((await context()).status).toBe(401);
    expect((await refresh(service, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
    const { body } = await at(`oauthtokens?filter[identity]=${person.identity}`);
    expect(body.oauthtokens).toEqual([]);
    expect(await sql(service, `SELECT 1 FROM "link" WHERE "from_urn" = $1`, [person.identity])).toEqual([]);
    expect(await sql(service, `SELECT 1 FROM "web_session" WHERE "identity" = $1`, [person.identity])).toEqual([]);
  });

  test('requires ADMIN, and is refused while a client acts as the identity', async () => {
    const person = await identity('Kept', contact('kept@example.org'));
    const keeper = await town.person('Keeper', []);
    expect((await erase(person, keeper)).status).toBe(404);
    await town.grant('IDENTITY', keeper.identity, 'IDENTITY', person, 'MANAGE');
    expect((await erase(person, keeper)).status).toBe(403);
    const acting = await erase(keeper.identity);
    expect([acting.status, acting.body.code, acting.body.errors[0].related]).toEqual([409, 'IN_USE', [keeper.client]]);
    expect((await at(`identity/${person}`)).body.emails).toHaveLength(1);

    await town.grant('IDENTITY', keeper.identity, 'IDENTITY', person, 'ADMIN');
    const { eraseIdentity } = await keeper.data(
      `mutation ($urn: ID!) { eraseIdentity(urn: $urn) { identity { name type emails { email } } userErrors { code } } }`,
      { urn: person },
    );
    expect(eraseIdentity).toEqual({ identity: { name: null, type: 'ANONYMOUS', emails: [] }, userErrors: [] });
  });
});
