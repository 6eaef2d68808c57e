// What is too long or too large for one statement is cut, and answered as by the loaders: on both faces, to callers of every kind, in as many
// statements as there are levels, and within the budget of a request.
import { parse, type OperationDefinitionNode } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Question, RowQuestion } from '../../src/contract/question.ts';
import { itemLists } from '../../src/contract/listedItems.ts';
import { loadContract } from '../../src/contract/load.ts';
import { makePlan, type Plan } from '../../src/graphql/plans/operationPlan.ts';
import type { Variables } from '../../src/graphql/questions/readInput.ts';
import { buildGraph } from '../../src/graphql/schema.ts';
import type { Context } from '../../src/engine/context.ts';
import { answerCut, answerOnce } from '../../src/engine/answerOnce.ts';
import { contextOf } from '../../src/engine/contextOf.ts';
import { asFound } from '../../src/engine/everyone.ts';
import { withKnownKinds, type Asked } from '../../src/engine/namedRows.ts';
import { secretHash } from '../../src/engine/secret.ts';
import { compactJson } from '../../src/domain/jsonText.ts';
import { anonymousViewer } from '../../src/domain/viewer.ts';
import { fullShape, readShape } from '../../src/rest/request/shape.ts';
import { bodyQuestion } from '../../src/rest/response/bodyQuestion.ts';
import { embeddedPages } from '../../src/rest/response/pagination.ts';
import { chanceOf } from '../crash/chance.ts';
import { beside, isAtOnce, passing, startBothPlans, type BothPlans } from '../support/bothPlans.ts';
import { page, text, type Body } from '../support/content.ts';
import { copy } from '../support/copies.ts';
import { withClient } from '../support/database.ts';
import { documentBy, type MadeDocument } from '../support/documents.ts';
import { isTried } from '../support/matrix.ts';
import { made } from '../support/work.ts';

let both: BothPlans;
/** A live page with 1,200 texts, a list with it and 40 pages of 30 texts each, and a page with more texts than an answer may hold. */
let long: Body;
let list: string;
let tooLong: Body;

const longList = 1_200;

beforeAll(async () => {
  both = await startBothPlans();
  const { admin, service } = both;
  const pageWith = async (path: string, count: number): Promise<Body> => {
    const one = await page(admin, path, { status: 'PUBLISH', texts: [text('First', 'text', 0)] });
    const columns = { sort_order: 'n.i', value_string: `'Text ' || n.i`, name: `'text ' || n.i` };
    if (count > 1) await copy(service.databaseUrl, { table: 'item', urn: one.texts[0].urn }, count - 1, columns);
    return one;
  };
  long = await pageWith('/cut/long', longList);
  tooLong = await pageWith('/too-long', 21_000);
  const pages = [long];
  for (let at = 0; at < 40; at += 1) pages.push(await pageWith(`/cut/${String(at)}`, 30));
  const entities = pages.map(({ urn }, sortOrder) => ({ entity: urn, sortOrder }));
  list = (await made(admin, 'entitylist', { owner: admin.company, name: 'Long', entities })).urn;
  await withClient(service.databaseUrl, (pg) => pg.query('ANALYZE'));
}, 120_000);
afterAll(() => both.close());

interface Answered {
  /** What the caller was answered, by both. */
  readonly body: Body;
  readonly status: number;
  /** The statements that answered it. */
  readonly sent: readonly string[];
}

