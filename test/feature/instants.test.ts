// Instants are kept as they were sent, to the microsecond, and compared as times everywhere: in answers of both faces, in
// filters, orders and cursors, in windows of permissions and in the periods in which content is live. What is finer is
// cut with a warning, or refused under strict handling. Resource reference 1.1.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { community, type Community } from '../support/community.ts';
import { change, letPass, page, text, withoutPublisher } from '../support/content.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { bareTask } from '../support/work.ts';

let service: SharedService;
let town: Community;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});

// One millisecond, in the order of time; as texts they would stand otherwise.
const sent = ['.123Z', '.1230005Z', '.123001Z', '.12301Z', '.1234Z', '.123456Z', '.123999Z', '.124000Z'].map(
  (fraction) => `2031-05-06T07:08:09${fraction}`,
);
const kept = sent.map((text) => text.replace('.1230005', '.123').replace('.124000', '.124'));
const inTime = kept.filter((text, at) => kept.indexOf(text) === at);

const due = (dueTimestamp: string, project: string): Promise<string> =>
  town.make('task', { ...bareTask, title: 'T', project, dueTimestamp });

describe('An instant', () => {
  test('is answered as it was sent by both faces, in points, lists and after changes', async () => {
    const project = await town.make('project', { name: 'P' });
    for (const [at, dueTimestamp] of sent.entries()) {
      const urn = await due(dueTimestamp, project);
      const rest = await town.admin.rest('GET', `/n/v1/task/${urn}`);
      const graph = await town.admin.data('query ($urn: ID!) { task(urn: $urn) { dueTimestamp } }', { urn });
      // An argument that the one statement does not answer sends the read field by field.
      const slow = await town.admin.data(
        'query ($urn: ID!) { task(urn: $urn) { dueTimestamp __typename url logs(first: 1) { nodes { url } } } }',
        { urn },
      );
      const changed = await town.admin.rest('PATCH', `/n/v1/task/${urn}`, { body: { dueTimestamp: sent[at] } });
      expect([rest.body, graph.task, slow.task, changed.body].map((one) => one.dueTimestamp)).toEqual(
        Array<string | undefined>(4).fill(kept[at]),
      );
      expect(rest.headers.get('etag')).toBe(changed.headers.get('etag'));
    }
    const list = await town.admin.data(
      `query ($project: ID!) { tasks(where: { project: { eq: $project } }, orderBy: [{ field: DUE_TIMESTAMP }]) { nodes { dueTimestamp } } }`,
      { project },
    );
    expect(list.tasks.nodes.map((one: { dueTimestamp: string }) => one.dueTimestamp)).toEqual([...kept].sort(byTime));
  });

  test('is found and ordered by its microseconds, page by page', async () => {
    const project = await town.make('project', { name: 'P' });
    for (const dueTimestamp of inTime) await due(dueTimestamp, project);
    const find = async (filter: string): Promise<string[]> => {
      const path = `/n/v1/tasks?filter[project]=${project}&sort=dueTimestamp&${filter}`;
      const { body } = await town.admin.rest('GET', path);
      return (body.tasks as { dueTimestamp: string }[]).map((one) => one.dueTimestamp);
    };
    for (const [at, instant] of inTime.entries()) {
      expect(await find(`filter[dueTimestamp]=${instant}`)).toEqual([instant]);
      expect(await find(`filter[dueTimestamp][lt]=${instant}`)).toEqual(inTime.slice(0, at));
      expect(await find(`filter[dueTimestamp][gt]=${instant}`)).toEqual(inTime.slice(at + 1));
    }
    const walked: string[] = [];
    let after = '';
    for (let pages = 0; pages < inTime.length; pages += 1) {
      const path = `/n/v1/tasks?filter[project]=${project}&sort=dueTimestamp&limit=1${after}`;
      const { body } = await town.admin.rest('GET', path);
      walked.push(...(body.tasks as { dueTimestamp: string }[]).map((one) => one.dueTimestamp));
      after = `&after=${String(body.pagination.after)}`;
    }
    expect(walked).toEqual(inTime);
  });

  test('that is finer is cut with a warning, and refused under strict handling', async () => {
    const body = { owner: town.admin.company, ...bareTask, title: 'T', dueTimestamp: '2031-05-06T07:08:09.123456789Z' };
    const cut = await town.admin.rest('POST', '/n/v1/task', { body });
    expect([cut.status, cut.body.dueTimestamp]).toEqual([201, '2031-05-06T07:08:09.123456Z']);
    expect(cut.headers.get('warning')).toBe('299 - "/dueTimestamp is stored with microsecond precision."');
    const changed = await town.admin.rest('PATCH', `/n/v1/task/${String(cut.body.urn)}`, {
      body: { dueTimestamp: '2031-05-06T07:08:09.9999999Z' },
    });
    expect([changed.body.dueTimestamp, changed.headers.get('warning')]).toEqual([
      '2031-05-06T07:08:09.999999Z',
      '299 - "/dueTimestamp is stored with microsecond precision."',
    ]);
    const graph = await town.admin.graph(
      'mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { dueTimestamp } userErrors { code } } }',
      { input: body },
    );
    expect(graph.data.createTask).toEqual({ task: { dueTimestamp: '2031-05-06T07:08:09.123456Z' }, userErrors: [] });
    expect(graph.extensions).toMatchObject({
      warnings: [{ code: 'TIMESTAMP_CUT', message: '/dueTimestamp is stored with microsecond precision.' }],
    });
    const headers = { prefer: 'handling=strict' };
    const refused = await town.admin.rest('POST', '/n/v1/task', { body, headers });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          path: '/dueTimestamp',
          code: 'INVALID_FORMAT',
          message: 'At most six digits of a second are kept.',
          limit: 6,
        },
      ],
    ]);
    const zeros = { ...body, dueTimestamp: '2031-05-06T07:08:09.123456000Z' };
    const exact = await town.admin.rest('POST', '/n/v1/task', { body: zeros, headers });
    expect([exact.status, exact.headers.get('warning')]).toEqual([201, null]);
  });

  test('of a verb is cut with a warning as well', async () => {
    const invoice = await town.make('paymentinvoice', {
      ...{ status: 'OPEN', currencyCode: 'EUR', customerIdentity: (await town.person('Payer')).identity },
      number: 'M-1',
      dueTimestamp: '2031-01-01T00:00:00Z',
      lines: [{ description: 'L', unitPriceUnitValue: 500 }],
    });
    const paid = await town.admin.rest('POST', `/n/v1/paymentinvoice/${invoice}/payments`, {
      body: { unitValue: '500', paidTimestamp: '2025-01-02T03:04:05.000100900Z' },
    });
    expect([paid.status, paid.headers.get('warning')]).toEqual([
      201,
      '299 - "/paidTimestamp is stored with microsecond precision."',
    ]);
    expect(paid.body.paidTimestamp).toBe('2025-01-02T03:04:05.0001Z');
  });
});

