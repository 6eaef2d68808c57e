// The whole effect of each verb of content, from each state that matters: every row, column and event, and nothing beside them. Resource
// reference 1.5, 1.9, 3.1, 3.4.
import { beforeAll, describe, expect, test } from 'vitest';
import { publishDueEntities } from '../../src/actions/content/entityState.ts';
import type { RestAnswer } from '../support/client.ts';
import { community, type Community } from '../support/community.ts';
import { page, picture, sql, text, upload, type Body } from '../support/content.ts';
import { watchesOf, type Watch } from '../support/effect.ts';
import { requested } from '../support/repeat.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;
let town: Community;
let watching: Awaited<ReturnType<typeof watchesOf>>;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  watching = await watchesOf(service, town);
});

const done = (method: string, path: string, body?: unknown): Promise<Body> => requested(town.admin, method, path, body);

interface Paged {
  readonly urn: string;
  readonly one: string;
  readonly two: string;
  readonly path: string;
  readonly watch: Watch;
}

/** A page of two texts, with names for all that it is. */
async function paged(more: Readonly<Record<string, unknown>> = {}): Promise<Paged> {
  const path = `/effects/${crypto.randomUUID()}`;
  const { urn, texts } = await page(town.admin, path, { texts: [text('One'), text('Two', 'body', 1)], ...more });
  const [one, two] = [String(texts[0].urn), String(texts[1].urn)];
  const names = { page: String(urn), one, two, '/old': path, '/new': `${path}/new` };
  return { urn: String(urn), one, two, path, watch: watching(names) };
}

const change =
  (urn: string, body: unknown): (() => Promise<Body>) =>
  () =>
    done('PATCH', `entity/${urn}`, body);
const write =
  (item: string, value: string): (() => Promise<Body>) =>
  () =>
    done('PATCH', `textitem/${item}`, { value });
const at = '2031-01-01T00:00:00.000Z';
const end = '2032-01-01T00:00:00.000Z';

