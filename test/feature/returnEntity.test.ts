// The return of a page to a moment: its items become what they were, as drafts, as far as they can. Resource reference 3.3, 10.2.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import {
  change,
  eventsOf,
  letPass,
  page,
  picture,
  reader,
  sql,
  text,
  titles,
  upload,
  write,
  type Body,
} from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let editor: Tenant;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
});

const hour = 3_600;
const secondsAgo = (seconds: number): string => new Date(Date.now() - seconds * 1_000).toISOString();
/** Before what is done since `letPass` of an hour. */
const then = (): string => secondsAgo(hour / 2);

interface Returned {
  readonly status: string | null;
  readonly errors: readonly { readonly code: string; readonly path: string }[];
  readonly warning: string | null;
}

type Faces = Readonly<
  Record<string, (client: Client, urn: string, timestamp: string, version?: string) => Promise<Returned>>
>;

const faces: Faces = {
  async graph(client, urn, timestamp, expectedVersion) {
    const answer = await client.graph(
      `mutation ($urn: ID!, $timestamp: DateTime!, $expectedVersion: Long) {
        returnEntity(urn: $urn, timestamp: $timestamp, expectedVersion: $expectedVersion) { entity { status } userErrors { code path } }
      }`,
      { urn, timestamp, expectedVersion },
    );
    const { entity, userErrors } = answer.data.returnEntity;
    const warnings = answer.extensions?.['warnings'] as readonly { readonly message: string }[] | undefined;
    return {
      status: entity?.status ?? null,
      errors: userErrors.map(({ code, path }: Body) => ({ code, path: path ?? '' })),
      warning: warnings?.map(({ message }) => message).join(' ') ?? null,
    };
  },
  async rest(client, urn, timestamp, version) {
    const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` };
    const answer = await client.rest('POST', `/n/v1/entity/${urn}/return`, { body: { timestamp }, headers });
    const { code, errors = [] } = answer.body;
    return {
      status: answer.status === 200 ? answer.body.status : null,
      errors:
        answer.status === 200
          ? []
          : errors.length === 0
            ? [{ code, path: '' }]
            : errors.map((one: Body) => ({ code: one.code, path: one.path })),
      warning: answer.headers.get('warning'),
    };
  },
};

const newest = async (urn: string): Promise<string[]> => {
  const { body } = await editor.rest('GET', `/n/v1/entity/${urn}`);
  return body.texts.map((one: Body) => `${String(one.sortOrder)} ${String(one.name)}: ${String(one.value)}`);
};

/** A page of two texts that went live an hour ago. */
async function live(more: Record<string, unknown> = {}): Promise<Body> {
  const entity = await page(editor, `/returned/${crypto.randomUUID()}`, {
    status: 'PUBLISH',
    texts: [text('One', 'a'), text('Two', 'b', 1)],
    ...more,
  });
  await letPass(service, entity.urn, hour);
  return entity;
}

const add = async (kind: string, body: Record<string, unknown>): Promise<string> => {
  const answer = await editor.rest('POST', `/n/v1/${kind}`, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.urn;
};
const remove = async (kind: string, urn: string): Promise<void> =>
  expect((await editor.rest('DELETE', `/n/v1/${kind}/${urn}`)).status).toBe(204);
const stateOf = (urn: string): Promise<unknown> =>
  sql(
    service,
    `SELECT e."version", (SELECT json_agg(v ORDER BY v."urn") FROM "item_value" v WHERE v."entity" = e."urn") AS values,` +
      ` (SELECT json_agg(t ORDER BY t."urn") FROM "item" t WHERE t."entity" = e."urn") AS items FROM "entity" e WHERE e."urn" = $1`,
    [urn],
  );

describe.each(Object.keys(faces))('a page returned to a moment, by %s', (face) => {
  const ask: Faces[string] = (...args) => {
    const act = faces[face];
    if (!act) throw new Error(face);
    return act(...args);
  };

  test('has the values, names and items that it had, and readers see what is live until it is published', async () => {
    const entity = await live();
    const [a, b] = entity.texts.map((one: Body) => one.urn);
    // What swaps names, what is removed, and what is added in a name that was free.
    const moved = [
      { method: 'PATCH', path: `/n/v1/textitem/${String(a)}`, body: { name: 'b', sortOrder: 1, value: 'New' } },
      { method: 'PATCH', path: `/n/v1/textitem/${String(b)}`, body: { name: 'a', sortOrder: 0 } },
    ];
    const swapped = await editor.rest('POST', '/n/v1/bulk', { body: { mode: 'ATOMIC', operations: moved } });
    expect(swapped.body.results.map((one: Body) => one.status)).toEqual([200, 200]);
    await remove('textitem', b);
    const since = await add('textitem', { entity: { urn: entity.urn }, ...text('Since', 'a') });
    expect((await change(editor, entity.urn, { status: 'PUBLISH' })).status).toBe(200);
    expect(await ask(editor, entity.urn, then())).toEqual({
      status: 'PUBLISHED_WITH_DRAFTS',
      errors: [],
      warning: null,
    });
    expect(await newest(entity.urn)).toEqual(['0 a: One', '1 b: Two']);
    expect(await titles(editor, entity.path)).toEqual(['Since', 'New']);
    const gone = await editor.data(`{ deletedResources(first: 100) { nodes { urn } } }`);
    const deleted = gone.deletedResources.nodes.map((one: Body) => one.urn);
    expect([deleted.includes(since), deleted.includes(b)]).toEqual([true, false]);
    expect((await eventsOf(service, b)).at(-1)).toBe('CREATE');
    expect((await eventsOf(service, a)).at(-1)).toBe('UPDATE sortOrder,name,value,isPublished,updatedTimestamp');
    expect((await eventsOf(service, since)).at(-1)).toBe('DELETE');
    expect((await change(editor, entity.urn, { status: 'PUBLISH' })).body.status).toBe('PUBLISHED');
    expect(await titles(editor, entity.path)).toEqual(['One', 'Two']);
  });

  test('is published as it was when what is live was the newest', async () => {
    const entity = await live();
    await write(editor, entity.texts[0].urn, 'New');
    await remove('textitem', entity.texts[1].urn);
    expect((await ask(editor, entity.urn, then())).status).toBe('PUBLISHED');
    expect(await newest(entity.urn)).toEqual(['0 a: One', '1 b: Two']);
    expect(await titles(editor, entity.path)).toEqual(['One', 'Two']);
    const { body } = await editor.rest('GET', `/n/v1/entity/${String(entity.urn)}/history?limit=2`);
    expect(body.history.map((one: Body) => one.after.value).sort()).toEqual(['One', 'Two']);
  });

  test('is left alone when nothing was changed since', async () => {
    const entity = await live();
    const before = [await stateOf(entity.urn), await eventsOf(service, entity.urn)];
    expect(await ask(editor, entity.urn, then())).toEqual({ status: 'PUBLISHED', errors: [], warning: null });
    expect([await stateOf(entity.urn), await eventsOf(service, entity.urn)]).toEqual(before);
  });

  test('refuses moments that lie ahead or before the page, another version, and who may not write it', async () => {
    const entity = await live();
    await write(editor, entity.texts[0].urn, 'New');
    const before = await stateOf(entity.urn);
    const grant = { objectScope: 'ENTITY', objectUrn: entity.urn };
    const drafts = await reader(service, editor, [{ ...grant, label: 'READ_DRAFT' }]);
    const stranger = await service.tenant();
    const refusals = [
      await ask(editor, entity.urn, secondsAgo(-hour)),
      await ask(editor, entity.urn, secondsAgo(2 * hour)),
      await ask(editor, entity.urn, then(), '7'),
      await ask(drafts, entity.urn, then()),
      await ask(stranger, entity.urn, then()),
    ];
    expect(refusals.map(({ status, errors }) => [status, ...errors])).toEqual([
      [null, { code: 'OUT_OF_RANGE', path: '/timestamp' }],
      [null, { code: 'OUT_OF_RANGE', path: '/timestamp' }],
      [null, { code: 'PRECONDITION_FAILED', path: '' }],
      [null, { code: 'FORBIDDEN', path: '' }],
      [null, { code: 'NOT_FOUND', path: '' }],
    ]);
    expect(await stateOf(entity.urn)).toEqual(before);
    const writer = await reader(service, editor, [{ ...grant, label: 'UPDATE' }]);
    const version = String((await editor.rest('GET', `/n/v1/entity/${String(entity.urn)}`)).body.version);
    expect(await ask(writer, entity.urn, then(), version)).toMatchObject({ status: 'PUBLISHED', errors: [] });
  });

  test('names what cannot come back, which stays as it is', async () => {
    const other = await page(editor, `/${crypto.randomUUID()}`);
    const named = { name: 'next', sortOrder: 0, entityReference: { urn: other.urn } };
    const entity = await live({
      references: [named],
      images: [{ name: 'teaser', sortOrder: 0 }],
      status: 'DRAFT_UNPUBLISHED',
    });
    const { urn } = entity;
    const [reference, image] = [entity.references[0].urn, entity.images[0].urn];
    const file = await upload(service.url, editor, image, await picture());
    await letPass(service, urn, hour);
    await remove('imageitemfile', file);
    await remove('referenceitem', reference);
    await remove('entity', other.urn);
    await write(editor, entity.texts[0].urn, 'New');
    // As if HISTORY_RETENTION_DAYS had removed it.
    await write(editor, entity.texts[1].urn, 'Newer');
    await sql(service, `DELETE FROM "item_value" WHERE "item_urn" = $1 AND "version" = 1`, [entity.texts[1].urn]);
    await sql(service, `UPDATE "item" SET "created_timestamp" = now() - interval '2 hours' WHERE "entity" = $1`, [urn]);
    const { errors, warning } = await ask(editor, urn, then());
    expect(errors).toEqual([]);
    expect(warning).toContain(`what they named then is gone, or may not be named by the caller: ${String(reference)}.`);
    expect(warning).toContain(`a picture of theirs is gone: ${String(image)}.`);
    expect(warning).toContain(`their values of then are not kept: ${String(entity.texts[1].urn)}.`);
    expect(await newest(urn)).toEqual(['0 a: One', '1 b: Newer']);
    const { body } = await editor.rest('GET', `/n/v1/entity/${String(urn)}`);
    expect(body.references).toEqual([]);
  });

  test('is refused when more items would change than one return may', async () => {
    const texts = Array.from({ length: 1_001 }, (_, at) => text('One', `t${String(at)}`));
    const entity = await page(editor, `/${crypto.randomUUID()}`, { texts });
    await sql(service, `UPDATE "entity" SET "created_timestamp" = now() - interval '1 hour' WHERE "urn" = $1`, [
      entity.urn,
    ]);
    expect((await ask(editor, entity.urn, then())).errors).toEqual([{ code: 'TOO_MANY', path: '' }]);
    await remove('textitem', entity.texts[0].urn);
    expect((await ask(editor, entity.urn, then())).errors).toEqual([]);
    expect(await newest(entity.urn)).toEqual([]);
  });
});

test('brings a picture back with its item', async () => {
  const entity = await live({ images: [{ name: 'teaser', sortOrder: 0 }], status: 'DRAFT_UNPUBLISHED' });
  const image = entity.images[0].urn;
  const file = await upload(service.url, editor, image, await picture());
  await letPass(service, entity.urn, hour);
  await remove('imageitem', image);
  await faces['rest']?.(editor, entity.urn, then());
  const { body } = await editor.rest('GET', `/n/v1/imageitem/${String(image)}`);
  expect(body.src).toContain(file);
  expect((await fetch(body.src, { headers: { authorization: `Bearer ${editor.token}` } })).status).toBe(200);
});
