// Answers of subscriptions: what they cost, and that no part of an answer is taken for one.
import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../../src/domain/errors.ts';
import { requestLimits, type RequestBudget } from '../../../../src/engine/requestBudget.ts';
import {
  answerOf,
  answersOf,
  isSmall,
  together,
  type AnswerParts,
  type Asked,
} from '../../../../src/graphql/subscriptions/answers.ts';

const schema = buildSchema(
  'type Query { ok: Boolean } type Thing { name: String, more: String } type Subscription { things: Thing }',
);
// What answers are made with besides: nobody's tenant, and no positions of reading.
const parts = {
  schema,
  services: { readPositions: null },
  report: (bug: unknown) => expect.fail(String(bug)),
} as unknown as AnswerParts;
const charged: number[] = [];
const asked = {
  operation: {
    ...{ document: parse('subscription { things { name more } }'), operationName: null, variables: {} },
    ...{ field: 'things', key: '' },
  },
  context: { viewer: { tenantUrn: null }, requestId: 'id' },
  charge: async (cost: number) => void charged.push(cost),
} as unknown as Asked;

/** A value that spends so many objects for its name, and so many more for the rest. */
const spending = (name: number, more = 0) => {
  const field =
    (count: number, text: string) =>
    (_: unknown, { budget }: { budget: RequestBudget }) => {
      budget.addObjects(count);
      return text;
    };
  return { name: field(name, 'N'), more: field(more, 'M') };
};
const limits = { ...requestLimits, objects: 10 };
const read = (text: Buffer | undefined): unknown => JSON.parse(String(text));

describe('answers', () => {
  test('are charged together for what they have cost beyond what is free', async () => {
    for (const [count, charges] of [
      [1, 0],
      [10_000, 1],
    ] as const) {
      charged.length = 0;
      const texts = await answersOf(parts, asked, [spending(count), spending(count)]);
      expect(texts?.map(read)).toEqual(Array(2).fill({ data: { things: { name: 'N', more: 'M' } } }));
      expect([charged.length, charged.every((cost) => cost > 0)]).toEqual([charges, true]);
    }
  });

  test('are none where together they are too large; what was read of one that is too large is not shown', async () => {
    expect(await answersOf(parts, asked, [spending(6), spending(6)], limits)).toBeNull();
    expect(await answersOf(parts, asked, [spending(6)], limits)).toHaveLength(1);
    expect(read(await answerOf(parts, asked, spending(6, 6), limits))).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'RESULT_TOO_LARGE' } }],
    });
  });

  test.each(['UNAVAILABLE', 'TIMEOUT'] as const)('are made again where the database said %s', async (code) => {
    const value = { name: () => Promise.reject(new ServiceError(code)) };
    await expect(answersOf(parts, asked, [value])).rejects.toMatchObject({ code });
    await expect(answerOf(parts, asked, value)).rejects.toMatchObject({ code });
  });

  test('say where reads have to have come to, of the tenant of who gets them', async () => {
    const readPositions = { ofTenant: async (tenant: string) => `place of ${tenant}` };
    const placed = { ...parts, services: { readPositions } } as unknown as AnswerParts;
    const context = { ...asked.context, viewer: { tenantUrn: 'one' } } as unknown as Asked['context'];
    const extensions = { readPosition: 'place of one' };
    expect(read(await answerOf(placed, { ...asked, context }, spending(1)))).toMatchObject({ extensions });
    expect(read(await answerOf(parts, asked, spending(1)))).not.toHaveProperty('extensions');
  });

  test('are small up to 128 KiB together, and side by side may have 512 KiB', () => {
    expect([isSmall([Buffer.alloc(65_536), Buffer.alloc(65_535)]), isSmall([Buffer.alloc(131_072)])]).toEqual([
      true,
      false,
    ]);
    expect([together().bytes, together({ ...limits, bytes: 9 }).bytes]).toEqual([524_288, 9]);
  });
});
