// Which lists are answered as the text that one statement writes.
import { expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { bodyQuestion } from '../../../src/rest/response/bodyQuestion.ts';
import { fullShape } from '../../../src/rest/request/shape.ts';

const { resources, kinds } = loadContract();

test('Of all kinds but those with values that only code knows.', () => {
  const others = resources.filter((resource) => bodyQuestion(resource, fullShape) === null).map(({ name }) => name);
  expect(others.sort()).toEqual(['Search', 'WebhookDelivery', 'WebhookSubscription', 'WebhookTrigger']);
});

test('Of some members of these, too.', () => {
  const shape = { ...fullShape, fields: new Set(['label', 'subjectScope']) };
  expect(bodyQuestion(kinds.Permission, shape)?.fields.map(({ key }) => key)).toEqual([
    'urn',
    'url',
    'subjectScope',
    'label',
  ]);
});

test('Never with links in full, which are read one level after the other.', () => {
  const expand = new Map([['owner', new Map()]]);
  expect(bodyQuestion(kinds.Entity, { fields: null, expand })).toBeNull();
});
