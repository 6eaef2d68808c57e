// People of one shape share the texts of their reads, and PostgreSQL's plans of them; each is answered by what he may read himself.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statement } from '../../src/database/connection/statement.ts';
import { reader } from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { made } from '../support/work.ts';

const count = 12;

let service: TestService;
const sent: Statement[] = [];
let readers: Awaited<ReturnType<typeof reader>>[];
const projects: string[] = [];
let pages: string[];

beforeAll(async () => {
  service = await startService({}, { onStatement: (statement) => sent.push(statement as Statement) });
  const tenant: Tenant = await service.tenant();
  pages = [];
  readers = [];
  for (let at = 0; at < count; at += 1) {
    const { urn: company } = await made(tenant, 'company', {
      owner: tenant.company,
      name: `Company ${String(at)}`,
      parentCompany: tenant.company,
    });
    const { urn: project } = await made(tenant, 'project', { owner: company, name: `Project ${String(at)}` });
    const { urn: page } = await made(tenant, 'entity', {
      owner: tenant.company,
      name: 'P',
      path: `/${String(at)}`,
      status: 'DRAFT_UNPUBLISHED',
      language: 'en',
    });
    projects.push(project);
    pages.push(page);
    readers.push(
      await reader(service, tenant, [
        { label: 'READ', objectUrn: company, objectScope: 'COMPANY' },
        { label: 'READ_DRAFT', objectUrn: page, objectScope: 'ENTITY' },
      ]),
    );
  }
});
afterAll(() => service.close());

/** What each of them is answered, all at the same time. */
const each = <T>(ask: (one: (typeof readers)[number], at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(readers.map(ask));

const own: readonly number[] = Array.from({ length: count }, (_, at) => at);

/** How many texts answered the work. */
async function textsOf(work: () => Promise<unknown>): Promise<number> {
  sent.length = 0;
  await work();
  return new Set(sent.filter(({ text }) => text.includes('AS "answer"')).map(({ text }) => text)).size;
}

test('by urn, with what is linked there, all at once, each what it may read', async () => {
  const document = `query ($a: ID!, $b: ID!, $p: ID!) { own: project(urn: $a) { name tasks(first: 2) { totalCount } }
    other: project(urn: $b) { name } page: entity(urn: $p) { path texts { name } } }`;
  const ask = async (): Promise<void> => {
    const found = await each(async (one, at) => {
      const next = (at + 1) % count;
      const data = await one.data(document, { a: projects[at], b: projects[next], p: pages[at] });
      return [data.own?.name, data.other, data.page?.path];
    });
    expect(found).toEqual(own.map((at) => [`Project ${String(at)}`, null, `/${String(at)}`]));
  };
  expect(await textsOf(ask)).toBe(1);
  expect(await textsOf(ask)).toBe(1);
});

test('over REST, and with reads of single rows joined to one statement', async () => {
  const ask = async (): Promise<void> => {
    const statuses = await each(async (one, at) =>
      Promise.all(
        own.map(async (other) => {
          const { status, body } = await one.rest('GET', `/n/v1/project/${String(projects[other])}?fields=name`);
          return other === at ? [status, body.name] : status;
        }),
      ),
    );
    expect(statuses).toEqual(
      own.map((at) => own.map((other) => (other === at ? [200, `Project ${String(at)}`] : 404))),
    );
  };
  await ask();
  expect(await textsOf(ask)).toBe(1);
});

test('in lists, filtered and not', async () => {
  const names = (data: { projects: { nodes: { name: string }[] } }): string[] =>
    data.projects.nodes.map(({ name }) => name);
  const list = `query ($name: String!) { projects(where: { name: { startsWith: $name } }) { nodes { name } totalCount } }`;
  for (let round = 0; round < 3; round += 1) {
    const found = await each((one) => one.data('{ projects { nodes { name } } }').then(names));
    expect(found).toEqual(own.map((at) => [`Project ${String(at)}`]));
    const filtered = await each((one, at) =>
      one.data(list, { name: round === 0 ? 'Proj' : `Project ${String(at)}` }).then(names),
    );
    expect(filtered).toEqual(found);
    const none = await each((one, at) => one.data(list, { name: `Project ${String((at + 1) % count)} ` }).then(names));
    expect(none).toEqual(own.map(() => []));
  }
});
