// REST bodies by resource reference 1.1, 1.2 and 3.1: links, lists, histories and 64-bit integers, and the effect of
// `fields` and `expand`.
import { describe, expect, it, test } from 'vitest';
import type { Context, Row } from '../../../src/engine/context.ts';
import { createRequestBudget, unlimited } from '../../../src/engine/requestBudget.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { resourceOf, targetOf } from '../../../src/contract/resource.ts';
import { readQuery } from '../../../src/rest/request/queryParameters.ts';
import { represent } from '../../../src/rest/response/represent.ts';
import { readShape } from '../../../src/rest/request/shape.ts';
import { shownValue } from '../../../src/rest/response/representValue.ts';
import { writeJson } from '../../../src/rest/response/writeJson.ts';
import { createShownRows } from '../../../src/domain/shownRows.ts';
import { baseUrl, sampleContext, sampleRow, sampleUrn, type Memory } from './sampleRows.ts';

const contract = loadContract();

/** A body, read by the tests like any JSON. */
async function bodyOf(
  kind: string,
  changes: Record<string, unknown> = {},
  query = '',
  memory: Memory = {},
): Promise<ReturnType<typeof JSON.parse>> {
  const resource = resourceOf(contract, kind);
  const shape = readShape(resource, readQuery(`/x?${query}`));
  return represent(sampleContext(contract, memory), { resource, row: sampleRow(contract, kind, changes) }, shape);
}

const link = (kind: string, path: string) => ({
  urn: sampleUrn(kind),
  url: `${baseUrl}/n/v1/${path}/${sampleUrn(kind)}`,
});

describe('scalars', () => {
  it('keep all digits of a 64-bit integer and show the version as a number', async () => {
    const body = await bodyOf('LongItem', { value: '9223372036854775807' });
    expect(writeJson(body)).toContain('"value":9223372036854775807,');
    expect(body.version).toBe(3);
  });

  it('keep them inside value objects as well', async () => {
    const { lines } = await bodyOf('PaymentInvoice', {
      lines: [{ description: 'x', quantity: '1', unitPriceUnitValue: '9007199254740993' }],
    });
    expect(lines).toEqual([
      {
        description: 'x',
        quantity: '1',
        unitPriceUnitValue: 9007199254740993n,
        taxRatePercent: null,
        totalUnitValue: null,
        sortOrder: null,
      },
    ]);
  });

  it('show null for missing values, and for what is never returned', async () => {
    expect((await bodyOf('LinkItem', { rel: null })).rel).toBeNull();
    expect((await bodyOf('WebhookSubscription', { secret: 'sealed' })).secret).toBeNull();
  });

  it('show a secret in the one answer that carries it', async () => {
    expect((await bodyOf('ApiClientBearerToken', { bearerToken: 'ccs_1' })).bearerToken).toBe('ccs_1');
    expect((await bodyOf('ApiClientBearerToken')).bearerToken).toBeNull();
  });

  it('are in the order of the contract', async () => {
    const names = contract.kinds.TextItem.fields.map((field) => field.name);
    expect(Object.keys(await bodyOf('TextItem'))).toEqual(names);
  });
});

describe('links', () => {
  it('are shallow: urn and url', async () => {
    expect((await bodyOf('TextItem')).entity).toEqual(link('Entity', 'entity'));
  });

  it('are null when unset', async () => {
    expect((await bodyOf('Task', { project: null })).project).toBeNull();
  });

  it('are bare urn text for the entity of a markdown item, expanded or not', async () => {
    expect((await bodyOf('MarkdownItem')).entity).toBe(sampleUrn('Entity'));
    expect((await bodyOf('MarkdownItem', {}, 'expand=entity')).entity).toBe(sampleUrn('Entity'));
  });

  it('are the whole object when expanded, at every requested level', async () => {
    const { project } = await bodyOf('Task', {}, 'expand=project.owner');
    expect(project).toMatchObject({ ...link('Project', 'project'), name: 'text', taskCounts: { PENDING: 1 } });
    expect(project.owner).toMatchObject({ ...link('Company', 'company'), name: 'text' });
    expect(project.lead).toEqual(link('Identity', 'identity'));
  });

  it('stay shallow when expanded but not readable', async () => {
    const { project } = await bodyOf('Task', {}, 'expand=project', { unreadable: [sampleUrn('Project')] });
    expect(project).toEqual(link('Project', 'project'));
  });

  it('point to the history of the item, also from one entry of it', async () => {
    const url = `${baseUrl}/n/v1/textitemhistory/${sampleUrn('TextItem')}`;
    expect((await bodyOf('TextItem')).history).toEqual({ url });
    const entry = { urn: sampleUrn('TextItem', 2), $itemUrn: sampleUrn('TextItem') };
    expect(await bodyOf('TextItem', entry)).toMatchObject({
      urn: entry.urn,
      itemUrn: entry.$itemUrn,
      history: { url },
    });
  });

  it('inside what a verb answers lead to what may be read, each of which is noted as shown', async () => {
    const { answer } = contract.verbs.get('permissionCheck') ?? {};
    if (!answer) throw new Error('There is no such verb.');
    const [readable, unreadable] = [sampleUrn('Permission'), sampleUrn('Permission', 2)];
    const shown = createShownRows();
    const context = { ...sampleContext(contract, { unreadable: [unreadable] }), shown };
    const checked = [readable, unreadable, null].map((permission) => ({ ref: null, isAllowed: true, permission }));
    const body = (await shownValue(context, answer, checked)) as { permission: unknown }[];
    expect(body.map(({ permission }) => permission)).toEqual([link('Permission', 'permission'), null, null]);
    expect(shown.rows()).toEqual([{ kind: 'Permission', urn: readable, as: 'DRAFT' }]);
  });

  it('have an address inside the subject of a task log', async () => {
    const { subject } = await bodyOf('TaskLog', { subject: { urn: sampleUrn('Identity'), type: 'ASSIGNEE' } });
    expect(subject).toEqual({ ...link('Identity', 'identity'), type: 'ASSIGNEE' });
  });
});

