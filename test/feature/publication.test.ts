// The statuses of an entity, its transitions, and scheduled changes, which are carried out exactly once whichever
// process does it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client, RestAnswer } from '../support/client.ts';
import {
  change,
  eventsOf,
  letPass,
  page,
  sql,
  text,
  titles,
  view,
  withoutPublisher,
  write,
  type Body,
} from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { publishDueEntities } from '../../src/actions/content/entityState.ts';

let service: TestService;
let editor: Tenant;

beforeAll(async () => {
  service = await startService();
  editor = await service.tenant();
});
afterAll(() => service.close());

const soon = (seconds = 3_600): string => new Date(Date.now() + seconds * 1_000).toISOString();
const long = '2020-01-01T00:00:00.000Z';

let count = 0;
async function draft(more: Record<string, unknown> = {}): Promise<Body> {
  return page(editor, `/publication/${String((count += 1))}`, { texts: [text('One')], ...more });
}
const published = (more: Record<string, unknown> = {}): Promise<Body> => draft({ status: 'PUBLISH', ...more });
async function withDrafts(): Promise<Body> {
  const entity = await published();
  await write(editor, entity.texts[0].urn, 'Two');
  return entity;
}

/** Both faces: REST sets the status, the graph has verbs. */
const verbs: Readonly<Record<string, string>> = {
  PUBLISH: 'publishEntity(urn: $urn, publishTimestamp: $at)',
  UNPUBLISH: 'unpublishEntity(urn: $urn)',
};
async function byVerb(urn: string, verb: string, at: string | null = null): Promise<Body> {
  const { answer } = await editor.data(
    `mutation ($urn: ID!${verb === 'PUBLISH' ? ', $at: DateTime' : ''}) {
      answer: ${verbs[verb] ?? ''} { entity { status publishTimestamp liveTimestamp version } userErrors { code path message } }
    }`,
    { urn, ...(verb === 'PUBLISH' ? { at } : {}) },
  );
  return answer;
}
async function status(urn: string, body: Record<string, unknown>, as: Client = editor): Promise<string> {
  const answer = await change(as, urn, body);
  return answer.status === 200 ? answer.body.status : `${String(answer.status)} ${String(answer.body.code)}`;
}
const stored = async (urn: string): Promise<Body> => (await editor.rest('GET', `/n/v1/entity/${urn}`)).body;

describe('a new entity', () => {
  test('is a draft, or live with all its items in the answer that creates it', async () => {
    const one = await draft();
    expect([one.status, one.liveTimestamp, one.texts[0].isPublished]).toEqual(['DRAFT_UNPUBLISHED', null, false]);
    const two = await published();
    expect([two.status, two.version, two.texts[0].isPublished]).toEqual(['PUBLISHED', 1, true]);
    expect(two.publishTimestamp).toBe(two.liveTimestamp);
    expect(await titles(editor, two.path)).toEqual(['One']);
    expect(await eventsOf(service, two.urn)).toEqual(['CREATE']);
    const three = await draft({ status: 'PUBLISHED', publishTimestamp: long });
    expect([three.status, three.publishTimestamp]).toEqual(['PUBLISHED', long]);
    const four = await published({ publishTimestamp: soon() });
    expect([four.status, four.liveTimestamp, four.texts[0].isPublished]).toEqual(['PUBLISH_PENDING', null, false]);
    expect(await titles(editor, four.path)).toBeNull();
  });

  test('cannot start in a status that only a schedule reaches', async () => {
    for (const begin of ['PUBLISH_PENDING', 'PUBLISHED_WITH_DRAFTS']) {
      const body = { urn: crypto.randomUUID(), owner: editor.company, name: 'x', language: 'en', status: begin };
      const answer = await editor.rest('POST', '/n/v1/entity', { body });
      expect([answer.status, answer.body.code]).toEqual([409, 'INVALID_TRANSITION']);
      expect(answer.body.detail).toContain('Allowed: DRAFT_UNPUBLISHED, PUBLISH, PUBLISHED.');
    }
  });
});

