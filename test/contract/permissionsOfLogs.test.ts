// A log shows of what it names what its reader may know, as the lists do that it tells of. A value of the schema that is a urn, and in no
// list here, fails. Resource reference 5.5, 7.2.
import { beforeAll, expect, describe, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { scopeOf, targetOf } from '../../src/contract/resource.ts';
import { taskLists } from '../../src/domain/taskActivity.ts';
import type { Client } from '../support/client.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { bareTask } from '../support/work.ts';

const contract = loadContract();

let service: SharedService;
let town: Community;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});

const task = (): Promise<string> => town.make('task', { ...bareTask, title: 'Task' });

async function holder(...grants: readonly (readonly [scope: string, urn: string, label: string])[]): Promise<Person> {
  const person = await town.person('Viewer', []);
  for (const [scope, urn, label] of grants) await town.grant('API_CLIENT', person.client, scope, urn, label);
  return person;
}

describe('The log of a task', () => {
  test.each(taskLists)('says of %s what the list shows to its reader', async (list) => {
    const field = contract.kinds.Task.fieldByName.get(list);
    if (!field) throw new Error(list);
    const target = targetOf(field);
    const values: Readonly<Record<string, unknown>> =
      target.name === 'Entity'
        ? { urn: crypto.randomUUID(), name: 'P', language: 'en', status: 'PUBLISH' }
        : target.name === 'Task'
          ? { ...bareTask, title: 'Other' }
          : { name: 'N' };
    const [hidden, shown, gone] = [0, 1, 2].map(() =>
      town.make(target.path, { ...values, ...('urn' in values ? { urn: crypto.randomUUID() } : {}) }),
    );
    const urns = { hidden: await hidden, shown: await shown, gone: await gone } as Record<string, string>;
    const about = await task();
    for (const sent of [Object.values(urns), [urns['gone']], Object.values(urns)]) {
      expect((await town.admin.rest('PATCH', `/n/v1/task/${about}`, { body: { [list]: sent } })).status).toBe(200);
    }
    const scope = scopeOf(target);
    const reader = await holder(
      ['TASK', about, 'READ'],
      ...(['shown', 'gone'] as const).map((one) => [scope, String(urns[one]), 'READ'] as const),
    );
    expect((await town.admin.rest('DELETE', `/n/v1/${target.path}/${String(urns['gone'])}`)).status).toBe(204);
    const read = async (as: Client): Promise<Record<string, unknown>> => {
      const told: Record<string, unknown> = {};
      for (const [name, urn] of Object.entries(urns)) {
        const filter = `filter[task]=${about}&filter[toValue]=${urn}&count=true&limit=200`;
        const { body } = await as.rest('GET', `/n/v1/tasklogs?${filter}`);
        const nested = await as.rest('GET', `/n/v1/task/${about}/logs?limit=200`);
        const graph = await as.data(
          `query ($urn: ID!, $value: String!) { task(urn: $urn) { logs(first: 100) { totalCount nodes { toValue fromValue subject { urn } } } }
             taskLogs(where: { task: { eq: $urn }, toValue: { eq: $value } }) { totalCount nodes { urn } } }`,
          { urn: about, value: urn },
        );
        const lines = (body.tasklogs as { urn: string }[]).map((line) => line.urn);
        const single = await Promise.all(
          ((await town.admin.rest('GET', `/n/v1/tasklogs?${filter}`)).body.tasklogs as { urn: string }[]).map(
            async (line) => (await as.rest('GET', `/n/v1/tasklog/${line.urn}`)).status,
          ),
        );
        told[name] = [
          lines.length > 0,
          body.pagination.totalCount > 0,
          nested.text.includes(urn),
          JSON.stringify(graph.task).includes(urn),
          graph.taskLogs.totalCount > 0,
          graph.taskLogs.nodes.length > 0,
          single.every((status) => status === 200),
        ];
        expect(graph.task.logs.totalCount).toBe(graph.task.logs.nodes.length);
      }
      return told;
    };
    const [yes, no] = [true, false].map((is) => Array.from({ length: 7 }, () => is));
    expect(await read(town.admin)).toEqual({ hidden: yes, shown: yes, gone: yes });
    expect(await read(reader)).toEqual({ hidden: no, shown: yes, gone: yes });
  });
});