describe('lists', () => {
  it('of links are shallow, and whole when expanded', async () => {
    expect((await bodyOf('Task')).blockedBy).toEqual([link('Task', 'task')]);
    const { blockedBy } = await bodyOf('Task', {}, 'expand=blockedBy');
    expect(blockedBy[0]).toMatchObject({ ...link('Task', 'task'), title: 'text', blocking: [link('Task', 'task')] });
  });

  it('are whole up to 5,000 links in one answer', async () => {
    const rows = (length: number): Row[] => Array.from({ length }, () => sampleRow(contract, 'Company'));
    const shown = (length: number) =>
      bodyOf('Task', {}, 'expand=associatedCompanies', { lists: { 'Task.associatedCompanies': rows(length) } });
    expect((await shown(5_000)).associatedCompanies).toHaveLength(5_000);
    await expect(shown(5_001)).rejects.toMatchObject({
      code: 'INVALID_PARAMETER',
      violations: [{ path: '?expand', limit: 5_000 }],
    });
  });

  it('of children are spelled out without the link back, and one level deep', async () => {
    const { texts, images } = await bodyOf('Entity');
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatchObject({ ...link('TextItem', 'textitem'), value: 'text' });
    expect(texts[0]).not.toHaveProperty('entity');
    expect(images[0].files).toEqual([link('ImageItemFile', 'imageitemfile')]);
  });

  it('that are long hold links', async () => {
    expect((await bodyOf('Group')).memberships).toEqual([link('GroupMembership', 'groupmembership')]);
  });

  it('that are rarely needed are included only on request', async () => {
    const task = await bodyOf('Task');
    expect([Object.hasOwn(task, 'logs'), Object.hasOwn(task, 'threads')]).toEqual([false, false]);
    expect(await bodyOf('Entity')).not.toHaveProperty('tasks');
    expect((await bodyOf('Task', {}, 'expand=logs')).logs[0]).toMatchObject({ activity: 'CREATED' });
  });

  it('of posts are whole, with the Pagination of their page', async () => {
    const posts = [1, 2].map((nth) => sampleRow(contract, 'ThreadPost', { urn: sampleUrn('ThreadPost', nth) }));
    const body = await bodyOf('MessageThread', {}, '', { lists: { 'MessageThread.posts': posts } });
    expect(body.posts.map((post: { content: string }) => post.content)).toEqual(['text', 'text']);
    expect(body.pagination).toMatchObject({ nextUrl: null, isMorePages: false, limit: 50 });
    const names = Object.keys(body);
    expect(names[names.indexOf('posts') + 1]).toBe('pagination');
  });
});

test('Each resource of an answer is an object of the budget', async () => {
  const resource = contract.kinds.Entity;
  const texts = [1, 2].map(() => sampleRow(contract, 'TextItem'));
  const lists = Object.fromEntries(
    resource.fields.map(({ name }) => [`Entity.${name}`, name === 'texts' ? texts : []]),
  );
  const show = (objects: number) => {
    const context = { ...sampleContext(contract, { lists }), budget: createRequestBudget({ ...unlimited, objects }) };
    return represent(context, { resource, row: sampleRow(contract, 'Entity') });
  };
  expect((await show(3))['texts']).toHaveLength(2);
  await expect(show(2)).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' });
});

test('Each text of an answer is counted in the bytes of the budget', async () => {
  const show = (length: number) => {
    const context = { ...sampleContext(contract), budget: createRequestBudget({ ...unlimited, bytes: 10_000 }) };
    const row = sampleRow(contract, 'TextItem', { value: 'x'.repeat(length) });
    return represent(context, { resource: contract.kinds.TextItem, row });
  };
  expect((await show(5_000))['value']).toHaveLength(5_000);
  await expect(show(10_001)).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' });
});

describe('What an answer shows is noted', () => {
  const notedOf = async (kind: string): Promise<Set<string>> => {
    const urns = new Set<string>();
    const note = (rows: unknown): void => [rows].flat().forEach((row) => urns.add((row as Row).urn));
    const context = { ...sampleContext(contract), shown: { note } as unknown as Context['shown'] };
    await represent(context, { resource: resourceOf(contract, kind), row: sampleRow(contract, kind) });
    return urns;
  };
  const secretLinks = [...contract.resources.values()].flatMap((resource) =>
    resource.restFields
      .filter((f) => f.typeClass === 'LINK' && f.storage === 'COLUMN' && !f.isList && !f.rest.isOnDemand)
      .filter((field) => targetOf(field).isSecret)
      .map((field) => [resource.name, field.name, targetOf(field).name] as const),
  );

  it('the resource, its children, and its lists of links', async () => {
    const noted = [...(await notedOf('Entity')), ...(await notedOf('Group'))];
    expect(noted).toEqual(
      expect.arrayContaining(['Entity', 'TextItem', 'Group', 'GroupMembership'].map((kind) => sampleUrn(kind))),
    );
  });

  it.each(secretLinks)('what %s.%s links to, which not everyone may know of', async (kind, _, target) => {
    expect(await notedOf(kind)).toContain(sampleUrn(target));
  });

  it('and there are such links', () => {
    expect(secretLinks).not.toEqual([]);
  });
});

describe('fields', () => {
  it('keep the requested members, and urn and url', async () => {
    expect(Object.keys(await bodyOf('Task', {}, 'fields=title,blockedBy'))).toEqual([
      'urn',
      'url',
      'title',
      'blockedBy',
    ]);
  });
});
