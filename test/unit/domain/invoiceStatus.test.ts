// Invoice statuses: the whole table of transitions.
import { describe, expect, it } from 'vitest';
import { allowedNext, invoiceStatuses, isDraft } from '../../../src/domain/invoice.ts';

describe('invoice statuses', () => {
  it.each([
    ['DRAFT', ['OPEN']],
    ['OPEN', ['PAID', 'VOID', 'UNCOLLECTIBLE']],
    ['PAID', []],
    ['VOID', []],
    ['UNCOLLECTIBLE', ['PAID', 'VOID']],
  ] as const)('let %s become %j and nothing else', (status, next) => {
    expect(allowedNext(status)).toEqual(next);
  });

  it('allow changes and deletion only while DRAFT', () => {
    expect(invoiceStatuses.filter(isDraft)).toEqual(['DRAFT']);
  });
});
