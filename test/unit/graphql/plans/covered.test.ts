// What a statement answers: every root field, and every field of every kind, is put to the compiler. What is left to be executed field by field
// is named here, and why in docs/decisions/0016-an-operation-is-one-statement.md.
import {
  getNamedType,
  isLeafType,
  isObjectType,
  Kind,
  parse,
  type GraphQLField,
  type GraphQLOutputType,
} from 'graphql';
import { expect, test } from 'vitest';
import { defaultOrder } from '../../../../src/contract/listQuery.ts';
import { loadContract } from '../../../../src/contract/load.ts';
import type { Input } from '../../../../src/contract/question.ts';
import { writeAnswer } from '../../../../src/database/answers/answerStatement.ts';
import { Parameters } from '../../../../src/database/connection/statement.ts';
import { anonymousViewer, type Viewer } from '../../../../src/domain/viewer.ts';
import { questionOf } from '../../../../src/graphql/questions/questionOf.ts';
import type { InputSource } from '../../../../src/graphql/questions/rowQuestion.ts';
import { buildGraph } from '../../../../src/graphql/schema.ts';

const contract = loadContract();
const schema = buildGraph(contract);
const urn = '00000000-0000-4000-8000-000000000001';
const client: Viewer = {
  ...anonymousViewer,
  ...{ kind: 'CLIENT', clientUrn: urn, companyUrn: urn, tenantUrn: urn, identityUrn: urn, tenantCompanies: 2 },
};
const some = [urn, '00000000-0000-4000-8000-000000000002'];
const viewers = new Map<string, Viewer>([
  ['an administrator', { ...client, adminCompanies: some }],
  ['a reader', { ...client, companiesByLabel: new Map([['READ', [urn]]]) }],
  ['a reader of drafts of one company', { ...client, companiesByLabel: new Map([['READ_DRAFT', [urn]]]) }],
]);

/** What is executed field by field. */
const executed = {
  // Verbs: code gives what they answer.
  roots: [
    ...[
      'accessAudit',
      'clientContext',
      'countries',
      'currencies',
      'deletedResources',
      'entityEditors',
      'entityHistory',
    ],
    ...['entityPreview', 'entityTypeHistory', 'entityTypePlan', 'entityView', 'entityViews', 'events'],
    ...['identitiesByClientIdentifier', 'identityExport', 'identityPasskeys', 'identitySessions', 'invoicePayments'],
    ...[
      'locales',
      'permissionAudit',
      'permissionCheck',
      'permissionExplain',
      'permissionHolders',
      'publishEntitiesPlan',
    ],
    ...['publishPlan', 'quotaUse', 'search', 'searchIndex', 'taskDependencies', 'webhookKeys'],
  ],
  // The hits of a stored search are those of the verb.
  fields: ['Search.items', 'Search.totalCount'],
} as const;

function inputOf({ gives }: InputSource): Input {
  if (gives === 'URN' || gives === 'INBOX') return urn;
  if (gives === 'URNS') return [urn];
  if (gives === 'NAME' || gives === 'NAMES') return ['a'];
  const ends = { after: null, before: null, isBackward: false };
  const query = { ...ends, order: defaultOrder(gives.resource), limit: 20, conditions: [], wantsCount: false };
  return { query, fingerprint: '' };
}

function isCovered(selection: string, viewer: Viewer): boolean {
  const [operation] = parse(`{ ${selection} }`).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return false;
  const read = questionOf({ schema, contract, fragments: new Map(), variables: {} }, operation);
  // The kinds of rows of any kind are found first (engine/namedRows.ts).
  if (read === null || read.others !== null) return false;
  if (read.question.roots.some(({ form }) => form === 'ANY')) return true;
  const parts = { baseUrl: 'https://service', mark: 'mark', saysTenants: false, p: new Parameters() };
  return writeAnswer(read.question, viewer, parts, read.inputs.map(inputOf)) !== null;
}

const selected = (type: GraphQLOutputType, inside = '__typename'): string =>
  isLeafType(getNamedType(type)) ? '' : ` { ${inside} }`;

const given = ({ args }: GraphQLField<unknown, unknown>): string => {
  const needed = args.flatMap(({ name, type, defaultValue }) => {
    const isNeeded = String(type).endsWith('!') && defaultValue === undefined;
    if (!isNeeded) return [];
    return [`${name}: ${String(type).startsWith('[') ? `["${urn}"]` : `"${urn}"`}`];
  });
  return needed.length > 0 ? `(${needed.join(', ')})` : '';
};

const fieldsOf = (type: GraphQLOutputType): GraphQLField<unknown, unknown>[] => {
  const named = getNamedType(type);
  return isObjectType(named) ? Object.values(named.getFields()) : [];
};

test('of the root fields all that are no verbs', () => {
  const query = schema.getQueryType();
  const left = Object.values(query?.getFields() ?? {}).filter(
    (field) =>
      !isCovered(`${field.name}${given(field)}${selected(field.type)}`, viewers.values().next().value ?? client),
  );
  expect(left.map(({ name }) => name).sort()).toEqual([...executed.roots].sort());
});

test.each([...viewers])('of the fields of every kind nearly all, for %s', (_, viewer) => {
  const left = contract.resources.flatMap(({ name: kind, singularField }) => {
    const of = (selection: string): boolean => isCovered(`${singularField}(urn: "${urn}") { ${selection} }`, viewer);
    return fieldsOf(schema.getType(kind) as GraphQLOutputType).flatMap((field) => {
      const { name, type } = field;
      const isKind = contract.byName.has(getNamedType(type).name);
      // Of what is no kind of its own, such as a page or a value object, every field as well.
      const inside = isKind ? [] : fieldsOf(type).map((one) => `${one.name}${selected(one.type)}`);
      const all = ['__typename', ...inside].map((one) => `${name}${given(field)}${selected(type, one)}`);
      return all.every(of) ? [] : [`${kind}.${name}`];
    });
  });
  expect(left).toEqual(executed.fields);
});
