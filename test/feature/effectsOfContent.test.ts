// The whole effect of what is done with pages and with people beyond plain changes: each row, column and event, and nothing beside them.
// Resource reference 3.1, 5.3, 10.1.
import { beforeAll, expect, test } from 'vitest';
import { publishDueEntities } from '../../src/actions/content/entityState.ts';
import { community, membership, type Community } from '../support/community.ts';
import { letPass, page, text, type Body } from '../support/content.ts';
import { watchEffects, type Watch } from '../support/effect.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;
let town: Community;
let runner: string;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  runner = String((await town.admin.rest('GET', '/n/v1/clientcontext')).body.identity.urn);
});

const watching = (names: Readonly<Record<string, string>>): Watch =>
  watchEffects(service, town.admin.company, { runner, ...names });

async function done(method: string, path: string, body?: Readonly<Record<string, unknown>>): Promise<Body> {
  const answer = await town.admin.rest(method, `/n/v1/${path}`, body === undefined ? {} : { body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

let count = 0;

/** A page with two texts, and what watches it. */
async function aPage(
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ urn: string; title: string; watch: Watch }> {
  const texts = [text('One'), text('Two', 'lead', 1)];
  const { urn, texts: made } = await page(town.admin, `/effects/${String((count += 1))}`, { texts, ...more });
  const [title, lead] = [String(made[0].urn), String(made[1].urn)];
  return { urn: String(urn), title, watch: watching({ page: String(urn), title, lead }) };
}

test('A page is published, changed, published again, and taken back', async () => {
  const { urn, title, watch } = await aPage();
  const set = (status: string): Promise<Body> => done('PATCH', `entity/${urn}`, { status });
  expect(await watch(() => set('PUBLISH'))).toEqual([
    '~ entity page status=DRAFT_UNPUBLISHED→PUBLISHED publish_timestamp=null→now live_timestamp=null→now live_version=1→2 live_updated_timestamp=before→now live_publish_timestamp=null→now',
    '~ item lead at the same version is_published=false→true',
    '~ item title at the same version is_published=false→true',
    '+ item_live lead now another entity=page',
    '+ item_live title now another entity=page',
    'event UPDATE ENTITY page v2 (status publishTimestamp liveTimestamp) by IDENTITY runner',
  ]);
  expect(await watch(() => done('PATCH', `textitem/${title}`, { value: 'Three' }))).toEqual([
    '~ entity page status=PUBLISHED→PUBLISHED_WITH_DRAFTS',
    '~ item title is_published=true→false value_string=One→Three entry=another→item_value 1',
    '+ item_value 1 item_urn=title kind=TextItem version=2 entity=page is_tombstone=false actor={urn:runner type:IDENTITY} sort_order=0 name=title value_string=Three',
    'event UPDATE TEXT_ITEM title v2 (value) by IDENTITY runner',
    'event UPDATE ENTITY page v3 (status) by IDENTITY runner',
  ]);
  expect(await watch(() => set('PUBLISH'))).toEqual([
    '~ entity page status=PUBLISHED_WITH_DRAFTS→PUBLISHED live_timestamp=before→now live_version=2→4 live_updated_timestamp=before→now',
    '~ item title at the same version is_published=false→true',
    '+ item_live title now item_value 1 entity=page',
    '~ item_live title before another until_timestamp=null→now',
    'event UPDATE ENTITY page v4 (status liveTimestamp) by IDENTITY runner',
  ]);
  expect(await watch(() => set('DRAFT_UNPUBLISHED'))).toEqual([
    '~ entity page status=PUBLISHED→DRAFT_UNPUBLISHED publish_timestamp=before→null live_timestamp=before→null live_version=4→5 live_updated_timestamp=before→now live_publish_timestamp=before→null',
    '~ item lead at the same version is_published=true→false',
    '~ item title at the same version is_published=true→false',
    '~ item_live lead before another until_timestamp=null→now',
    '~ item_live title before item_value 1 until_timestamp=null→now',
    'event UPDATE ENTITY page v5 (status publishTimestamp liveTimestamp) by IDENTITY runner',
  ]);
});

test('A publication is planned, moved, called off, and carried out when it is due', async () => {
  const { urn, watch } = await aPage();
  const at = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  const plan = (days: number): Promise<Body> =>
    done('PATCH', `entity/${urn}`, { status: 'PUBLISH', publishTimestamp: at(days) });
  expect(await watch(() => plan(2))).toEqual([
    '~ entity page status=DRAFT_UNPUBLISHED→PUBLISH_PENDING publish_timestamp=null→now+2d publish_requested_by=null→{urn:runner type:IDENTITY}',
    'event UPDATE ENTITY page v2 (status publishTimestamp) by IDENTITY runner',
  ]);
  expect(await watch(() => plan(3))).toEqual([
    '~ entity page publish_timestamp=now+2d→now+3d',
    'event UPDATE ENTITY page v3 (publishTimestamp) by IDENTITY runner',
  ]);
  expect(await watch(() => done('PATCH', `entity/${urn}`, { status: 'DRAFT_UNPUBLISHED' }))).toEqual([
    '~ entity page status=PUBLISH_PENDING→DRAFT_UNPUBLISHED publish_timestamp=now+3d→null publish_requested_by={urn:runner type:IDENTITY}→null',
    'event UPDATE ENTITY page v4 (status publishTimestamp) by IDENTITY runner',
  ]);
  const until = { status: 'PUBLISH', unpublishTimestamp: at(1) };
  expect(await watch(() => done('PATCH', `entity/${urn}`, until))).toEqual([
    '~ entity page status=DRAFT_UNPUBLISHED→PUBLISHED publish_timestamp=null→now unpublish_timestamp=null→now+1d live_timestamp=null→now live_version=1→5 live_updated_timestamp=before→now live_publish_timestamp=null→now',
    '~ item lead at the same version is_published=false→true',
    '~ item title at the same version is_published=false→true',
    '+ item_live lead now another entity=page',
    '+ item_live title now another entity=page',
    'event UPDATE ENTITY page v5 (status publishTimestamp unpublishTimestamp liveTimestamp) by IDENTITY runner',
  ]);
});

test('Drafts are discarded: what was added goes, what was changed or deleted is as it is live', async () => {
  const { urn, title, watch } = await aPage({ status: 'PUBLISH' });
  await done('PATCH', `textitem/${title}`, { value: 'Changed' });
  await done('POST', 'textitem', { entity: urn, ...text('Added', 'added', 2) });
  expect(await watch(() => done('POST', `entity/${urn}/discarddrafts`))).toEqual([
    '+ deletion 1 owner=tenant kind=TextItem deleted_timestamp=now deleted_by=runner deleted_by_type=IDENTITY',
    '~ entity page status=PUBLISHED_WITH_DRAFTS→PUBLISHED',
    '~ item deletion 1 version=1→2 entry=another→item_value 1 deleted_timestamp=null→now',
    '~ item title is_published=false→true value_string=Changed→One entry=another→item_value 2 is_repeated=false→true',
    '+ item_value 1 item_urn=deletion 1 kind=TextItem version=2 entity=page is_tombstone=true actor={urn:runner type:IDENTITY} sort_order=2 name=added value_string=Added',
    '+ item_value 2 item_urn=title kind=TextItem version=3 entity=page is_tombstone=false actor={urn:runner type:IDENTITY} sort_order=0 name=title value_string=One repeats=another',
    'event DELETE TEXT_ITEM deletion 1 v2 () by IDENTITY runner',
    'event UPDATE TEXT_ITEM title v3 (value isPublished) by IDENTITY runner',
    'event UPDATE ENTITY page v3 (status) by IDENTITY runner',
  ]);
});

test('A page is copied, moved, deleted and restored with what it holds', async () => {
  const { urn, watch } = await aPage({ status: 'PUBLISH' });
  expect(await watch(() => done('POST', `entity/${urn}/copy`, { language: 'de' }))).toEqual([
    '+ entity 1 owner=tenant name=Page path=/effects/4 language=de variant= status=DRAFT_UNPUBLISHED live_version=1 live_updated_timestamp=now',
    '+ item 1 is_published=false sort_order=0 name=title entity=entity 1 value_string=One kind=TextItem owner=tenant entry=item_value 1 is_repeated=false',
    '+ item 2 is_published=false sort_order=1 name=lead entity=entity 1 value_string=Two kind=TextItem owner=tenant entry=item_value 2 is_repeated=false',
    '+ item_value 1 item_urn=item 1 kind=TextItem entity=entity 1 is_tombstone=false actor={urn:runner type:IDENTITY} sort_order=0 name=title value_string=One',
    '+ item_value 2 item_urn=item 2 kind=TextItem entity=entity 1 is_tombstone=false actor={urn:runner type:IDENTITY} sort_order=1 name=lead value_string=Two',
    'event CREATE ENTITY entity 1 v1 () by IDENTITY runner',
    'event CREATE TEXT_ITEM item 1 v1 () by IDENTITY runner',
    'event CREATE TEXT_ITEM item 2 v1 () by IDENTITY runner',
  ]);
  const branch = await town.make('company', { name: 'Branch', parentCompany: town.admin.company });
  const moved = watching({ page: urn, branch });
  expect(await moved(() => done('PATCH', `entity/${urn}`, { path: '/effects/moved', owner: branch }))).toEqual([
    '~ entity page owner=tenant→branch path=/effects/4→/effects/moved live_version=1→2 live_updated_timestamp=before→now',
    '+ entity_redirect 1 owner=branch path=/effects/4 language=en variant= entity=page expires_timestamp=now+90d',
    '~ item another at the same version owner=tenant→branch',
    '~ item another at the same version owner=tenant→branch',
    'event UPDATE ENTITY page v2 of branch (owner path) by IDENTITY runner',
  ]);
  expect(await watch(() => done('DELETE', `entity/${urn}`))).toEqual([
    '+ deletion page owner=another kind=Entity deleted_timestamp=now deleted_by=runner deleted_by_type=IDENTITY',
    '~ entity page version=2→3 deleted_timestamp=null→now live_version=2→3',
    '~ item lead version=1→2 is_published=true→false entry=another→item_value 4 deleted_timestamp=null→now',
    '~ item title version=1→2 is_published=true→false entry=another→item_value 3 deleted_timestamp=null→now',
    '+ item_value 3 item_urn=title kind=TextItem version=2 entity=page is_tombstone=true actor={urn:runner type:IDENTITY} sort_order=0 name=title value_string=One',
    '+ item_value 4 item_urn=lead kind=TextItem version=2 entity=page is_tombstone=true actor={urn:runner type:IDENTITY} sort_order=1 name=lead value_string=Two',
    'event DELETE ENTITY page v3 of another () by IDENTITY runner',
    'event DELETE TEXT_ITEM title v2 of another () by IDENTITY runner',
    'event DELETE TEXT_ITEM lead v2 of another () by IDENTITY runner',
  ]);
  expect(await watch(() => done('POST', `entity/${urn}/restore`))).toEqual([
    '- deletion page',
    '~ entity page version=3→5 updated_timestamp=before→now status=PUBLISHED→PUBLISHED_WITH_DRAFTS deleted_timestamp=before→null live_version=3→4',
    '~ item lead version=2→3 entry=item_value 4→item_value 6 deleted_timestamp=before→null',
    '~ item title version=2→3 entry=item_value 3→item_value 5 deleted_timestamp=before→null',
    '+ item_value 5 item_urn=title kind=TextItem version=3 entity=page is_tombstone=false actor={urn:runner type:IDENTITY} sort_order=0 name=title value_string=One',
    '+ item_value 6 item_urn=lead kind=TextItem version=3 entity=page is_tombstone=false actor={urn:runner type:IDENTITY} sort_order=1 name=lead value_string=Two',
    'event CREATE ENTITY page v4 of another () by IDENTITY runner',
    'event CREATE TEXT_ITEM title v3 of another () by IDENTITY runner',
    'event CREATE TEXT_ITEM lead v3 of another () by IDENTITY runner',
    'event UPDATE ENTITY page v5 of another (status) by IDENTITY runner',
  ]);
});

test('An item is deleted, live on until the page is published, and restored', async () => {
  const { urn, title, watch } = await aPage({ status: 'PUBLISH' });
  expect(await watch(() => done('DELETE', `textitem/${title}`))).toEqual([
    '+ deletion title owner=tenant kind=TextItem deleted_timestamp=now deleted_by=runner deleted_by_type=IDENTITY',
    '~ entity page status=PUBLISHED→PUBLISHED_WITH_DRAFTS',
    '~ item title version=1→2 entry=another→item_value 1 deleted_timestamp=null→now',
    '+ item_value 1 item_urn=title kind=TextItem version=2 entity=page is_tombstone=true actor={urn:runner type:IDENTITY} sort_order=0 name=title value_string=One',
    'event DELETE TEXT_ITEM title v2 () by IDENTITY runner',
    'event UPDATE ENTITY page v2 (status) by IDENTITY runner',
  ]);
  expect(await watch(() => done('POST', `textitem/${title}/restore`))).toEqual([
    '- deletion title',
    '~ item title version=2→3 is_published=true→false entry=item_value 1→item_value 2 deleted_timestamp=before→null',
    '+ item_value 2 item_urn=title kind=TextItem version=3 entity=page is_tombstone=false actor={urn:runner type:IDENTITY} sort_order=0 name=title value_string=One',
    'event CREATE TEXT_ITEM title v3 () by IDENTITY runner',
  ]);
  await done('DELETE', `textitem/${title}`);
  expect(await watch(() => done('PATCH', `entity/${urn}`, { status: 'PUBLISH' }))).toEqual([
    '~ entity page status=PUBLISHED_WITH_DRAFTS→PUBLISHED live_timestamp=before→now live_version=1→3 live_updated_timestamp=before→now',
    '~ item title at the same version is_published=true→false',
    '~ item_live title before another until_timestamp=null→now',
    'event UPDATE ENTITY page v3 (status liveTimestamp) by IDENTITY runner',
  ]);
});

test('Two people are merged: the one has what the other had, and fills in what it lacked', async () => {
  const group = await town.group();
  const person = (name: string, email: string, more: Readonly<Record<string, unknown>>): Promise<string> =>
    town.make('identity', { name, companies: [], emails: [{ email, isPrimary: true }], ...more });
  const kept = await person('Kept', 'kept@example.com', {});
  const gone = await person('Gone', 'gone@example.com', { language: 'en', timeZone: 'Europe/Berlin' });
  await town.make('groupmembership', membership(group, gone));
  await town.grant('IDENTITY', gone, 'GROUP', group, 'MANAGE');
  const watch = watching({ kept, gone, group });
  expect(await watch(() => done('POST', `identity/${kept}/merge`, { from: { urn: gone } }))).toEqual([
    '~ access_epoch tenant epoch',
    '~ email another identity=gone→kept is_primary=true→false',
    '~ group_membership another identity=gone→kept',
    '~ identity gone version=1→2 deleted_timestamp=null→now',
    '~ identity kept language=null→en time_zone=null→Europe/Berlin',
    '+ identity_end gone merged_into=kept ended_timestamp=now actor={urn:runner type:IDENTITY}',
    '~ permission another subject_urn=gone→kept',
    '+ permission_audit permission=another owner=tenant event=UPDATE subject_urn=kept subject_scope=IDENTITY object_urn=group object_scope=GROUP label=MANAGE actor={urn:runner type:IDENTITY} timestamp=now',
    'event UPDATE EMAIL another v2 (isPrimary identity) by IDENTITY runner',
    'event UPDATE PERMISSION another v2 (subjectUrn) by IDENTITY runner',
    'event UPDATE GROUP_MEMBERSHIP another v2 (identity) by IDENTITY runner',
    'event UPDATE IDENTITY kept v2 (language timeZone persons emails telephones addresses clientIdentifiers companies) by IDENTITY runner',
    'event DELETE IDENTITY gone v2 () by IDENTITY runner',
  ]);
});

test('A bulk does all of it or nothing', async () => {
  const { urn, title, watch } = await aPage();
  const bulk = (value: unknown): Promise<Body> =>
    done('POST', 'bulk', {
      mode: 'ATOMIC',
      operations: [
        { method: 'POST', path: '/n/v1/project', ref: 'p', body: { owner: town.admin.company, name: 'Made' } },
        { method: 'PATCH', path: `/n/v1/textitem/${title}`, body: { value } },
        { method: 'PATCH', path: `/n/v1/entity/${urn}`, body: { name: 'Renamed' } },
      ],
    });
  expect(await watch(() => bulk(7))).toEqual([]);
  expect(await watch(() => bulk('Bulk'))).toEqual([
    '~ entity page name=Page→Renamed live_version=1→2 live_updated_timestamp=before→now',
    '~ item title value_string=One→Bulk entry=another→item_value 1',
    '+ item_value 1 item_urn=title kind=TextItem version=2 entity=page is_tombstone=false actor={urn:runner type:IDENTITY} sort_order=0 name=title value_string=Bulk',
    '+ project 1 owner=tenant name=Made status=ACTIVE',
    'event CREATE PROJECT project 1 v1 () by IDENTITY runner',
    'event UPDATE TEXT_ITEM title v2 (value) by IDENTITY runner',
    'event UPDATE ENTITY page v2 (name) by IDENTITY runner',
  ]);
});

test('What is due is published once, by the service itself', async () => {
  const { urn, watch } = await aPage();
  const publishTimestamp = new Date(Date.now() + 3_600_000).toISOString();
  await done('PATCH', `entity/${urn}`, { status: 'PUBLISH', publishTimestamp });
  const live = async (): Promise<boolean> => {
    await publishDueEntities(service.services);
    return (await done('GET', `entity/${urn}`)).liveTimestamp !== null;
  };
  const pass = async (): Promise<void> => {
    await letPass(service, urn, 7_200);
    await expect.poll(live).toBe(true);
  };
  expect(await watch(pass)).toEqual([
    '~ entity page created_timestamp=before→before status=PUBLISH_PENDING→PUBLISHED publish_timestamp=now+1h→before live_timestamp=null→before publish_requested_by={urn:runner type:IDENTITY}→null live_version=1→3 live_updated_timestamp=before→now live_publish_timestamp=null→before',
    '~ item lead at the same version is_published=false→true',
    '~ item title at the same version is_published=false→true',
    '+ item_live lead before another entity=page',
    '+ item_live title before another entity=page',
    '~ item_value another at the same version created_timestamp=before→before',
    '~ item_value another at the same version created_timestamp=before→before',
    'event UPDATE ENTITY page v3 (status liveTimestamp) by SYSTEM',
  ]);
  expect(await watch(() => publishDueEntities(service.services))).toEqual([]);
});
