// What rows show in operations that are executed, payloads of changes and hits say, is asked for by one statement for all of them.
import { beforeAll, expect, test } from 'vitest';
import { isAtOnce } from '../support/bothPlans.ts';
import { page, text } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { made, task } from '../support/work.ts';

let service: SharedService;
let lead: Tenant;

beforeAll(async () => {
  service = await sharedService();
  lead = await service.tenant();
});

/** How many statements answered questions while the operation was answered, and its data. */
async function asked(
  query: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<{ readonly count: number; readonly data: Awaited<ReturnType<Tenant['data']>> }> {
  const from = service.statements.length;
  const data = await lead.data(query, variables);
  return { count: service.statements.slice(from).filter(isAtOnce).length, data };
}

test('a payload of columns asks nothing, and one with more a single question', async () => {
  const { urn } = await page(lead, '/payload', { texts: [text('Before', 'title', 1)] });
  const change = (selected: string): string =>
    `mutation ($urn: ID!, $name: String!) { updateEntity(urn: $urn, input: { name: $name }) { entity { ${selected} } } }`;
  const columns = await asked(change('urn name path status'), { urn, name: 'One' });
  expect(columns).toMatchObject({ count: 0, data: { updateEntity: { entity: { name: 'One' } } } });
  const selected =
    'name owner { name } a: texts { value } texts(names: ["title"]) { name entity { name } } tasks { totalCount }';
  const whole = await asked(change(selected), { urn, name: 'Two' });
  expect(whole).toEqual({
    count: 1,
    data: {
      updateEntity: {
        entity: {
          name: 'Two',
          owner: { name: 'Tenant' },
          a: [{ value: 'Before' }],
          texts: [{ name: 'title', entity: { name: 'Two' } }],
          tasks: { totalCount: 0 },
        },
      },
    },
  });
});

test('rows that code has found are asked about together', async () => {
  const project = (await made(lead, 'project', { owner: lead.company, name: 'Chain' })).urn;
  let before: string | null = null;
  for (let at = 0; at < 5; at += 1)
    before = await task(lead, `Step ${String(at)}`, { project, ...(before !== null && { blockedBy: [before] }) });
  const { count, data } = await asked(
    `query ($urn: ID!) { taskDependencies(urn: $urn, depth: 5) { nodes { task { title project { name } blockedBy { title } } distance } } }`,
    { urn: before },
  );
  expect(count).toBe(1);
  const nodes = data.taskDependencies.nodes as { task: { title: string; project: unknown; blockedBy: unknown[] } }[];
  expect(nodes.map((node) => node.task.title).sort()).toEqual(['Step 0', 'Step 1', 'Step 2', 'Step 3', 'Step 4']);
  for (const node of nodes) expect(node.task.project).toEqual({ name: 'Chain' });
  expect(nodes.flatMap((node) => node.task.blockedBy)).toHaveLength(4);
});

test('a name that PostgreSQL would cut is answered as it was sent', async () => {
  const { urn } = await page(lead, '/long-name', { texts: [text('Here', 't', 1)] });
  const [one, two] = ['a', 'b'].map((end) => `${'x'.repeat(70)}${end}`);
  const { data } = await asked(
    `mutation ($urn: ID!) { updateEntity(urn: $urn, input: { name: "L" }) { entity { ${String(one)}: texts { ${String(two)}: value } ${String(two)}: owner { ${String(one)}: name } } } }`,
    { urn },
  );
  expect(data.updateEntity.entity).toEqual({
    [String(one)]: [{ [String(two)]: 'Here' }],
    [String(two)]: { [String(one)]: 'Tenant' },
  });
});

test('what is skipped below a row leaves an object without members', async () => {
  const { urn } = await page(lead, '/skipped', { texts: [text('Here', 't', 1)] });
  const selected = 'owner { name @skip(if: $skips) } texts { value @skip(if: $skips) }';
  const nothing = { owner: {}, texts: [{}] };
  const read = await lead.data(`query ($urn: ID!, $skips: Boolean!) { entity(urn: $urn) { ${selected} } }`, {
    urn,
    skips: true,
  });
  expect(read).toEqual({ entity: nothing });
  const { data } = await asked(
    `mutation ($urn: ID!, $skips: Boolean!) { updateEntity(urn: $urn, input: { name: "S" }) { entity { ${selected} } } }`,
    { urn, skips: true },
  );
  expect(data).toEqual({ updateEntity: { entity: nothing } });
});

test('operations of one document that skip other parts of a fragment are answered each for itself', async () => {
  const project = (await made(lead, 'project', { owner: lead.company, name: 'Both' })).urn;
  const urn = await task(lead, 'One', { project });
  const document = `query A($p: Boolean!, $x: Boolean!) { __typename @include(if: $p) ...F }
    query B($p: Boolean!, $x: Boolean!) { __typename @include(if: $x) ...F }
    fragment F on Query { taskDependencies(urn: "${urn}") { nodes { task { owner @include(if: $p) { name } project @include(if: $x) { name } } } } }`;
  const run = async (operationName: string, variables: Readonly<Record<string, boolean>>): Promise<unknown> => {
    const { body } = await lead.rest('POST', '/graphql', { body: { query: document, operationName, variables } });
    return body.data.taskDependencies.nodes[0].task;
  };
  expect(await run('A', { p: true, x: false })).toEqual({ owner: { name: 'Tenant' } });
  expect(await run('B', { p: false, x: true })).toEqual({ project: { name: 'Both' } });
});

test('a page of more members than a statement writes is answered', async () => {
  const { urn } = await page(lead, '/wide', {});
  const counts = Array.from({ length: 49 }, (_, at) => `c${String(at)}: totalCount`).join(' ');
  const { data } = await asked(
    `mutation ($urn: ID!) { updateEntity(urn: $urn, input: { name: "W" }) { entity { tasks { totalCount totalCountIsEstimate ${counts} nodes { urn } } } } }`,
    { urn },
  );
  expect(data.updateEntity.entity.tasks).toMatchObject({ totalCount: 0, c48: 0, nodes: [] });
});

test('a row that is shown many times is charged each time', async () => {
  const texts = Array.from({ length: 10 }, (_, at) => text('x'.repeat(60_000), `t${String(at)}`, at));
  const { urn } = await page(lead, '/often', { texts });
  for (let at = 0; at < 70; at += 1)
    await lead.rest('PATCH', `/n/v1/entity/${urn}?fields=name`, { body: { name: `Often ${String(at)}` } });
  const query = `query ($urns: [ID!]) { events(first: 200, targetUrns: $urns) { nodes { target { ... on Entity { texts { value } } } } } }`;
  const often = await lead.graph(query, { urns: [urn] });
  expect(often.errors?.[0]?.extensions['code']).toBe('RESULT_TOO_LARGE');
});