describe('A page', () => {
  test('is made with its items', async () => {
    const urn = crypto.randomUUID();
    const make = (): Promise<unknown> => page(town.admin, '/made', { urn, texts: [text('One')] });
    expect(await watching({ page: urn })(make)).toEqual([
      '+ entity page owner=tenant name=Page path=/made language=en variant= status=DRAFT_UNPUBLISHED live_version=1 live_updated_timestamp=now last_edited_timestamp=now last_edited_by={urn:runner type:IDENTITY name:Administrator}',
      '+ item 1 is_published=false sort_order=0 name=title entity=page value_string=One kind=TextItem owner=tenant entry=item_value 1 is_repeated=false',
      '+ item_value 1 item_urn=item 1 kind=TextItem entity=page is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=0 name=title value_string=One',
      'event CREATE ENTITY page v1 () by IDENTITY runner',
      'event CREATE TEXT_ITEM item 1 v1 () by IDENTITY runner',
    ]);
  });

  test('is made live with its items', async () => {
    const urn = crypto.randomUUID();
    const make = (): Promise<unknown> =>
      page(town.admin, '/made-live', { urn, status: 'PUBLISH', texts: [text('One')] });
    expect(await watching({ page: urn })(make)).toEqual([
      '+ entity page owner=tenant name=Page path=/made-live language=en variant= status=PUBLISHED publish_timestamp=now live_timestamp=now live_version=1 live_updated_timestamp=now live_publish_timestamp=now last_edited_timestamp=now last_edited_by={urn:runner type:IDENTITY name:Administrator}',
      '+ item 1 is_published=true sort_order=0 name=title entity=page value_string=One kind=TextItem owner=tenant entry=item_value 1 is_repeated=false',
      '+ item_live item 1 now item_value 1 entity=page',
      '+ item_value 1 item_urn=item 1 kind=TextItem entity=page is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=0 name=title value_string=One',
      'event CREATE ENTITY page v1 () by IDENTITY runner',
      'event CREATE TEXT_ITEM item 1 v1 () by IDENTITY runner',
    ]);
  });

  test('is looked at before it is published, published, and again, which changes nothing', async () => {
    const { urn, watch } = await paged();
    const plan = (): Promise<Body> => done('GET', `entity/${urn}/publishplan`);
    expect(await watch(plan)).toEqual([]);
    expect(await watch(change(urn, { status: 'PUBLISH' }))).toEqual([
      '~ entity page status=DRAFT_UNPUBLISHED→PUBLISHED publish_timestamp=null→now live_timestamp=null→now live_version=1→2 live_updated_timestamp=before→now live_publish_timestamp=null→now last_edited_timestamp=before→now',
      '~ item one at the same version is_published=false→true',
      '~ item two at the same version is_published=false→true',
      '+ item_live one now another entity=page',
      '+ item_live two now another entity=page',
      'event UPDATE ENTITY page v2 (status publishTimestamp liveTimestamp) by IDENTITY runner',
    ]);
    expect(await watch(change(urn, { status: 'PUBLISH' }))).toEqual([]);
    expect(await watch(plan)).toEqual([]);
  });

  test('takes drafts, which are looked at and discarded', async () => {
    const { urn, one, two, watch } = await paged({ status: 'PUBLISH' });
    expect(await watch(write(one, 'New'))).toEqual([
      '~ entity page status=PUBLISHED→PUBLISHED_WITH_DRAFTS last_edited_timestamp=before→now',
      '~ item one is_published=true→false value_string=One→New entry=another→item_value 1',
      '+ item_value 1 item_urn=one kind=TextItem version=2 entity=page is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=0 name=title value_string=New',
      'event UPDATE TEXT_ITEM one v2 (value) by IDENTITY runner',
      'event UPDATE ENTITY page v2 (status) by IDENTITY runner',
    ]);
    expect(await watch(write(one, 'Newer'))).toEqual([
      '~ entity page at the same version last_edited_timestamp=before→now',
      '~ item one value_string=New→Newer entry=item_value 1→item_value 2',
      '+ item_value 2 item_urn=one kind=TextItem version=3 entity=page is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=0 name=title value_string=Newer',
      'event UPDATE TEXT_ITEM one v3 (value) by IDENTITY runner',
    ]);
    expect(await watch(write(one, 'Newer'))).toEqual([]);
    expect(await watch(() => done('DELETE', `textitem/${two}`))).toEqual([
      '+ deletion two owner=tenant kind=TextItem deleted_timestamp=now deleted_by={urn:runner type:IDENTITY name:Administrator}',
      '~ entity page at the same version last_edited_timestamp=before→now',
      '~ item two version=1→2 entry=another→item_value 3 deleted_timestamp=null→now',
      '+ item_value 3 item_urn=two kind=TextItem version=2 entity=page is_tombstone=true actor={urn:runner type:IDENTITY name:Administrator} sort_order=1 name=body value_string=Two',
      'event DELETE TEXT_ITEM two v2 () by IDENTITY runner',
    ]);
    expect(await watch(() => done('GET', `entity/${urn}/publishplan`))).toEqual([]);
    const discard = (): Promise<RestAnswer> => town.admin.rest('POST', `/n/v1/entity/${urn}/discarddrafts`);
    expect(await watch(discard)).toEqual([
      '- deletion two',
      '~ entity page status=PUBLISHED_WITH_DRAFTS→PUBLISHED last_edited_timestamp=before→now',
      '~ item one is_published=false→true value_string=Newer→One entry=item_value 2→item_value 4 is_repeated=false→true',
      '~ item two entry=item_value 3→item_value 5 deleted_timestamp=before→null is_repeated=false→true',
      '+ item_value 4 item_urn=one kind=TextItem version=4 entity=page is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=0 name=title value_string=One repeats=another',
      '+ item_value 5 item_urn=two kind=TextItem version=3 entity=page is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=1 name=body value_string=Two repeats=another',
      'event UPDATE TEXT_ITEM one v4 (value isPublished) by IDENTITY runner',
      'event CREATE TEXT_ITEM two v3 () by IDENTITY runner',
      'event UPDATE ENTITY page v3 (status) by IDENTITY runner',
    ]);
    expect(await watch(discard)).toEqual([]);
  });

  test('is published with its drafts, and leaves the view', async () => {
    const { urn, one, watch } = await paged({ status: 'PUBLISH' });
    await write(one, 'New')();
    expect(await watch(change(urn, { status: 'PUBLISH' }))).toEqual([
      '~ entity page status=PUBLISHED_WITH_DRAFTS→PUBLISHED live_timestamp=before→now live_version=1→3 live_updated_timestamp=before→now last_edited_timestamp=before→now',
      '~ item one at the same version is_published=false→true',
      '+ item_live one now another entity=page',
      '~ item_live one before another until_timestamp=null→now',
      'event UPDATE ENTITY page v3 (status liveTimestamp) by IDENTITY runner',
    ]);
    expect(await watch(change(urn, { status: 'DRAFT_UNPUBLISHED' }))).toEqual([
      '~ entity page status=PUBLISHED→DRAFT_UNPUBLISHED publish_timestamp=before→null live_timestamp=before→null live_version=3→4 live_updated_timestamp=before→now live_publish_timestamp=before→null last_edited_timestamp=before→now',
      '~ item one at the same version is_published=true→false',
      '~ item two at the same version is_published=true→false',
      '~ item_live one before another until_timestamp=null→now',
      '~ item_live two before another until_timestamp=null→now',
      'event UPDATE ENTITY page v4 (status publishTimestamp liveTimestamp) by IDENTITY runner',
    ]);
  });

  test('is planned, canceled, planned and published in its time', async () => {
    const { urn, watch } = await paged();
    const planned = { status: 'PUBLISH', publishTimestamp: at, unpublishTimestamp: end };
    expect(await watch(change(urn, planned))).toEqual([
      '~ entity page status=DRAFT_UNPUBLISHED→PUBLISH_PENDING publish_timestamp=null→2031-01-01T00:00:00.000Z unpublish_timestamp=null→2032-01-01T00:00:00.000Z publish_requested_by=null→{urn:runner type:IDENTITY} live_version=1→2 live_updated_timestamp=before→now last_edited_timestamp=before→now',
      'event UPDATE ENTITY page v2 (status publishTimestamp unpublishTimestamp) by IDENTITY runner',
    ]);
    expect(await watch(change(urn, { status: 'DRAFT_UNPUBLISHED' }))).toEqual([
      '~ entity page status=PUBLISH_PENDING→DRAFT_UNPUBLISHED publish_timestamp=2031-01-01T00:00:00.000Z→null unpublish_timestamp=2032-01-01T00:00:00.000Z→null publish_requested_by={urn:runner type:IDENTITY}→null live_version=2→3 live_updated_timestamp=before→now last_edited_timestamp=before→now',
      'event UPDATE ENTITY page v3 (status publishTimestamp unpublishTimestamp) by IDENTITY runner',
    ]);
    await change(urn, { status: 'PUBLISH', publishTimestamp: at })();
    const comes = async (): Promise<void> => {
      await sql(service, `UPDATE entity SET publish_timestamp = now() WHERE urn = $1`, [urn]);
      await publishDueEntities(service.services);
    };
    expect(await watch(comes)).toEqual([
      '~ entity page status=PUBLISH_PENDING→PUBLISHED publish_timestamp=2031-01-01T00:00:00.000Z→now live_timestamp=null→now publish_requested_by={urn:runner type:IDENTITY}→null live_version=3→5 live_updated_timestamp=before→now live_publish_timestamp=null→now',
      '~ item one at the same version is_published=false→true',
      '~ item two at the same version is_published=false→true',
      '+ item_live one now another entity=page',
      '+ item_live two now another entity=page',
      'event UPDATE ENTITY page v5 (status liveTimestamp) by SYSTEM',
    ]);
  });

  test('that is live is planned anew with a draft more, and that is canceled', async () => {
    const { urn, one, watch } = await paged({ status: 'PUBLISH' });
    await write(one, 'New')();
    expect(await watch(change(urn, { status: 'PUBLISH', publishTimestamp: at }))).toEqual([
      '~ entity page status=PUBLISHED_WITH_DRAFTS→PUBLISH_PENDING publish_timestamp=before→2031-01-01T00:00:00.000Z publish_requested_by=null→{urn:runner type:IDENTITY} last_edited_timestamp=before→now',
      'event UPDATE ENTITY page v3 (status publishTimestamp) by IDENTITY runner',
    ]);
    expect(await watch(write(one, 'Newer'))).toEqual([
      '~ entity page at the same version last_edited_timestamp=before→now',
      '~ item one value_string=New→Newer entry=another→item_value 1',
      '+ item_value 1 item_urn=one kind=TextItem version=3 entity=page is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=0 name=title value_string=Newer',
      'event UPDATE TEXT_ITEM one v3 (value) by IDENTITY runner',
    ]);
    expect(await watch(change(urn, { status: 'PUBLISHED_WITH_DRAFTS' }))).toEqual([
      '~ entity page status=PUBLISH_PENDING→PUBLISHED_WITH_DRAFTS publish_timestamp=2031-01-01T00:00:00.000Z→before publish_requested_by={urn:runner type:IDENTITY}→null last_edited_timestamp=before→now',
      'event UPDATE ENTITY page v4 (status publishTimestamp) by IDENTITY runner',
    ]);
  });

  test('moves, leaving its old path behind, and changes its language', async () => {
    const { urn, path, watch } = await paged({ status: 'PUBLISH' });
    expect(await watch(change(urn, { path: `${path}/new`, name: 'Renamed' }))).toEqual([
      '~ entity page name=Page→Renamed path=/old→/new live_version=1→2 live_updated_timestamp=before→now last_edited_timestamp=before→now',
      '+ entity_redirect 1 owner=tenant path=/old language=en variant= entity=page expires_timestamp=now+90d',
      'event UPDATE ENTITY page v2 (name path) by IDENTITY runner',
    ]);
    expect(await watch(change(urn, { language: 'de', variant: 'print' }))).toEqual([
      '~ entity page language=en→de variant=→print live_version=2→3 live_updated_timestamp=before→now last_edited_timestamp=before→now',
      'event UPDATE ENTITY page v3 (language variant) by IDENTITY runner',
    ]);
  });

  test('is deleted with its items, and comes back with them', async () => {
    const { urn, one, watch } = await paged({ status: 'PUBLISH' });
    await write(one, 'Draft')();
    expect(await watch(() => done('DELETE', `entity/${urn}`))).toEqual([
      '+ deletion page owner=tenant kind=Entity deleted_timestamp=now deleted_by={urn:runner type:IDENTITY name:Administrator}',
      '~ entity page version=2→3 deleted_timestamp=null→now live_version=1→3 live_updated_timestamp=before→before last_edited_timestamp=before→now',
      '~ item one version=2→3 entry=another→item_value 1 deleted_timestamp=null→now',
      '~ item two version=1→2 is_published=true→false entry=another→item_value 2 deleted_timestamp=null→now',
      '+ item_value 1 item_urn=one kind=TextItem version=3 entity=page is_tombstone=true actor={urn:runner type:IDENTITY name:Administrator} sort_order=0 name=title value_string=Draft',
      '+ item_value 2 item_urn=two kind=TextItem version=2 entity=page is_tombstone=true actor={urn:runner type:IDENTITY name:Administrator} sort_order=1 name=body value_string=Two',
      'event DELETE ENTITY page v3 () by IDENTITY runner',
      'event DELETE TEXT_ITEM one v3 () by IDENTITY runner',
      'event DELETE TEXT_ITEM two v2 () by IDENTITY runner',
    ]);
    expect(await watch(() => done('POST', `entity/${urn}/restore`))).toEqual([
      '- deletion page',
      '~ entity page version=3→4 deleted_timestamp=before→null live_version=3→4 last_edited_timestamp=before→now',
      '~ item one version=3→4 entry=item_value 1→item_value 3 deleted_timestamp=before→null',
      '~ item two version=2→3 entry=item_value 2→item_value 4 deleted_timestamp=before→null',
      '+ item_value 3 item_urn=one kind=TextItem version=4 entity=page is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=0 name=title value_string=Draft',
      '+ item_value 4 item_urn=two kind=TextItem version=3 entity=page is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=1 name=body value_string=Two',
      'event CREATE ENTITY page v4 () by IDENTITY runner',
      'event CREATE TEXT_ITEM one v4 () by IDENTITY runner',
      'event CREATE TEXT_ITEM two v3 () by IDENTITY runner',
    ]);
  });

  test('loses one item and has it back', async () => {
    const { one, watch } = await paged({ status: 'PUBLISH' });
    expect(await watch(() => done('DELETE', `textitem/${one}`))).toEqual([
      '+ deletion one owner=tenant kind=TextItem deleted_timestamp=now deleted_by={urn:runner type:IDENTITY name:Administrator}',
      '~ entity page status=PUBLISHED→PUBLISHED_WITH_DRAFTS last_edited_timestamp=before→now',
      '~ item one version=1→2 entry=another→item_value 1 deleted_timestamp=null→now',
      '+ item_value 1 item_urn=one kind=TextItem version=2 entity=page is_tombstone=true actor={urn:runner type:IDENTITY name:Administrator} sort_order=0 name=title value_string=One',
      'event DELETE TEXT_ITEM one v2 () by IDENTITY runner',
      'event UPDATE ENTITY page v2 (status) by IDENTITY runner',
    ]);
    expect(await watch(() => done('POST', `textitem/${one}/restore`))).toEqual([
      '- deletion one',
      '~ entity page at the same version last_edited_timestamp=before→now',
      '~ item one version=2→3 is_published=true→false entry=item_value 1→item_value 2 deleted_timestamp=before→null',
      '+ item_value 2 item_urn=one kind=TextItem version=3 entity=page is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=0 name=title value_string=One',
      'event CREATE TEXT_ITEM one v3 () by IDENTITY runner',
    ]);
  });

  test('is copied with its pictures, as a draft that was made now', async () => {
    const { urn, watch } = await paged({ status: 'PUBLISH', images: [{ name: 'hero', sortOrder: 0 }] });
    const image = String((await done('GET', `entity/${urn}`)).images[0].urn);
    await upload(service.url, town.admin, image, await picture());
    const lines = await watch(() => done('POST', `entity/${urn}/copy`, { language: 'de' }));
    const known = lines.map((line) =>
      line.replaceAll(/\/image\/[0-9a-f-]{36}/g, '/image/urn').replace(/blur_hash=.*sha-256=:[^:]*:/, 'what=is'),
    );
    expect(known).toEqual([
      '+ entity 1 owner=tenant name=Page path=/old language=de variant= status=DRAFT_UNPUBLISHED live_version=1 live_updated_timestamp=now last_edited_timestamp=now last_edited_by={urn:runner type:IDENTITY name:Administrator}',
      '+ image_item_file 1 image_item=item 1 image_item_format=DEFAULT content_type=image/png byte_length=102 width=20 height=10 focal_x=0.5 focal_y=0.5 what=is owner=tenant sha256=digest is_derived=false',
      '+ image_item_file 2 image_item=item 1 image_item_format=MEDIUM content_type=image/png byte_length=102 width=20 height=10 focal_x=0.5 focal_y=0.5 what=is owner=tenant sha256=digest is_derived=true',
      '+ image_item_file 3 image_item=item 1 image_item_format=LARGE content_type=image/png byte_length=102 width=20 height=10 focal_x=0.5 focal_y=0.5 what=is owner=tenant sha256=digest is_derived=true',
      '+ item 1 is_published=false sort_order=0 name=hero entity=entity 1 src=/v/v1/image/urn medium_src=/v/v1/image/urn large_src=/v/v1/image/urn kind=ImageItem owner=tenant entry=item_value 1 is_repeated=false',
      '+ item 2 is_published=false sort_order=0 name=title entity=entity 1 value_string=One kind=TextItem owner=tenant entry=item_value 2 is_repeated=false',
      '+ item 3 is_published=false sort_order=1 name=body entity=entity 1 value_string=Two kind=TextItem owner=tenant entry=item_value 3 is_repeated=false',
      '+ item_value 1 item_urn=item 1 kind=ImageItem entity=entity 1 is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=0 name=hero src=/v/v1/image/urn medium_src=/v/v1/image/urn large_src=/v/v1/image/urn',
      '+ item_value 2 item_urn=item 2 kind=TextItem entity=entity 1 is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=0 name=title value_string=One',
      '+ item_value 3 item_urn=item 3 kind=TextItem entity=entity 1 is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=1 name=body value_string=Two',
      'event CREATE ENTITY entity 1 v1 () by IDENTITY runner',
      'event CREATE IMAGE_ITEM item 1 v1 () by IDENTITY runner',
      'event CREATE TEXT_ITEM item 2 v1 () by IDENTITY runner',
      'event CREATE TEXT_ITEM item 3 v1 () by IDENTITY runner',
    ]);
  });
});

