// Which bodies are answered as the text that one statement writes, and how many links they may show in full.
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { defaultOrder } from '../../../src/contract/listQuery.ts';
import type { RowQuestion } from '../../../src/contract/question.ts';
import { writeAnswer } from '../../../src/database/answers/answerStatement.ts';
import { Parameters } from '../../../src/database/connection/statement.ts';
import { anonymousViewer, type Viewer } from '../../../src/domain/viewer.ts';
import { bodyQuestion, limitExpanded } from '../../../src/rest/response/bodyQuestion.ts';
import { expansionOf, fullShape, type Shape } from '../../../src/rest/request/shape.ts';

const { resources, kinds } = loadContract();

const inFull = (...paths: string[]): Shape => ({
  fields: null,
  expand: expansionOf(paths.map((path) => path.split('.'))),
});

const questionOf = (kind: keyof typeof kinds, shape: Shape): RowQuestion => bodyQuestion(kinds[kind], shape);
const formsOf = ({ fields }: RowQuestion): Map<string, string> => new Map(fields.map(({ key, form }) => [key, form]));

test('Of all kinds, and with each link in full.', () => {
  const urn = '00000000-0000-4000-8000-000000000001';
  const viewer: Viewer = {
    ...anonymousViewer,
    ...{
      kind: 'CLIENT',
      clientUrn: urn,
      companyUrn: urn,
      tenantUrn: urn,
      companiesByLabel: new Map([['READ', [urn]]]),
    },
  };
  const order = defaultOrder(kinds.ThreadPost);
  const ends = { limit: 50, after: null, before: null, isBackward: true, wantsCount: false };
  const posts = { query: { order, conditions: [], ...ends }, place: () => '' };
  const isWritten = (row: RowQuestion): boolean => {
    const parts = { baseUrl: 'https://service', mark: 'place', saysTenants: false, p: new Parameters() };
    return (
      writeAnswer({ roots: [{ form: 'ROW', key: 'row', row, input: 0 }] }, viewer, parts, [urn, posts, posts]) !== null
    );
  };
  const links = resources.flatMap((resource) =>
    resource.fields
      .filter(({ typeClass }) => typeClass === 'LINK')
      .map(({ name }) => ({ name: `${resource.name}.${name}`, row: bodyQuestion(resource, inFull(name)) })),
  );
  const shallow = resources.map((resource) => ({ name: resource.name, row: bodyQuestion(resource, fullShape) }));
  const others = [...shallow, ...links].filter(({ row }) => !isWritten(row));
  expect(others.map(({ name }) => name)).toEqual([]);
});

test('Of some members, too.', () => {
  const shape = { ...fullShape, fields: new Set(['label', 'subjectScope']) };
  expect(questionOf('Permission', shape).fields.map(({ key }) => key)).toEqual(['urn', 'url', 'subjectScope', 'label']);
});

describe('Links in full', () => {
  test('are rows, and all others are shallow', () => {
    const task = questionOf('Task', inFull('project', 'blockedBy', 'logs'));
    const forms = formsOf(task);
    expect(['project', 'blockedBy', 'logs', 'assignee', 'blocking'].map((key) => forms.get(key))).toEqual([
      ...['LINK', 'LIST', 'LIST'],
      ...['SHALLOW', 'SHALLOW'],
    ]);
    expect(task.fields.find(({ key }) => key === 'project')).toMatchObject({ orShallow: true });
    expect(formsOf(questionOf('Task', fullShape)).has('logs')).toBe(false);
  });

  test('are asked for by one question, in whatever order they are named', () => {
    const [one, other] = [inFull('project.owner', 'blockedBy'), inFull('blockedBy', 'project.owner')];
    expect(questionOf('Task', one)).toBe(questionOf('Task', other));
    expect(questionOf('Task', inFull('project', 'blockedBy'))).not.toBe(questionOf('Task', one));
  });

  test('are at most 5,000 in an answer, at every level, where children are none', async () => {
    const link = { urn: '0', url: `/n/v1/company/${'0'.repeat(100)}`, name: 'x' };
    const shallow = { urn: '0', url: link.url };
    const shape = inFull('associatedCompanies', 'project.owner');
    const task = questionOf('Task', shape);
    const textOf = (count: number, project: unknown): string =>
      JSON.stringify([{ associatedCompanies: Array.from({ length: count }, () => link), project }]);
    await limitExpanded(task, shape, textOf(5_000, shallow));
    await limitExpanded(task, shape, textOf(4_998, { ...link, owner: link }));
    const refused = { code: 'INVALID_PARAMETER', violations: [{ path: '?expand', limit: 5_000 }] };
    await expect(limitExpanded(task, shape, textOf(5_001, null))).rejects.toMatchObject(refused);
    await expect(limitExpanded(task, shape, textOf(4_999, { ...link, owner: link }))).rejects.toMatchObject(refused);
    const ofChildren = inFull('texts.entity');
    const texts = JSON.stringify({ texts: Array.from({ length: 5_001 }, () => link) });
    await limitExpanded(questionOf('Entity', ofChildren), ofChildren, texts);
  });
});