describe('the table of transitions', () => {
  test('from DRAFT_UNPUBLISHED', async () => {
    expect(await status((await draft()).urn, { status: 'PUBLISH', publishTimestamp: long })).toBe('PUBLISHED');
    expect(await status((await draft()).urn, { status: 'PUBLISHED' })).toBe('PUBLISHED');
    expect(await status((await draft()).urn, { status: 'PUBLISH' })).toBe('PUBLISHED');
    expect(await status((await draft()).urn, { status: 'PUBLISH', publishTimestamp: soon() })).toBe('PUBLISH_PENDING');
    expect(await status((await draft()).urn, { status: 'PUBLISHED_WITH_DRAFTS' })).toBe('409 INVALID_TRANSITION');
    expect(await status((await draft()).urn, { status: 'PUBLISH_PENDING' })).toBe('409 INVALID_TRANSITION');
  });

  test('from PUBLISH_PENDING without live content', async () => {
    const pending = (): Promise<Body> => published({ publishTimestamp: soon() });
    const moved = await pending();
    expect(await status(moved.urn, { status: 'PUBLISH', publishTimestamp: soon(7_200) })).toBe('PUBLISH_PENDING');
    expect(await status(moved.urn, { status: 'PUBLISH', publishTimestamp: long })).toBe('PUBLISHED');
    const canceled = await pending();
    expect(await status(canceled.urn, { status: 'DRAFT_UNPUBLISHED' })).toBe('DRAFT_UNPUBLISHED');
    expect((await stored(canceled.urn)).publishTimestamp).toBeNull();
    const answer = await change(editor, (await pending()).urn, { status: 'PUBLISHED_WITH_DRAFTS' });
    expect([answer.status, answer.body.errors[0].limit]).toEqual([409, 'PUBLISH, PUBLISHED, DRAFT_UNPUBLISHED']);
  });

  test('from PUBLISH_PENDING with live content', async () => {
    const { urn, path } = await withDrafts();
    expect(await status(urn, { status: 'PUBLISH', publishTimestamp: soon() })).toBe('PUBLISH_PENDING');
    expect(await titles(editor, path)).toEqual(['One']);
    expect(await status(urn, { status: 'DRAFT_UNPUBLISHED' })).toBe('409 INVALID_TRANSITION');
    expect(await status(urn, { status: 'PUBLISHED_WITH_DRAFTS' })).toBe('PUBLISHED_WITH_DRAFTS');
    expect(await titles(editor, path)).toEqual(['One']);
  });

  test('from PUBLISHED', async () => {
    const { urn, path, texts } = await published();
    expect(await status(urn, { status: 'PUBLISHED_WITH_DRAFTS' })).toBe('409 INVALID_TRANSITION');
    await write(editor, texts[0].urn, 'Two');
    expect((await stored(urn)).status).toBe('PUBLISHED_WITH_DRAFTS');
    expect(await titles(editor, path)).toEqual(['One']);
    expect(await status(urn, { status: 'PUBLISH' })).toBe('PUBLISHED');
    expect(await titles(editor, path)).toEqual(['Two']);
    const gone = await change(editor, urn, { status: 'DRAFT_UNPUBLISHED' });
    expect([gone.body.status, gone.body.liveTimestamp, gone.body.publishTimestamp]).toEqual([
      'DRAFT_UNPUBLISHED',
      null,
      null,
    ]);
    expect(gone.body.texts.map((t: Body) => t.isPublished)).toEqual([false]);
    expect(await titles(editor, path)).toBeNull();
  });

  test('an added or deleted item counts as a draft too, and takes effect with the next publication', async () => {
    const { urn, path, texts } = await published();
    const added = await editor.rest('POST', '/n/v1/textitem', { body: { entity: { urn }, ...text('Two', 'more', 1) } });
    expect([added.status, (await stored(urn)).status]).toEqual([201, 'PUBLISHED_WITH_DRAFTS']);
    // Another draft is no news of the page.
    await write(editor, texts[0].urn, 'Other');
    expect(await eventsOf(service, urn)).toHaveLength(2);
    await write(editor, texts[0].urn, 'One');
    expect(await titles(editor, path)).toEqual(['One']);
    expect(await status(urn, { status: 'PUBLISH' })).toBe('PUBLISHED');
    expect(await titles(editor, path)).toEqual(['One', 'Two']);
    await editor.rest('DELETE', `/n/v1/textitem/${String(texts[0].urn)}`);
    expect((await stored(urn)).status).toBe('PUBLISHED_WITH_DRAFTS');
    expect(await titles(editor, path)).toEqual(['One', 'Two']);
    expect(await status(urn, { status: 'PUBLISHED' })).toBe('PUBLISHED');
    expect(await titles(editor, path)).toEqual(['Two']);
  });

  test('setting the current status changes nothing and announces nothing', async () => {
    const entity = await published();
    const same = await change(editor, entity.urn, { status: 'PUBLISHED' });
    expect([same.status, same.body.version]).toEqual([200, 1]);
    expect(await eventsOf(service, entity.urn)).toEqual(['CREATE']);
  });

  test('one write is one event and one version, whatever it changes', async () => {
    const { urn } = await draft();
    const answer = await change(editor, urn, { name: 'Renamed', status: 'PUBLISH' });
    expect([answer.body.name, answer.body.status, answer.body.version]).toEqual(['Renamed', 'PUBLISHED', 2]);
    expect(await eventsOf(service, urn)).toEqual([
      'CREATE',
      'UPDATE name,status,publishTimestamp,liveTimestamp,updatedTimestamp',
    ]);
  });

  test('strict handling requires the publication time together with the status', async () => {
    const { urn } = await draft();
    const headers = { prefer: 'handling=strict' };
    const answer = await editor.rest('PATCH', `/n/v1/entity/${urn}`, { body: { status: 'PUBLISH' }, headers });
    expect([answer.status, answer.body.errors[0].path, answer.body.errors[0].code]).toEqual([
      422,
      '/publishTimestamp',
      'REQUIRED',
    ]);
  });

  test('the end must be after the start', async () => {
    const { urn } = await draft();
    const body = { status: 'PUBLISH', publishTimestamp: soon(20), unpublishTimestamp: soon(10) };
    const answer = await change(editor, urn, body);
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, '/unpublishTimestamp']);
  });

  test('applies to the verbs of the graph', async () => {
    const { urn } = await draft();
    expect((await byVerb(urn, 'PUBLISH', soon())).entity.status).toBe('PUBLISH_PENDING');
    expect((await byVerb(urn, 'UNPUBLISH')).entity.status).toBe('DRAFT_UNPUBLISHED');
    expect((await byVerb(urn, 'PUBLISH')).entity.status).toBe('PUBLISHED');
    expect((await byVerb(urn, 'PUBLISH', soon())).entity.status).toBe('PUBLISH_PENDING');
    expect((await byVerb(urn, 'UNPUBLISH')).entity.status).toBe('PUBLISHED');
    expect((await byVerb(urn, 'UNPUBLISH')).entity.status).toBe('DRAFT_UNPUBLISHED');
    const refused = await editor.data(
      `mutation ($urn: ID!) { updateEntity(urn: $urn, input: { status: PUBLISHED_WITH_DRAFTS }) { entity { urn } userErrors { code path message } } }`,
      { urn },
    );
    expect(refused.updateEntity).toEqual({
      entity: null,
      userErrors: [
        {
          code: 'INVALID_TRANSITION',
          path: '/status',
          message: 'DRAFT_UNPUBLISHED cannot become PUBLISHED_WITH_DRAFTS. Allowed: PUBLISH, PUBLISHED.',
        },
      ],
    });
  });
});