// Values that name a resource by its urn without being a link, and who is shown them.
const namedByUrn: Readonly<Record<string, string>> = {
  'AccessRecord.apiClientUrn': 'administrators of the caller',
  'AccessRecord.identityUrn': 'administrators of the caller',
  'AccessRecord.ownerUrn': 'administrators of the caller',
  'AccessRecord.targetUrn': 'administrators of the caller, who sent it',
  'AccessRecord.tokenUrn': 'administrators of the caller',
  'Actor.urn': 'who reads what was done knows by whom',
  'AlternativeLanguage.urn': 'tried in permissionsOfLinks.test.ts',
  'BulkResult.urn': 'what the caller sent',
  'Event.id': 'the event itself',
  'DeletedResource.ownerUrn': 'who may restore it',
  'DeletedResource.urn': 'who may restore it',
  'Event.targetUrn': 'who may know of the target',
  'IdentitySession.urn': 'the session itself',
  'IdentityPasskey.urn': 'the person itself, and who may invite it',
  'ImportGap.assetUrn': 'who sent the line, after the right to write it was shown',
  'ImportGap.fileUrn': 'who sent the line, after the right to write it was shown',
  'ImportGap.imageItemUrn': 'who sent the line, after the right to write it was shown',
  'ImportedLine.urn': 'who sent the line, after the right to write it was shown',
  'InvoicePayment.urn': 'a part of the invoice',
  'OAuthToken.familyUrn': 'a form of the token itself',
  'Permission.objectUrn': 'who administers the object, or holds the edge',
  'Permission.subjectUrn': 'who administers the object, or holds the edge',
  'PermissionChange.ownerUrn': 'administrators of the object',
  'PermissionChange.permissionUrn': 'administrators of the object',
  'PermissionEnd.urn': 'administrators of the object',
  'EntityDeviation.itemUrn': 'who sees the drafts of the page, or the item where it is live',
  'EntityHistoryEntry.itemUrn': 'who sees the drafts of the page',
  'EntityTypeField.entityTypes': 'who reads the type knows which ones it names',
  'EntityTypePlan.after': 'the urn of a page that the reader was shown',
  'PublishPlanChange.itemUrn': 'who sees the drafts of the page',
  'PublishPlanReference.entityUrn': 'who sees the drafts of the page reads the reference',
  'PublishPlanReference.itemUrn': 'who sees the drafts of the page',
  'SearchItem.urn': 'who reads the resource',
  'TaskDependencyEdge.blockedBy': 'who reads both tasks',
  'TaskDependencyEdge.task': 'who reads both tasks',
  'TaskLogSubject.urn': 'tried above',
  'ThreadPostChange.postUrn': 'who reads the thread',
  'User.urn': 'the caller itself',
  'UserError.related': 'tried in permissionsInRefusals.test.ts',
  'WebhookSubscription.targetUrn': 'what its administrators sent',
  'WebhookTrigger.targetUrn': 'who may know of the target',
};

test('Every value that is a urn, and no link, is listed with who is shown it', () => {
  const isNamed = (field: { readonly typeName: string; readonly name: string }): boolean =>
    field.typeName === 'ID' && !['urn', 'itemUrn'].includes(field.name);
  const named = [
    ...contract.resources.flatMap((kind) => kind.fields.filter(isNamed).map((field) => `${kind.name}.${field.name}`)),
    ...[...contract.objects].flatMap(([name, { fields }]) =>
      fields.filter((field) => field.typeName === 'ID').map((field) => `${name}.${field.name}`),
    ),
  ];
  expect([...new Set(named)].sort()).toEqual(Object.keys(namedByUrn).sort());
});