describe('A window within one millisecond', () => {
  const ends = ['2031-05-06T07:08:09.123Z', '2031-05-06T07:08:09.123456Z'] as const;

  test('of a permission begins before it ends', async () => {
    const { client } = await town.person('Holder', []);
    const edge = (fromTimestamp: string, toTimestamp: string) =>
      town.admin.rest('POST', '/n/v1/permission', {
        body: {
          ...{ owner: town.admin.company, subjectScope: 'API_CLIENT', subjectUrn: client, label: 'READ' },
          ...{ objectScope: 'COMPANY', objectUrn: town.admin.company, fromTimestamp, toTimestamp },
        },
      });
    const made = await edge(ends[0], ends[1]);
    expect([made.status, made.body.fromTimestamp, made.body.toTimestamp]).toEqual([201, ...ends]);
    expect((await edge(ends[1], ends[0])).status).toBe(422);
  });

  test('of a page is served to the microsecond', async () => {
    const future = new Date(Date.now() + 3_600_000).toISOString().slice(0, -5);
    const [publishTimestamp, unpublishTimestamp] = [`${future}.123Z`, `${future}.123456Z`];
    const scheduled = { status: 'PUBLISH', publishTimestamp, unpublishTimestamp, texts: [text('Once')] };
    const { urn } = await page(town.admin, null, scheduled);
    const swapped = { publishTimestamp: unpublishTimestamp, unpublishTimestamp: publishTimestamp };
    expect((await change(town.admin, urn, { status: 'PUBLISH', ...swapped })).status).toBe(422);
    const statusAt = async (fraction: string): Promise<number> => {
      const at = `${new Date(Date.parse(`${future}Z`) - 7_200_000).toISOString().slice(0, -5)}${fraction}`;
      return (await town.admin.rest('GET', `/v/v1/entityview/${String(urn)}?atTimestamp=${at}`)).status;
    };
    const fractions = ['.122999Z', '.123Z', '.123001Z', '.123455Z', '.123456Z', '.124Z'];
    const expected = [404, 200, 200, 200, 404, 404];
    await withoutPublisher(service, async () => {
      await letPass(service, urn, 7_200);
      expect(await Promise.all(fractions.map(statusAt))).toEqual(expected);
    });
    await vi.waitFor(
      async () => {
        expect((await town.admin.rest('GET', `/n/v1/entity/${String(urn)}`)).body.status).toBe('DRAFT_UNPUBLISHED');
      },
      { timeout: 20_000 },
    );
    expect(await Promise.all(fractions.map(statusAt))).toEqual(expected);
  });
});

function byTime(one: string, other: string): number {
  const micros = (text: string): number => Number(text.slice(20, -1).padEnd(6, '0'));
  return micros(one) - micros(other);
}