describe('a scheduled publication', () => {
  test('is visible from its time on even before it is carried out, and then is carried out', async () => {
    const { urn, path } = await published({ publishTimestamp: soon() });
    await withoutPublisher(service, async () => {
      await letPass(service, urn, 3_601);
      const seen = await view(editor, path);
      expect([seen.status, seen.body.texts[0].value, seen.body.status]).toEqual([200, 'One', 'PUBLISHED']);
      const [row] = await sql(service, `SELECT "status" FROM "entity" WHERE "urn" = $1`, [urn]);
      expect(row?.['status']).toBe('PUBLISH_PENDING');
    });
    await publishDueEntities(service.services);
    await expect.poll(async () => (await stored(urn)).status).toBe('PUBLISHED');
    const entity = await stored(urn);
    expect(entity.liveTimestamp).toBe(entity.publishTimestamp);
    expect(entity.texts[0].isPublished).toBe(true);
    expect((await eventsOf(service, urn)).slice(1)).toEqual(['UPDATE status,liveTimestamp,updatedTimestamp']);
    // The service itself did it, and whoever requested it is forgotten.
    const [told] = await sql(
      service,
      `SELECT "actor"->>'type' AS actor, "target_version", "owner" FROM "webhook_trigger" WHERE "target_urn" = $1 AND "event" = 'UPDATE'`,
      [urn],
    );
    expect(told).toEqual({ actor: 'SYSTEM', target_version: '2', owner: editor.company });
    expect(entity.version).toBe(2);
    expect(await sql(service, `SELECT "publish_requested_by" AS by FROM "entity" WHERE "urn" = $1`, [urn])).toEqual([
      { by: null },
    ]);
  });

  test('is noted with who requested it; what is published at once is not', async () => {
    const requested = async (more: Record<string, unknown>): Promise<unknown> => {
      const { urn } = await published(more);
      return sql(service, `SELECT "publish_requested_by"->>'type' AS by FROM "entity" WHERE "urn" = $1`, [urn]);
    };
    expect(await requested({})).toEqual([{ by: null }]);
    expect(await requested({ publishTimestamp: '2090-01-01T00:00:00.000Z' })).toEqual([{ by: expect.any(String) }]);
  });

  test('includes what was written until its time, and nothing later', async () => {
    const { urn, path, texts } = await published({ publishTimestamp: soon() });
    await write(editor, texts[0].urn, 'Two');
    expect((await stored(urn)).status).toBe('PUBLISH_PENDING');
    await withoutPublisher(service, () => letPass(service, urn, 3_601));
    // A write at that very moment finds the entity published, whichever was first.
    await write(editor, texts[0].urn, 'Three');
    expect((await stored(urn)).status).toBe('PUBLISHED_WITH_DRAFTS');
    expect(await titles(editor, path)).toEqual(['Two']);
  });

  test('keeps the previous live content until its time', async () => {
    const { urn, path } = await withDrafts();
    await change(editor, urn, { status: 'PUBLISH', publishTimestamp: soon() });
    expect(await titles(editor, path)).toEqual(['One']);
    await withoutPublisher(service, async () => {
      await letPass(service, urn, 3_601);
      expect(await titles(editor, path)).toEqual(['Two']);
    });
  });

  test('is not carried out after it was canceled or moved', async () => {
    const one = await published({ publishTimestamp: soon() });
    const two = await published({ publishTimestamp: soon() });
    await change(editor, one.urn, { status: 'DRAFT_UNPUBLISHED' });
    await change(editor, two.urn, { status: 'PUBLISH', publishTimestamp: soon(7_200) });
    for (const { urn } of [one, two]) await letPass(service, urn, 3_601);
    await publishDueEntities(service.services);
    expect((await stored(one.urn)).status).toBe('DRAFT_UNPUBLISHED');
    expect((await stored(two.urn)).status).toBe('PUBLISH_PENDING');
    expect(await titles(editor, one.path)).toBeNull();
    expect(await titles(editor, two.path)).toBeNull();
  });

  test('and a concurrent cancellation are applied in one order, and an acknowledged cancellation is final', async () => {
    const entities = await Promise.all(Array.from({ length: 12 }, () => published({ publishTimestamp: soon() })));
    await withoutPublisher(service, async () => {
      for (const { urn } of entities) await letPass(service, urn, 3_601);
    });
    const [, ...answers] = await Promise.all([
      publishDueEntities(service.services),
      ...entities.map(({ urn }) => change(editor, urn, { status: 'DRAFT_UNPUBLISHED' })),
    ]);
    await publishDueEntities(service.services);
    for (const [at, { urn, path }] of entities.entries()) {
      expect(answers[at]?.status).toBe(200);
      expect((await stored(urn)).status).toBe('DRAFT_UNPUBLISHED');
      expect(await titles(editor, path)).toBeNull();
      const updates = (await eventsOf(service, urn)).slice(1);
      expect(updates.filter((event) => event.startsWith('UPDATE status,liveTimestamp'))).toHaveLength(1);
    }
  });

  test('of a hundred entities is announced once each by four processes', async () => {
    const urns: string[] = [];
    for (let at = 0; at < 100; at += 10) {
      const ten = Array.from({ length: 10 }, () => published({ publishTimestamp: soon(), texts: [] }));
      urns.push(...(await Promise.all(ten)).map(({ urn }) => String(urn)));
    }
    const others = [await service.another(), await service.another(), await service.another()];
    try {
      await withoutPublisher(service, async () => {
        await sql(
          service,
          `UPDATE "entity" SET "publish_timestamp" = date_trunc('milliseconds', now()) WHERE "urn" = ANY($1)`,
          [urns],
        );
      });
      const processes = [service.services, ...others.map((other) => other.services)];
      await Promise.all(
        processes.map(async (services) => {
          while ((await publishDueEntities(services)) > 0);
        }),
      );
      await expect
        .poll(async () => {
          const [row] = await sql(
            service,
            `SELECT count(*)::int AS due FROM "entity" WHERE "urn" = ANY($1) AND "status" <> 'PUBLISHED'`,
            [urns],
          );
          return row?.['due'];
        })
        .toBe(0);
      const announced = await sql(
        service,
        `SELECT "target_urn", count(*)::int AS times FROM "webhook_trigger" WHERE "target_urn" = ANY($1) AND "event" = 'UPDATE' GROUP BY 1`,
        [urns],
      );
      expect(announced).toHaveLength(100);
      expect(announced.every((row) => row['times'] === 1)).toBe(true);
    } finally {
      for (const other of others) await other.close();
    }
  }, 90_000);

  test('that fails leaves the previous status and the reason, and delays no other one', async () => {
    const [broken, fine, live] = [
      await published({ publishTimestamp: soon() }),
      await published({ publishTimestamp: soon() }),
      await withDrafts(),
    ];
    await change(editor, live.urn, { status: 'PUBLISH', publishTimestamp: soon() });
    await sql(
      service,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW."entity" IN ('${String(broken.urn)}', '${String(live.urn)}') THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON "item_live" FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    try {
      await withoutPublisher(service, async () => {
        for (const { urn } of [broken, fine, live]) await letPass(service, urn, 3_601);
      });
      await publishDueEntities(service.services);
      await expect.poll(async () => (await stored(fine.urn)).status).toBe('PUBLISHED');
      await expect.poll(async () => (await stored(live.urn)).status).toBe('PUBLISHED_WITH_DRAFTS');
      const { publishTimestamp, liveTimestamp } = await stored(live.urn);
      expect([publishTimestamp, await titles(editor, live.path)]).toEqual([liveTimestamp, ['One']]);
      await expect.poll(async () => (await stored(broken.urn)).status).toBe('DRAFT_UNPUBLISHED');
      expect((await stored(broken.urn)).lastError).toMatch(/^The publication of .* failed: The database refused/);
      expect(await titles(editor, broken.path)).toBeNull();
      expect((await eventsOf(service, broken.urn)).at(-1)).toBe(
        'UPDATE status,publishTimestamp,lastError,updatedTimestamp',
      );
    } finally {
      await sql(service, `DROP TRIGGER refuse ON "item_live"; DROP FUNCTION refuse()`);
    }
    expect(await status(broken.urn, { status: 'PUBLISH' })).toBe('PUBLISHED');
    expect(await status(live.urn, { status: 'PUBLISH', publishTimestamp: soon() })).toBe('PUBLISH_PENDING');
    for (const { urn } of [broken, live]) expect((await stored(urn)).lastError).toBeNull();
  });
});

describe('a scheduled end', () => {
  test('hides the page at its time, before it is carried out', async () => {
    const { urn, path } = await published({ unpublishTimestamp: soon() });
    await withoutPublisher(service, async () => {
      await letPass(service, urn, 3_601);
      expect(await titles(editor, path)).toBeNull();
    });
    await publishDueEntities(service.services);
    await expect.poll(async () => (await stored(urn)).status).toBe('DRAFT_UNPUBLISHED');
    const entity = await stored(urn);
    expect([entity.liveTimestamp, entity.publishTimestamp, entity.unpublishTimestamp]).toEqual([null, null, null]);
    expect(entity.texts[0].isPublished).toBe(false);
    expect(await eventsOf(service, urn)).toHaveLength(2);
  });

  test('is found carried out by a write after it, whichever was first', async () => {
    const { urn, path, texts } = await published({ unpublishTimestamp: soon() });
    await withoutPublisher(service, () => letPass(service, urn, 3_601));
    await write(editor, texts[0].urn, 'Two');
    const entity = await stored(urn);
    expect([entity.status, entity.unpublishTimestamp, await titles(editor, path)]).toEqual([
      'DRAFT_UNPUBLISHED',
      null,
      null,
    ]);
  });

  test('after a start that was missed as well: the page is never shown, and its history shows when it was live', async () => {
    const { urn, path } = await published({ publishTimestamp: soon(100), unpublishTimestamp: soon(200) });
    await withoutPublisher(service, async () => {
      await letPass(service, urn, 1_000);
      expect(await titles(editor, path)).toBeNull();
    });
    await publishDueEntities(service.services);
    await expect.poll(async () => (await stored(urn)).status).toBe('DRAFT_UNPUBLISHED');
    expect(await titles(editor, path)).toBeNull();
    expect(await eventsOf(service, urn)).toHaveLength(2);
    const within = new Date(Date.now() - 850_000).toISOString();
    const past = await view(editor, `${String(path)}?atTimestamp=${within}`);
    expect([past.status, past.body.texts?.[0].value]).toEqual([200, 'One']);
  });
});

describe('discarding drafts', () => {
  /** A page of which two items have swapped their names, a third was deleted and a new one has taken its place; and all is discarded. */
  async function discarded(): Promise<{ entity: Body; urns: readonly string[]; answer: RestAnswer }> {
    const entity = await published({ texts: [text('A', 'a'), text('B', 'b', 1), text('C', 'c', 2)] });
    const urns = entity.texts.map((item: Body) => item.urn as string) as string[];
    const [a = '', b = '', c = ''] = urns;
    const put = (urn: string, body: Record<string, unknown>): Promise<unknown> =>
      editor.rest('PUT', `/n/v1/textitem/${urn}`, { body });
    await put(a, { name: 'x' });
    await put(b, { name: 'a', sortOrder: 0 });
    await put(a, { name: 'b', sortOrder: 1, value: 'changed' });
    await editor.rest('DELETE', `/n/v1/textitem/${c}`);
    const added = await editor.rest('POST', '/n/v1/textitem', {
      body: { entity: { urn: entity.urn }, ...text('New', 'c', 2) },
    });
    expect(added.status).toBe(201);
    const answer = await editor.rest('POST', `/n/v1/entity/${String(entity.urn)}/discarddrafts`, {});
    return { entity, urns, answer };
  }

  test('restores the live values, removes what was added and brings back what was deleted', async () => {
    const { urns, answer } = await discarded();
    const [a, b, c] = urns;
    expect([answer.status, answer.body.status]).toEqual([200, 'PUBLISHED']);
    expect(answer.body.texts.map((t: Body) => [t.urn, t.name, t.value, t.isPublished])).toEqual([
      [a, 'a', 'A', true],
      [b, 'b', 'B', true],
      [c, 'c', 'C', true],
    ]);
  });

  test('shows visitors what they saw before', async () => {
    const { entity } = await discarded();
    expect(await titles(editor, entity.path)).toEqual(['A', 'B', 'C']);
  });

  test('announces each item that it changes, and each that is back', async () => {
    const [a = '', , c = ''] = (await discarded()).urns;
    const last = async (item: string): Promise<unknown> => (await eventsOf(service, item)).at(-1);
    expect([await last(a), await last(c)]).toEqual([
      'UPDATE sortOrder,name,value,isPublished,updatedTimestamp',
      'CREATE',
    ]);
  });

  test('repeats in the history what was live, which stays live', async () => {
    const [a] = (await discarded()).urns;
    const { body } = await editor.rest('GET', `/n/v1/textitemhistory/${String(a)}`);
    expect(body.history.map((h: Body) => [h.name, h.isPublished])).toEqual([
      ['a', false],
      ['b', false],
      ['x', false],
      ['a', true],
    ]);
  });

  test('leaves nothing that is deleted among what is live', async () => {
    const { entity } = await discarded();
    const [tombstones] = await sql(
      service,
      `SELECT count(*)::int AS live FROM "item_live" l JOIN "item_value" v ON v."urn" = l."entry" WHERE v."is_tombstone" AND l."entity" = $1`,
      [entity.urn],
    );
    expect(tombstones?.['live']).toBe(0);
  });

  test('is refused if there is nothing to discard', async () => {
    const { urn } = await published();
    const answer = await editor.rest('POST', `/n/v1/entity/${String(urn)}/discarddrafts`, {});
    expect([answer.status, answer.body.code]).toEqual([409, 'INVALID_TRANSITION']);
    const verb = await editor.data(
      `mutation ($urn: ID!) { discardEntityDrafts(urn: $urn) { entity { urn } userErrors { code } } }`,
      { urn },
    );
    expect(verb.discardEntityDrafts).toEqual({ entity: null, userErrors: [{ code: 'INVALID_TRANSITION' }] });
  });
});

describe('an entity that is deleted and restored', () => {
  test('is live again as before, with drafts equal to its live values', async () => {
    const { urn, path } = await published();
    await editor.rest('DELETE', `/n/v1/entity/${String(urn)}`);
    expect(await titles(editor, path)).toBeNull();
    const back = await editor.rest('POST', `/n/v1/entity/${String(urn)}/restore`, {});
    expect([back.status, back.body.status]).toEqual([200, 'PUBLISHED_WITH_DRAFTS']);
    expect(await titles(editor, path)).toEqual(['One']);
    expect(await status(urn, { status: 'PUBLISH' })).toBe('PUBLISHED');
  });
});