describe('Of the values of an item', () => {
  test('one that is drafted is chosen to be live, and an old one is written again', async () => {
    const { one, watch } = await paged({ status: 'PUBLISH' });
    await write(one, 'Draft')();
    const entries = (await done('GET', `textitemhistory/${one}`)).history as Body[];
    const choose = (): Promise<Body> => done('PUT', `textitemhistory/${one}`, { item: { urn: entries[0].urn } });
    expect(await watch(choose)).toEqual([
      '~ entity page status=PUBLISHED_WITH_DRAFTS→PUBLISHED last_edited_timestamp=before→now',
      '~ item one is_published=false→true',
      '+ item_live one now another entity=page',
      '~ item_live one before another until_timestamp=null→now',
      'event UPDATE TEXT_ITEM one v3 (isPublished) by IDENTITY runner',
      'event UPDATE ENTITY page v3 (status) by IDENTITY runner',
    ]);
    expect(await watch(choose)).toEqual([]);
    const again = (): Promise<Body> =>
      done('POST', `textitemhistory/${one}/restore`, { item: { urn: entries[1].urn } });
    expect(await watch(again)).toEqual([
      '~ entity page status=PUBLISHED→PUBLISHED_WITH_DRAFTS last_edited_timestamp=before→now',
      '~ item one is_published=true→false value_string=Draft→One entry=another→item_value 1',
      '+ item_value 1 item_urn=one kind=TextItem version=4 entity=page is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=0 name=title value_string=One',
      'event UPDATE TEXT_ITEM one v4 (value) by IDENTITY runner',
      'event UPDATE ENTITY page v4 (status) by IDENTITY runner',
    ]);
  });
});

