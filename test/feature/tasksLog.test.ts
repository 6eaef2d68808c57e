// The log of a task: what the service records in the transaction of the change, and comments by people.
import { beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '../support/database.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { helper, made, task } from '../support/work.ts';

let service: SharedService;
let lead: Tenant;

beforeAll(async () => {
  service = await sharedService();
  lead = await service.tenant();
});

// A test knows the shape it requested; what it reads is asserted.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
async function log(urn: string): Promise<any[]> {
  return (await lead.rest('GET', `/n/v1/task/${urn}/logs`)).body.logs;
}

describe('what the service records', () => {
  test('of a new task is that it was created, whatever it was created with', async () => {
    const other = await task(lead, 'A');
    const urn = await task(lead, 'B', { associatedTasks: [other], blockedBy: [other] });
    expect((await log(urn)).map(({ activity }) => activity)).toEqual(['CREATED']);
    expect(await log(other)).toHaveLength(3);
  });

  test('is one line for each change, in order within the instant, with both values', async () => {
    const urn = await task(lead, 'A');
    const person = await made(lead, 'identity', { owner: lead.company, name: 'P' });
    const project = await made(lead, 'project', { owner: lead.company, name: 'Q' });
    const due = '2031-01-01T00:00:00.000Z';
    const body = { title: 'B', description: 'D', dueTimestamp: due, priority: 'HIGH', status: 'IN_PROGRESS' };
    const links = { assignee: person.urn, project: project.urn, associatedIdentities: [person.urn] };
    await lead.rest('PATCH', `/n/v1/task/${urn}`, { body: { ...body, ...links } });
    const lines = (await log(urn)).slice(1);
    expect(new Set(lines.map((l) => l.createdTimestamp)).size).toBe(1);
    const identityUrl = `${service.services.baseUrl}/n/v1/identity/${person.urn}`;
    expect(lines.map((l) => [l.sortOrder, l.activity, l.fromValue, l.toValue, l.subject])).toEqual([
      [0, 'TITLE_UPDATED', 'A', 'B', null],
      [1, 'DESCRIPTION_UPDATED', '', 'D', null],
      [2, 'DUE_DATE_UPDATED', '2030-01-01T00:00:00.000Z', due, null],
      [
        3,
        'WORK_PROJECT_SET',
        null,
        project.urn,
        { urn: project.urn, url: `${service.services.baseUrl}/n/v1/project/${project.urn}`, type: 'PROJECT' },
      ],
      [4, 'ASSIGNED', null, person.urn, { urn: person.urn, url: identityUrl, type: 'ASSIGNEE' }],
      [5, 'STATUS_IN_PROGRESS', 'PENDING', 'IN_PROGRESS', null],
      [6, 'PRIORITY_HIGH', 'NONE', 'HIGH', null],
      [7, 'WORK_TASK_IDENTITY_ADDED', null, person.urn, { urn: person.urn, url: identityUrl, type: 'IDENTITY' }],
    ]);
    const graph = await lead.data(
      `query ($urn: ID!) { task(urn: $urn) { logs(first: 10) { nodes { activity subject { url type } } } } }`,
      { urn },
    );
    expect(graph.task.logs.nodes[5]).toEqual({
      activity: 'ASSIGNED',
      subject: { url: identityUrl, type: 'ASSIGNEE' },
    });
  });

  test('names who changed it last, also where that was a list alone', async () => {
    const [urn, other] = [await task(lead, 'A'), await task(lead, 'B')];
    const mate = await helper(service, lead, [{ label: 'MANAGE', objectUrn: lead.company, objectScope: 'COMPANY' }]);
    const changed = await mate.rest('PATCH', `/n/v1/task/${urn}`, { body: { blockedBy: [other] } });
    expect([changed.status, changed.body.identityForLogs?.urn]).toEqual([200, mate.identity]);
    expect((await log(urn)).at(-1).identity.urn).toBe(mate.identity);
  });

  test('is not written when the change is refused', async () => {
    const urn = await task(lead, 'A');
    const refused = await lead.rest('PATCH', `/n/v1/task/${urn}`, { body: { title: 'B', blockedBy: [urn] } });
    expect(refused.status).toBe(422);
    expect((await log(urn)).map((l) => l.activity)).toEqual(['CREATED']);
  });

  test('includes the deletion of the task’s project or assignee', async () => {
    const project = await made(lead, 'project', { owner: lead.company, name: 'Q' });
    const person = await made(lead, 'identity', { owner: lead.company, name: 'P' });
    const urn = await task(lead, 'A', { project: project.urn, assignee: person.urn });
    expect((await lead.rest('DELETE', `/n/v1/project/${project.urn}`)).status).toBe(204);
    expect((await lead.rest('DELETE', `/n/v1/identity/${person.urn}`)).status).toBe(204);
    const lines = await log(urn);
    const by = lines[0].identity.urn as string;
    expect(lines.map((l) => [l.activity, l.fromValue, l.identity?.urn ?? null])).toEqual([
      ['CREATED', null, by],
      ['WORK_PROJECT_UNSET', project.urn, by],
      ['UNASSIGNED', person.urn, by],
    ]);
  });
});

describe('a comment', () => {
  test('is the only line a caller writes; it is announced as a change of its task', async () => {
    const urn = await task(lead, 'A');
    const comment = await made(lead, 'tasklog', { task: urn, activity: 'COMMENT_ADDED', comment: 'Hello' });
    expect([comment.comment, comment.subject, comment.identity.urn]).toEqual(['Hello', null, expect.any(String)]);
    const refused = await lead.rest('POST', '/n/v1/tasklog', { body: { task: urn, activity: 'CREATED' } });
    expect(refused.body.errors.map((e: { path: string; code: string }) => [e.path, e.code])).toEqual([
      ['/activity', 'INVALID_ENUM'],
      ['/comment', 'REQUIRED'],
    ]);
    const triggers = await withClient(service.databaseUrl, (client) =>
      client.query('SELECT subject, event FROM webhook_trigger WHERE target_urn = $1 ORDER BY position', [urn]),
    );
    expect(triggers.rows).toEqual([
      { subject: 'TASK', event: 'CREATE' },
      { subject: 'TASK', event: 'UPDATE' },
    ]);
  });

  test('says something, when it is written and when it is edited', async () => {
    const urn = await task(lead, 'A');
    const body = { task: urn, activity: 'COMMENT_ADDED', comment: 'Hello' };
    const { urn: comment } = await made(lead, 'tasklog', body);
    const refusals = [
      await lead.rest('POST', '/n/v1/tasklog', { body: { ...body, comment: '' } }),
      await lead.rest('PATCH', `/n/v1/tasklog/${String(comment)}`, { body: { comment: '' } }),
    ];
    for (const { status, body: refused } of refusals)
      expect([status, refused.errors[0]]).toMatchObject([422, { path: '/comment', code: 'TOO_SHORT' }]);
  });

  test('replies to a comment on the same task', async () => {
    const [urn, other] = [await task(lead, 'A'), await task(lead, 'B')];
    const first = await made(lead, 'tasklog', { task: urn, activity: 'COMMENT_ADDED', comment: 'Hello' });
    const reply = { activity: 'COMMENT_ADDED', comment: 'Back', replyTo: first.urn };
    expect((await made(lead, 'tasklog', { ...reply, task: urn })).replyTo.urn).toBe(first.urn);
    const elsewhere = await lead.rest('POST', '/n/v1/tasklog', { body: { ...reply, task: other } });
    expect(elsewhere.body.errors[0]).toMatchObject({ path: '/replyTo', code: 'INVALID_REFERENCE' });
    const [created] = await log(urn);
    const toNote = await lead.rest('POST', '/n/v1/tasklog', { body: { ...reply, task: urn, replyTo: created.urn } });
    expect(toNote.status).toBe(422);
  });

  test('is edited by its author for 15 minutes, by no one else, and never deleted', async () => {
    const urn = await task(lead, 'A');
    const comment = await made(lead, 'tasklog', { task: urn, activity: 'COMMENT_ADDED', comment: 'Hello' });
    const path = `/n/v1/tasklog/${comment.urn}`;
    const edited = await lead.rest('PATCH', path, { body: { comment: 'Hallo' } });
    expect([edited.status, edited.body.comment]).toEqual([200, 'Hallo']);
    expect((await lead.rest('PATCH', path, { body: { comment: null } })).body.errors[0].code).toBe('NULL_NOT_ALLOWED');
    const other = await helper(service, lead, [{ label: 'MANAGE', objectUrn: urn, objectScope: 'TASK' }]);
    expect((await other.rest('PATCH', path, { body: { comment: 'Mine' } })).status).toBe(403);
    expect((await lead.rest('DELETE', path)).status).toBe(405);
    const [created] = await log(urn);
    const noted = await lead.rest('PATCH', `/n/v1/tasklog/${created.urn}`, { body: { comment: 'x' } });
    expect([noted.status, noted.body.code]).toEqual([409, 'CONFLICT']);
    const editedAfter = async (seconds: number): Promise<number> => {
      await withClient(service.databaseUrl, (client) =>
        client.query(`UPDATE task_log SET created_timestamp = now() - make_interval(secs => $2) WHERE urn = $1`, [
          comment.urn,
          seconds,
        ]),
      );
      return (await lead.rest('PATCH', path, { body: { comment: `After ${String(seconds)}` } })).status;
    };
    expect([await editedAfter(840), await editedAfter(901)]).toEqual([200, 409]);
  });

  test('requires COMMENT on the task', async () => {
    const urn = await task(lead, 'A');
    const comment = { task: urn, activity: 'COMMENT_ADDED', comment: 'Hello' };
    const reader = await helper(service, lead, [{ label: 'READ', objectUrn: urn, objectScope: 'TASK' }]);
    expect((await reader.rest('POST', '/n/v1/tasklog', { body: comment })).status).toBe(403);
    const commenter = await helper(service, lead, [{ label: 'COMMENT', objectUrn: urn, objectScope: 'TASK' }]);
    expect((await made(commenter, 'tasklog', comment)).identity.urn).toBe(commenter.identity);
  });
});
