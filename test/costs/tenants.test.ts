// Plans of lists in a database of many tenants: what others hold costs a caller nothing.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOrder } from '../../src/contract/listQuery.ts';
import type { PagePart, Question } from '../../src/contract/question.ts';
import { fieldOf, resourceOf } from '../../src/contract/resource.ts';
import { answerStatement } from '../../src/database/answers/keptAnswers.ts';
import type { Viewer } from '../../src/domain/viewer.ts';
import { withClient } from '../support/database.ts';
import { carriedOut, readOf } from '../support/plans.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('among tenants of 40,000 tasks each', () => {
  const viewers = new Map<string, Viewer>();

  beforeAll(async () => {
    const [tenant, small] = [await service.tenant(), await service.tenant()];
    const { company } = tenant;
    const made = async (path: string, body: object): Promise<string> =>
      String((await tenant.rest('POST', `/n/v1/${path}`, { body })).body.urn);
    await made('company', { owner: company, name: 'Below', parentCompany: company });
    const client = await made('apiclient', { owner: company, name: 'Reader' });
    await made('permission', {
      ...{ owner: company, subjectScope: 'API_CLIENT', subjectUrn: client },
      ...{ objectScope: 'COMPANY', objectUrn: company, label: 'READ' },
    });
    const expirationTimestamp = new Date(Date.now() + 7_200_000).toISOString();
    const { body } = await tenant.rest('POST', '/n/v1/apiclientbearertoken', {
      body: { apiClient: client, expirationTimestamp },
    });
    for (const [name, token] of [
      ['reader', String(body.bearerToken)],
      ['administrator', tenant.token],
      ['administrator of ten', small.token],
    ] as const) {
      const hash = createHash('sha256').update(token).digest('hex');
      const viewer = await service.services.callers.viewerOf({ kind: 'TOKEN', hash });
      if (viewer) viewers.set(name, viewer);
    }
    expect(viewers.size).toBe(3);
    await withClient(service.databaseUrl, async (database) => {
      await database.query(
        `WITH owners AS (SELECT $1::uuid AS owner, 40000 AS n UNION ALL SELECT $2::uuid, 10
           UNION ALL SELECT gen_random_uuid(), 40000 FROM generate_series(1, 4)),
         made AS (SELECT gen_random_uuid() AS urn, owner, i FROM owners, generate_series(1, n) i ORDER BY i),
         known AS (INSERT INTO resource (urn, kind) SELECT urn, 'Task' FROM made)
         INSERT INTO task (urn, version, owner, tenant, created_timestamp, updated_timestamp, title, description, priority, status, due_timestamp, rank)
         SELECT urn, 1, owner, owner, now() - i * 7919 % 2003 * interval '1 second', now(), 'Title', '', 'MEDIUM', 'PENDING', now() - i * interval '1 second', 'a0' FROM made`,
        [company, small.company],
      );
      // Of five others in each tenant.
      await database.query(
        `WITH made AS (SELECT gen_random_uuid() AS edge, urn, tenant FROM task WHERE due_timestamp > now() - interval '6 hours'),
         known AS (INSERT INTO resource (urn, kind) SELECT edge, 'Permission' FROM made)
         INSERT INTO permission (urn, version, owner, tenant, subject_urn, subject_scope, object_urn, object_scope, label, granted_by, created_timestamp, updated_timestamp)
         SELECT edge, 1, tenant, tenant, md5(tenant::text || get_byte(uuid_send(urn), 0) % 5)::uuid, 'API_CLIENT', urn, 'TASK', 'READ', '{}', now(), now() FROM made`,
      );
      await database.query('VACUUM ANALYZE task, permission');
    });
  });

  const lists = ['Task', 'Permission'].flatMap((kind) => [
    { kind, part: 'page', most: 200 },
    // Where a tenant has little more than is counted, all of it may be.
    { kind, part: 'total', most: 40_100 },
  ]);

  test.each(lists)('the first $part of each $kind reads none of others', async ({ kind, part, most }) => {
    const { contract, baseUrl } = service.services;
    const resource = resourceOf(contract, kind);
    const order = checkOrder(resource, [], 'sort');
    const query = { conditions: [], order, limit: 50, after: null, before: null, isBackward: false, wantsCount: true };
    const key = 'read';
    const urn = { form: 'VALUE', key, field: fieldOf(resource, 'urn') } as const;
    const asked: PagePart =
      part === 'page' ? { form: 'NODES', key, row: { resource, fields: [urn] } } : { form: 'TOTAL', key };
    const question: Question = { roots: [{ form: 'PAGE', key, page: { resource, input: 0, parts: [asked] } }] };
    await withClient(service.databaseUrl, async (client) => {
      for (const [name, viewer] of viewers) {
        const input = [{ query, fingerprint: '' }];
        // It is prepared when it is put again, and planned for all callers that share its text.
        const [, statement] = [1, 2].map(() =>
          answerStatement(question, viewer, { baseUrl, mark: '', saysTenants: false }, input),
        );
        if (!statement) throw new Error('The page is not covered');
        // All of them hold the label on the root company, and an owner is a company of the tenant.
        if (kind === 'Task') expect(statement.text, name).not.toContain('"owner" = ANY');
        await client.query(`SET plan_cache_mode = ${statement.isPlannedByValue ? 'auto' : 'force_generic_plan'}`);
        const plan = await carriedOut(client, statement);
        expect(readOf(plan, resource.table), name).toBeLessThan(name === 'administrator of ten' ? 100 : most);
      }
    });
  });
});