async function readBoth(name: string, method: string, address: string, body?: MadeDocument): Promise<Answered> {
  const caller = both.callers.get(name);
  if (!caller) throw new Error(`There is no caller ${name}`);
  const shown = (answer: { status: number; text: string }, url: string): unknown => {
    const plain = answer.text.replaceAll(url, 'https://service').replaceAll(passing, '"$1":""');
    return [answer.status, JSON.parse(plain.replaceAll(/"timestamp":"[^"]*"/g, '"timestamp":""'))];
  };
  const from = both.service.statements.length;
  const answer = await caller.text.rest(method, address, { ...(body && { body }) });
  const sent = both.service.statements.slice(from).filter((one) => !beside.test(one));
  const byField = await caller.fields.rest(method, address, { ...(body && { body }) });
  expect(shown(answer, both.service.url), `${name}: ${address} ${String(body?.query)}`).toEqual(
    shown(byField, both.plain.url),
  );
  return { body: answer.body, status: answer.status, sent };
}

const ask = (name: string, query: string, variables: Readonly<Record<string, unknown>>): Promise<Answered> =>
  readBoth(name, 'POST', '/graphql', { query, variables });

/** How many statements answered it, where no others were sent. */
function countOf({ sent }: Answered): number {
  expect(sent.filter((one) => !isAtOnce(one))).toEqual([]);
  return sent.length;
}

const readers = ['an administrator', 'a reader of the company', 'a reader who sees drafts of one page and one item'];

describe('Longer than one statement may hold', () => {
  test('a list is answered whole, to every caller, and the next time without the statement that was too short', async () => {
    const query = `query ($urn: ID!) { entity(urn: $urn) { name texts { urn value history { url } } images { src } updatedTimestamp } }`;
    for (const name of both.callers.keys()) {
      const first = await ask(name, query, { urn: long.urn });
      if (!readers.includes(name)) continue;
      expect([name, first.body.data.entity.texts.length]).toEqual([name, longList]);
      // The page with what is in its lists, and the texts; the first time after a statement that did not hold them.
      const isFirst = name === 'an administrator';
      expect([name, countOf(first)]).toEqual([name, isFirst ? 3 : 2]);
    }
  });

  test('a body of REST is answered whole, in the order of the list', async () => {
    const values = ['First', ...Array.from({ length: longList - 1 }, (_, at) => `Text ${String(at + 1)}`)];
    for (const name of both.callers.keys()) {
      const answered = await readBoth(name, 'GET', `/n/v1/entity/${String(long.urn)}`);
      if (!readers.includes(name)) continue;
      expect(answered.body.texts.map(({ value }: Body) => value)).toEqual(values);
      expect(countOf(answered)).toBeLessThanOrEqual(3);
    }
  });

  test('a page of REST is answered whole, and its pagination with it', async () => {
    const answered = await readBoth(
      'an administrator',
      'GET',
      '/n/v1/entities?sort=path&limit=20&filter[path]=/cut/long',
    );
    expect(answered.body.entities[0].texts).toHaveLength(longList);
    // The page, what is in the lists of its rows, and the texts, after the one that did not hold them.
    expect(countOf(answered)).toBe(4);
  });

  test('lists in rows of lists are as many statements as there are levels', async () => {
    const query = `query ($urn: ID!) { entityList(urn: $urn) { name entities { sortOrder entity { name texts { value entity { name } } tasks(first: 2) { totalCount edges { cursor node { title } } pageInfo { hasNextPage } } } } } }`;
    for (const name of both.callers.keys()) {
      const answered = await ask(name, query, { urn: list });
      if (name !== 'an administrator') continue;
      const { entities } = answered.body.data.entityList;
      expect(entities.map((one: Body) => one.entity.texts.length)).toEqual([
        longList,
        ...Array.from({ length: 40 }, () => 30),
      ]);
      // The list, its entries, the lists of their pages, the rows of these; and the one that did not hold them.
      expect(countOf(answered)).toBe(5);
      expect(countOf(await ask(name, query, { urn: list }))).toBe(4);
    }
  });

  test('pages in pages, from a cursor on, with lists in their rows', async () => {
    const query = `query ($after: String) { entities(first: 3, after: $after, where: { path: { startsWith: "/cut" } }, orderBy: [{ field: PATH, direction: DESC }]) { totalCount pageInfo { endCursor hasNextPage } edges { cursor node { path texts { value } referencedBy(first: 2) { totalCount nodes { name entity { name texts { value } } } } } } } }`;
    let after: string | null = null;
    for (let at = 0; at < 2; at += 1) {
      const { body }: Answered = await ask('an administrator', query, { after });
      expect(body.errors).toBeUndefined();
      after = body.data.entities.pageInfo.endCursor;
    }
    const answered = await ask('a reader of the company', query, { after });
    expect(answered.body.data.entities.edges).toHaveLength(3);
  });
});

describe('Larger than one statement may be', () => {
  const above = 'entity { name owner { name parentCompany { name parentCompany { name } } } }';
  const lists = itemLists(loadContract().kinds.Entity).map(({ name }) => `${name} { urn ${above} sortOrder }`);

  test('many roots are several statements', async () => {
    const links = 'owner { name parentCompany { name } } entityType { name }';
    const roots = Array.from({ length: 20 }, (_, at) => `e${String(at)}: entity(urn: $urn) { name ${links} }`);
    for (const name of both.callers.keys()) {
      const answered = await ask(name, `query ($urn: ID!) { ${roots.join(' ')} }`, { urn: both.live });
      expect(answered.body.errors).toBeUndefined();
      if (readers.includes(name)) expect([name, countOf(answered)]).toEqual([name, 2]);
    }
  });

  test.each([
    ['one row', `query ($urn: ID!) { entity(urn: $urn) { name ${lists.join(' ')} url } }`],
    [
      'rows of a page',
      `query ($urn: ID!) { entities(first: 3, where: { urn: { eq: $urn } }) { edges { node { ${lists.join(' ')} } cursor } nodes { path ${lists.slice(3).join(' ')} } pageInfo { endCursor } } }`,
    ],
  ])('%s with many lists and links is cut', async (_, query) => {
    for (const name of both.callers.keys()) {
      const answered = await ask(name, query, { urn: both.live });
      if (name !== 'an administrator') continue;
      expect(answered.body.errors).toBeUndefined();
      expect(answered.sent.filter(isAtOnce).length).toBeLessThanOrEqual(5);
      // Whose rows are meant was asked before, where it was.
      expect(answered.sent.length).toBeLessThanOrEqual(6);
    }
  });
});

describe('Longer than an answer may be', () => {
  const refused = { code: 'RESULT_TOO_LARGE', limit: 20_000 };

  test('a list is refused, on both faces, before its rows are read', async () => {
    const query = 'query ($urn: ID!) { entity(urn: $urn) { texts { value } } }';
    for (const name of readers) {
      const answered = await ask(name, query, { urn: tooLong.urn });
      expect(answered).toMatchObject({ status: 400, body: { errors: [{ extensions: refused }] } });
      expect(countOf(answered)).toBeLessThanOrEqual(2);
      const body = await readBoth(name, 'GET', `/n/v1/entity/${String(tooLong.urn)}`);
      expect(body).toMatchObject({ status: 400, body: refused });
    }
  });

  test('lists in lists are refused where they are as many, though each row was read once', async () => {
    const query = `query ($urn: ID!) { entity(urn: $urn) { texts { entity { texts { entity { texts { value } } } } } } }`;
    const answered = await ask('an administrator', query, { urn: long.urn });
    expect(answered).toMatchObject({ status: 400, body: { errors: [{ extensions: refused }] } });
    expect(countOf(answered)).toBeLessThanOrEqual(4);
  });
});

describe('A question in parts is answered as by one statement', () => {
  const schema = buildGraph(loadContract());

  // Statements are kept with their questions.
  const plans = new Map<string, Plan>();
  const bodies = new Map<RowQuestion, Question>();

  function planOf(query: string): Plan {
    const document = parse(query);
    const [operation] = document.definitions as OperationDefinitionNode[];
    if (!operation) throw new Error('There is no operation');
    return makePlan({ schema, contract: loadContract() }, document, operation);
  }

  async function askedBy(context: Context, query: string, variables: Variables): Promise<Asked | null> {
    const plan = plans.get(query) ?? planOf(query);
    plans.set(query, plan);
    const put = await plan(context, variables);
    return put && withKnownKinds(context, { question: put.read.question, inputs: put.inputs });
  }

  async function contextFor(name: string): Promise<Context> {
    const { services } = both.service;
    const token = both.tokens.get(name) ?? null;
    const known = token === null ? null : await services.callers.viewerOf({ kind: 'TOKEN', hash: secretHash(token) });
    return contextOf(services, known ?? anonymousViewer);
  }

  /** Whether it was answered, after both ways were compared. */
  async function isAlike(name: string, { query, variables }: MadeDocument): Promise<boolean> {
    const asked = await askedBy(await contextFor(name), query, variables);
    return asked !== null && isSame(name, asked, `${query} ${JSON.stringify(variables)}`);
  }

  async function isSame(name: string, asked: Asked, said: string): Promise<boolean> {
    const [context, cut] = [await contextFor(name), await contextFor(name)];
    const once = await answerOnce(context, asFound(context.viewer), asked);
    if (!once || once === 'MOVED') return false;
    const inParts = await answerCut(cut, asFound(cut.viewer), asked);
    const textOf = (answer: typeof inParts): string =>
      compactJson(answer && answer !== 'MOVED' ? String(answer.text) : '');
    expect(textOf(inParts), `${name}: ${said}`).toBe(textOf(once));
    // Text that names rows is none of the answer. What stands between its parts may be other than where one statement wrote it.
    const { bytes, ...spent } = context.budget.spent();
    expect({ ...cut.budget.spent(), bytes: 0, rows: 0 }).toEqual({ ...spent, bytes: 0, rows: 0 });
    expect(Math.abs(cut.budget.spent().bytes - bytes)).toBeLessThan(10 + bytes / 10);
    return true;
  }

  const items = 'texts { name value } images { src files { urn src } } links { href } longs { value }';
  const page$ = `urn url name status version ${items} items { __typename urn ... on MoneyItem { formattedValue } ... on TextItem { entity { name } } }`;
  const history =
    'history { url item { urn value } history(first: 2) { totalCount nodes { urn value actor { type } entity { name } } edges { cursor } pageInfo { endCursor } } }';
  test.each([
    `query ($urn: ID!) { entity(urn: $urn) { ${page$} title: text(name: "title") { value entity { texts { value } } } assets { name src } translations { language entity { urn ${items} } } owner { name } } }`,
    `query ($urn: ID!) { entity(urn: $urn) { texts { name ${history} } referencedBy(first: 1) { totalCount nodes { name entity { ${items} } } pageInfo { hasNextPage endCursor } } } }`,
    `{ entities(first: 3, orderBy: [{ field: NAME, direction: ASC }]) { totalCount edges { cursor node { ${page$} tasks(first: 1) { totalCount nodes { title logs(first: 2) { nodes { activity } } } } } } pageInfo { endCursor } } }`,
    'query ($list: ID!) { entityList(urn: $list) { entities { sortOrder entity { urn texts { value } tasks(first: 1) { nodes { title } } } } } }',
    '{ messageThreads(first: 5) { nodes { name posts(first: 5) { nodes { content mentions { name persons { birthDate } } authorIdentity { persons { names { givenName } } } } } entities { name texts { value } } } } }',
    '{ roles(first: 20) { nodes { name apiClients { name } identities { name } groups { name } permissions(first: 2) { totalCount nodes { label } pageInfo { endCursor } } } } }',
    '{ tasks(first: 5) { nodes { title blockedBy { title } associatedEntities { name texts { value } } logs(first: 3) { nodes { activity subject { urn } identity { name } } } } } assets(first: 3) { nodes { altTexts { text } } } }',
    'query ($urns: [ID!]!) { nodes(urns: $urns) { __typename urn ... on Entity { texts { value } } ... on TextItem { entity { texts { name } } history { history(first: 1) { nodes { value } } } } ... on Group { memberships(first: 2) { nodes { identity { name } } } } } }',
  ])('%#: %s', async (query) => {
    const urns = [...new Set(both.urns.map(({ urn }) => urn))].slice(0, 60);
    for (const urn of query.includes('$urn:')
      ? both.urns.filter(({ kind }) => kind === 'Entity').map((one) => one.urn)
      : [both.live])
      for (const name of both.callers.keys()) await isAlike(name, { query, variables: { urn, urns, list: both.list } });
    expect(await isAlike('an administrator', { query, variables: { urn: both.live, urns, list: both.list } })).toBe(
      true,
    );
  });

  test('bodies of REST, with shallow links and with links in full', async () => {
    const { resources, byName } = loadContract();
    for (const [row, name] of [...both.callers.keys()].entries()) {
      const context = await contextFor(name);
      for (const { kind, urn } of both.urns.filter((_, column) => isTried(row, column, 6))) {
        const resource = byName.get(kind) ?? resources[0];
        if (!resource) throw new Error(`There is no kind ${kind}`);
        const links = resource.restFields.filter(({ typeClass, rest }) => typeClass === 'LINK' && !rest.isUrnOnly);
        const expand = links.map(({ rest }) => rest.name).slice(0, 20);
        for (const shape of [fullShape, readShape(resource, new Map([['expand', expand.join()]]))]) {
          const body = bodyQuestion(resource, shape);
          const question = bodies.get(body) ?? { roots: [{ form: 'ROW', key: 'read', row: body, input: 0 }] };
          bodies.set(body, question);
          const inputs = [urn, ...embeddedPages(context, resource, shape)];
          const isAnswered = await isSame(name, { question, inputs }, `${kind} ${urn}`);
          if (name === 'an administrator') expect([kind, isAnswered]).toEqual([kind, true]);
        }
      }
    }
  });

  test('documents made by chance, by every caller', { timeout: 300_000 }, async () => {
    const chance = chanceOf(Number(process.env['TEXT_PLAN_SEED'] ?? 1));
    const count = Number(process.env['TEXT_PLAN_DOCUMENTS'] ?? 60);
    let alike = 0;
    for (let at = 0; at < count; at += 1) {
      const name = chance.of([...both.callers.keys()]) ?? '';
      if (await isAlike(name, documentBy(chance, loadContract(), both.urns))) alike += 1;
    }
    expect(alike).toBeGreaterThan(count / 2);
  });
});