describe('A bulk', () => {
  const bulk = ({ urn, one }: Paged, mode: string, last: Readonly<Record<string, string>>): Promise<RestAnswer> => {
    const more = { entity: { urn }, name: 'more', sortOrder: 2, value: 'More' };
    const operations = [
      { method: 'PATCH', path: `/n/v1/textitem/${one}`, body: { value: 'Bulk' } },
      { method: 'POST', path: '/n/v1/textitem', body: more },
      { method: 'PATCH', path: `/n/v1/entity/${urn}`, body: last },
    ];
    return town.admin.rest('POST', '/n/v1/bulk', { body: { mode, operations } });
  };
  const statuses = ({ body }: RestAnswer): unknown => body.results?.map(({ status }: Body) => status);

  test('of all or nothing changes everything once, or nothing', async () => {
    const paper = await paged({ status: 'PUBLISH' });
    let answers: unknown = null;
    const send = (last: Readonly<Record<string, string>>) => async (): Promise<void> => {
      answers = statuses(await bulk(paper, 'ATOMIC', last));
    };
    expect(await paper.watch(send({ language: 'not-one' }))).toEqual([]);
    expect(answers).toEqual([424, 424, 422]);
    expect(await paper.watch(send({ status: 'PUBLISH', name: 'Bulk' }))).toEqual([
      '~ entity page version=1→3 updated_timestamp=before→now name=Page→Bulk live_timestamp=before→now live_version=1→3 live_updated_timestamp=before→now last_edited_timestamp=before→now',
      '+ item 1 is_published=true sort_order=2 name=more entity=page value_string=More kind=TextItem owner=tenant entry=item_value 2 is_repeated=false',
      '~ item one value_string=One→Bulk entry=another→item_value 1',
      '+ item_live item 1 now item_value 2 entity=page',
      '+ item_live one now item_value 1 entity=page',
      '~ item_live one before another until_timestamp=null→now',
      '+ item_value 1 item_urn=one kind=TextItem version=2 entity=page is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=0 name=title value_string=Bulk',
      '+ item_value 2 item_urn=item 1 kind=TextItem entity=page is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=2 name=more value_string=More',
      'event UPDATE TEXT_ITEM one v2 (value) by IDENTITY runner',
      'event UPDATE ENTITY page v2 (status) by IDENTITY runner',
      'event CREATE TEXT_ITEM item 1 v1 () by IDENTITY runner',
      'event UPDATE ENTITY page v3 (name status liveTimestamp) by IDENTITY runner',
    ]);
    expect(answers).toEqual([200, 201, 200]);
  });

  test('of operations by themselves changes what was not refused', async () => {
    const paper = await paged({ status: 'PUBLISH' });
    let answers: unknown = null;
    const send = async (): Promise<void> => {
      answers = statuses(await bulk(paper, 'INDEPENDENT', { language: 'not-one' }));
    };
    expect(await paper.watch(send)).toEqual([
      '~ entity page status=PUBLISHED→PUBLISHED_WITH_DRAFTS last_edited_timestamp=before→now',
      '+ item 1 is_published=false sort_order=2 name=more entity=page value_string=More kind=TextItem owner=tenant entry=item_value 2 is_repeated=false',
      '~ item one is_published=true→false value_string=One→Bulk entry=another→item_value 1',
      '+ item_value 1 item_urn=one kind=TextItem version=2 entity=page is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=0 name=title value_string=Bulk',
      '+ item_value 2 item_urn=item 1 kind=TextItem entity=page is_tombstone=false actor={urn:runner type:IDENTITY name:Administrator} sort_order=2 name=more value_string=More',
      'event UPDATE TEXT_ITEM one v2 (value) by IDENTITY runner',
      'event UPDATE ENTITY page v2 (status) by IDENTITY runner',
      'event CREATE TEXT_ITEM item 1 v1 () by IDENTITY runner',
    ]);
    expect(answers).toEqual([200, 201, 422]);
  });
});
