// Invoices: exact sums, what is fixed once they are issued, statuses and payments.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { fakeTimers } from '../support/fakeTimers.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: SharedService;
let seller: Tenant;
let customer: string;
let count = 0;

beforeAll(async () => {
  service = await sharedService();
  seller = await service.tenant();
  customer = (await made(seller, 'identity', { owner: seller.company, name: 'Customer' })).urn;
});

const due = '2030-01-01T00:00:00.000Z';

function draft(more: Record<string, unknown> = {}): Record<string, unknown> {
  count += 1;
  return {
    owner: seller.company,
    number: `N${String(count)}`,
    customerIdentity: customer,
    currencyCode: 'EUR',
    dueTimestamp: due,
    lines: [{ description: 'Work', unitPriceUnitValue: 1000 }],
    ...more,
  };
}

const change = (urn: string, body: unknown, headers: Record<string, string> = {}): ReturnType<Tenant['rest']> =>
  seller.rest('PATCH', `/n/v1/paymentinvoice/${urn}`, { body, headers });

const pay = (urn: string, body: unknown): ReturnType<Tenant['rest']> =>
  seller.rest('POST', `/n/v1/paymentinvoice/${urn}/payments`, { body });

describe('an invoice', () => {
  test('is summed line by line, rounding half up, to the last minor unit', async () => {
    const invoice = await made(
      seller,
      'paymentinvoice',
      draft({
        lines: [
          { description: 'Later', quantity: '3', unitPriceUnitValue: 333, taxRatePercent: '7.5', sortOrder: 2 },
          { description: 'First', quantity: '0.5', unitPriceUnitValue: 101, taxRatePercent: '19', sortOrder: 1 },
        ],
      }),
    );
    expect(invoice.lines).toEqual([
      {
        description: 'First',
        quantity: '0.5',
        unitPriceUnitValue: 101,
        taxRatePercent: '19',
        totalUnitValue: 51,
        sortOrder: 1,
      },
      {
        description: 'Later',
        quantity: '3',
        unitPriceUnitValue: 333,
        taxRatePercent: '7.5',
        totalUnitValue: 999,
        sortOrder: 2,
      },
    ]);
    const { subtotalUnitValue, taxUnitValue, totalUnitValue, paidUnitValue, dueUnitValue } = invoice;
    expect([subtotalUnitValue, taxUnitValue, totalUnitValue, paidUnitValue, dueUnitValue]).toEqual([
      1050, 85, 1135, 0, 1135,
    ]);
    expect(invoice.status).toBe('DRAFT');
  });

  test('keeps amounts that a double cannot, and refuses sums that 64 bits cannot hold', async () => {
    const huge = [{ description: 'Huge', unitPriceUnitValue: '9007199254740993' }];
    const { createPaymentInvoice } = await seller.data(
      `mutation ($input: CreatePaymentInvoiceInput!) { createPaymentInvoice(input: $input) { paymentInvoice { totalUnitValue lines { totalUnitValue quantity } } userErrors { code path } } }`,
      { input: draft({ lines: huge }) },
    );
    expect(createPaymentInvoice).toEqual({
      paymentInvoice: {
        totalUnitValue: '9007199254740993',
        lines: [{ totalUnitValue: '9007199254740993', quantity: '1' }],
      },
      userErrors: [],
    });
    const over = await seller.rest('POST', '/n/v1/paymentinvoice', {
      body: draft({ lines: [{ description: 'x', quantity: '2', unitPriceUnitValue: '9223372036854775807' }] }),
    });
    expect([over.body.errors[0].path, over.body.errors[0].code]).toEqual(['/lines', 'OUT_OF_RANGE']);
    const below = await seller.rest('POST', '/n/v1/paymentinvoice', {
      body: draft({ lines: [{ description: 'x', unitPriceUnitValue: 1, taxRatePercent: '-1' }] }),
    });
    expect(below.body.errors[0].path).toBe('/lines/0/taxRatePercent');
  });

  test('has the lines that say where they stand before those that do not', async () => {
    const line = (description: string, sortOrder?: number): object => ({
      description,
      unitPriceUnitValue: 1,
      sortOrder,
    });
    const { lines } = await made(
      seller,
      'paymentinvoice',
      draft({ lines: [line('third'), line('second', 7), line('fourth'), line('first', -1)] }),
    );
    expect(lines.map((one: { description: string }) => one.description)).toEqual([
      'first',
      'second',
      'third',
      'fourth',
    ]);
  });

  test('is overdue once its time has come, as long as it is OPEN', async () => {
    const overdue = async (dueTimestamp: string, ...statuses: string[]): Promise<boolean[]> => {
      const { urn } = await made(seller, 'paymentinvoice', draft({ dueTimestamp }));
      const seen: boolean[] = [];
      for (const status of ['DRAFT', ...statuses]) {
        if (status !== 'DRAFT') expect((await change(urn, { status })).status).toBe(200);
        const { paymentInvoice } = await seller.data(`query ($urn: ID!) { paymentInvoice(urn: $urn) { isOverdue } }`, {
          urn,
        });
        seen.push(paymentInvoice.isOverdue);
      }
      return seen;
    };
    expect(await overdue('2020-01-01T00:00:00Z', 'OPEN', 'UNCOLLECTIBLE', 'PAID')).toEqual([false, true, false, false]);
    expect(await overdue('2090-01-01T00:00:00Z', 'OPEN')).toEqual([false, false]);
  });

  test('is overdue by the clock of the database, whatever else is asked for beside it', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const { urn } = await made(seller, 'paymentinvoice', draft({ dueTimestamp: soon }));
    expect((await change(urn, { status: 'OPEN' })).status).toBe(200);
    // The clock of a process may be wrong.
    for (const wrong of [-9 * 3_600_000, 9 * 3_600_000]) {
      fakeTimers({ toFake: ['Date'], now: Date.now() + wrong });
      try {
        const covered = await seller.data(`query ($urn: ID!) { paymentInvoice(urn: $urn) { isOverdue } }`, { urn });
        const byFields = `query ($urn: ID!) { node(urn: $urn) { ... on PaymentInvoice { isOverdue } } }`;
        const { node } = await seller.data(byFields, { urn });
        const { body } = await seller.rest('GET', `/n/v1/paymentinvoice/${urn}`);
        expect([covered.paymentInvoice.isOverdue, node.isOverdue, body.isOverdue]).toEqual([false, false, false]);
      } finally {
        vi.useRealTimers();
      }
    }
  });

  test('requires a customer and a unique number', async () => {
    const noCustomer = await seller.rest('POST', '/n/v1/paymentinvoice', { body: draft({ customerIdentity: null }) });
    expect(noCustomer.body.errors).toMatchObject([{ path: '/customerCompany', code: 'REQUIRED' }]);
    const invoice = await made(seller, 'paymentinvoice', draft());
    const taken = await seller.rest('POST', '/n/v1/paymentinvoice', { body: draft({ number: invoice.number }) });
    expect([taken.status, taken.body.code]).toEqual([409, 'ALREADY_EXISTS']);
    expect((await change(invoice.urn, { customerIdentity: null })).status).toBe(422);
    const moved = await change(invoice.urn, { customerIdentity: null, customerCompany: seller.company });
    expect(moved.body.customerCompany.urn).toBe(seller.company);
  });

  test('keeps its customer: who is the only one of an invoice is not deleted, and comes back before it', async () => {
    const del = (path: string): ReturnType<Tenant['rest']> => seller.rest('DELETE', `/n/v1/${path}`);
    for (const [kind, link, body] of [
      ['company', 'customerCompany', { parentCompany: seller.company }],
      ['identity', 'customerIdentity', {}],
    ] as const) {
      const { urn: buyer } = await made(seller, kind, { owner: seller.company, name: 'Buyer', ...body });
      const sole = { customerIdentity: null, [link]: buyer };
      const gone = await made(seller, 'paymentinvoice', draft(sole));
      const refused = await del(`${kind}/${buyer}`);
      expect([refused.status, refused.body.errors], kind).toMatchObject([
        409,
        [{ code: 'IN_USE', related: [gone.urn] }],
      ]);
      const other = await made(seller, 'identity', { owner: seller.company, name: 'Other' });
      const both = { customerCompany: seller.company, customerIdentity: other.urn, [link]: buyer };
      const joint = await made(seller, 'paymentinvoice', draft(both));
      expect((await del(`paymentinvoice/${String(gone.urn)}`)).status).toBe(204);
      expect((await del(`${kind}/${buyer}`)).status).toBe(204);
      const left = await seller.rest('GET', `/n/v1/paymentinvoice/${String(joint.urn)}`);
      expect(left.body[link]).toBeNull();
      const back = (path: string): ReturnType<Tenant['rest']> => seller.rest('POST', `/n/v1/${path}/restore`);
      const early = await back(`paymentinvoice/${String(gone.urn)}`);
      expect([early.status, early.body.code], kind).toEqual([409, 'CONFLICT']);
      expect((await back(`${kind}/${buyer}`)).status).toBe(200);
      const late = await back(`paymentinvoice/${String(gone.urn)}`);
      expect([late.status, late.body[link]?.urn], kind).toEqual([200, buyer]);
    }
  });

  test('is recalculated while it is a draft, and fixed from then on', async () => {
    const { urn } = await made(seller, 'paymentinvoice', draft({ dueTimestamp: null }));
    const read = await seller.rest('GET', `/n/v1/paymentinvoice/${String(urn)}`);
    const same = await seller.rest('PUT', `/n/v1/paymentinvoice/${String(urn)}`, { body: read.body });
    expect([same.status, same.body.version]).toEqual([200, 1]);
    const lines = [{ description: 'More', unitPriceUnitValue: 2000 }];
    expect((await change(urn, { lines })).body.totalUnitValue).toBe(2000);
    const early = await change(urn, { status: 'OPEN' });
    expect(early.body.errors).toMatchObject([{ path: '/dueTimestamp', code: 'REQUIRED' }]);
    const open = await change(urn, { status: 'OPEN', dueTimestamp: due });
    expect([open.status, open.body.issuedTimestamp]).toEqual([200, open.body.updatedTimestamp]);
    const ignored = await change(urn, {
      lines: [{ description: 'x', unitPriceUnitValue: 1 }],
      currencyCode: 'USD',
      number: 'other',
      reference: 'PO 1',
    });
    expect([ignored.body.totalUnitValue, ignored.body.currencyCode, ignored.body.reference]).toEqual([
      2000,
      'EUR',
      'PO 1',
    ]);
    const strict = { prefer: 'handling=strict' };
    const refused = await change(urn, { currencyCode: 'USD', number: open.body.number }, strict);
    expect(refused.body.errors).toMatchObject([{ path: '/currencyCode', code: 'IMMUTABLE' }]);
    const back = await change(urn, { currencyCode: 'EUR', lines: open.body.lines }, strict);
    expect(back.status, back.text).toBe(200);
    const bare = await change(urn, { lines }, strict);
    expect(bare.status, bare.text).toBe(200);
    const other = await change(urn, { lines: [{ ...lines[0], unitPriceUnitValue: 2001 }] }, strict);
    expect(other.body.errors).toMatchObject([{ path: '/lines', code: 'IMMUTABLE' }]);
    expect((await change(urn, { dueTimestamp: null })).body.errors[0].code).toBe('NULL_NOT_ALLOWED');
  });

  test.each([
    ['number', 'Other'],
    ['currencyCode', 'USD'],
    ['lines', [{ description: 'Other', unitPriceUnitValue: 1 }]],
    ['customerCompany', null],
    ['customerIdentity', null],
  ])(
    'that is issued keeps its %s: another one is passed over, or refused under strict handling',
    async (name, sent) => {
      const both = { customerCompany: seller.company };
      const { urn } = await made(seller, 'paymentinvoice', draft(both));
      const { body: before } = await change(urn, { status: 'OPEN' });
      const refused = await change(urn, { [name]: sent }, { prefer: 'handling=strict' });
      expect(refused.body.errors).toMatchObject([{ path: `/${name}`, code: 'IMMUTABLE' }]);
      const passedOver = await change(urn, { [name]: sent });
      expect([passedOver.status, passedOver.body]).toEqual([200, before]);
    },
  );

  test('has a sum of zero or more, whatever its lines are', async () => {
    const total = async (...prices: number[]): Promise<unknown> => {
      const lines = prices.map((unitPriceUnitValue) => ({ description: 'x', unitPriceUnitValue, taxRatePercent: '0' }));
      const { status, body } = await seller.rest('POST', '/n/v1/paymentinvoice', { body: draft({ lines }) });
      return status === 201 ? body.totalUnitValue : [body.errors[0].path, body.errors[0].code];
    };
    expect([await total(5, -5), await total(5, -4), await total(5, -6)]).toEqual([0, 1, ['/lines', 'OUT_OF_RANGE']]);
  });

  test('follows the table of its statuses, and only a draft can be deleted', async () => {
    const { urn } = await made(seller, 'paymentinvoice', draft());
    const refused = await change(urn, { status: 'PAID' });
    expect([refused.status, refused.body.code, refused.body.errors[0].limit]).toEqual([
      409,
      'INVALID_TRANSITION',
      'OPEN',
    ]);
    await change(urn, { status: 'OPEN' });
    expect((await seller.rest('DELETE', `/n/v1/paymentinvoice/${urn}`)).body.code).toBe('CONFLICT');
    await change(urn, { status: 'UNCOLLECTIBLE' });
    const voided = await change(urn, { status: 'VOID' });
    expect([voided.body.dueUnitValue, voided.body.voidedTimestamp]).toEqual([0, voided.body.updatedTimestamp]);
    expect((await change(urn, { status: 'OPEN' })).body.code).toBe('INVALID_TRANSITION');
    const other = await made(seller, 'paymentinvoice', draft());
    expect((await seller.rest('DELETE', `/n/v1/paymentinvoice/${String(other.urn)}`)).status).toBe(204);
  });

  test('that is set to PAID is paid in full', async () => {
    const { urn } = await made(seller, 'paymentinvoice', draft({ status: 'OPEN' }));
    const { body } = await change(urn, { status: 'PAID' });
    expect([body.paidUnitValue, body.dueUnitValue, body.paidTimestamp]).toEqual([1000, 0, body.updatedTimestamp]);
  });
});

describe('payments', () => {
  test('add up until the invoice is PAID, on both faces', async () => {
    const { urn } = await made(seller, 'paymentinvoice', draft({ status: 'OPEN' }));
    const first = await pay(urn, { unitValue: 400, paidTimestamp: '2026-01-02T00:00:00Z', reference: 'R1' });
    expect([first.status, first.body.status, first.body.paidUnitValue, first.body.dueUnitValue]).toEqual([
      201,
      'OPEN',
      400,
      600,
    ]);
    const { recordInvoicePayment } = await seller.data(
      `mutation ($urn: ID!) { recordInvoicePayment(urn: $urn, input: { unitValue: 600, paidTimestamp: "2026-01-03T00:00:00Z" }) { paymentInvoice { status dueUnitValue paidTimestamp } userErrors { code } } }`,
      { urn },
    );
    expect(recordInvoicePayment).toEqual({
      paymentInvoice: { status: 'PAID', dueUnitValue: '0', paidTimestamp: '2026-01-03T00:00:00.000Z' },
      userErrors: [],
    });
    const late = await made(seller, 'paymentinvoice', draft({ status: 'OPEN' }));
    await pay(late.urn, { unitValue: 400, paidTimestamp: '2026-01-03T00:00:00Z' });
    const { body: paid } = await pay(late.urn, { unitValue: 600, paidTimestamp: '2026-01-02T00:00:00Z' });
    expect([paid.status, paid.paidTimestamp]).toEqual(['PAID', '2026-01-03T00:00:00.000Z']);
    const { body } = await seller.rest('GET', `/n/v1/paymentinvoice/${urn}/payments`);
    expect(
      body.payments.map((p: { unitValue: number; reference: string | null }) => [p.unitValue, p.reference]),
    ).toEqual([
      [400, 'R1'],
      [600, null],
    ]);
    const { invoicePayments } = await seller.data(
      `query ($urn: ID!) { invoicePayments(urn: $urn) { unitValue paidTimestamp } }`,
      { urn },
    );
    expect(invoicePayments[0]).toEqual({ unitValue: '400', paidTimestamp: '2026-01-02T00:00:00.000Z' });
  });

  test('have been made: none is of a time to come', async () => {
    const { urn } = await made(seller, 'paymentinvoice', draft({ status: 'OPEN' }));
    const early = await pay(urn, { unitValue: 1, paidTimestamp: '2090-01-01T00:00:00Z' });
    expect([early.status, early.body.errors[0].path, early.body.errors[0].code]).toEqual([
      422,
      '/paidTimestamp',
      'OUT_OF_RANGE',
    ]);
    expect((await seller.rest('GET', `/n/v1/paymentinvoice/${urn}/payments`)).body.payments).toEqual([]);
  });

  test('are taken in the statuses in which something is due, at their own time or the present', async () => {
    const ways: Readonly<Record<string, readonly string[]>> = {
      DRAFT: [],
      OPEN: ['OPEN'],
      UNCOLLECTIBLE: ['OPEN', 'UNCOLLECTIBLE'],
      PAID: ['OPEN', 'PAID'],
      VOID: ['OPEN', 'VOID'],
    };
    const taken: Record<string, unknown> = {};
    for (const [status, way] of Object.entries(ways)) {
      const { urn } = await made(seller, 'paymentinvoice', draft());
      for (const next of way) expect((await change(urn, { status: next })).status, status).toBe(200);
      const [part, rest] = [await pay(urn, { unitValue: 999 }), await pay(urn, { unitValue: 1 })];
      taken[status] = [part.body.status ?? part.body.code, rest.body.status ?? rest.body.code];
      const { body } = await seller.rest('GET', `/n/v1/paymentinvoice/${String(urn)}/payments`);
      for (const { paidTimestamp, createdTimestamp } of body.payments) expect(paidTimestamp).toBe(createdTimestamp);
      if (body.payments.length > 0) expect(rest.body.paidTimestamp).toBe(body.payments[1].paidTimestamp);
    }
    const refused = [409, 409];
    expect(taken).toEqual({
      DRAFT: refused,
      OPEN: ['OPEN', 'PAID'],
      UNCOLLECTIBLE: ['UNCOLLECTIBLE', 'PAID'],
      PAID: refused,
      VOID: refused,
    });
  });

  test('never exceed what is due, and are refused for an invoice that accepts none', async () => {
    const { urn } = await made(seller, 'paymentinvoice', draft());
    expect((await pay(urn, { unitValue: 1 })).body.code).toBe('CONFLICT');
    await change(urn, { status: 'OPEN' });
    for (const unitValue of [0, -5, 1001]) {
      const refused = await pay(urn, { unitValue });
      expect([refused.status, refused.body.errors[0].code, refused.body.errors[0].limit]).toEqual([
        422,
        'OUT_OF_RANGE',
        '1..1000',
      ]);
    }
    const wrong = await pay(urn, { paidTimestamp: 'today', reference: 5 });
    expect(wrong.body.errors.map((e: { path: string; code: string }) => [e.path, e.code])).toEqual([
      ['/unitValue', 'REQUIRED'],
      ['/paidTimestamp', 'INVALID_FORMAT'],
      ['/reference', 'INVALID_FORMAT'],
    ]);
    const atOnce = await Promise.all([pay(urn, { unitValue: 600 }), pay(urn, { unitValue: 600 })]);
    expect(atOnce.map((a) => a.status).sort()).toEqual([201, 422]);
    const stranger = await service.tenant();
    expect((await stranger.rest('GET', `/n/v1/paymentinvoice/${urn}/payments`)).status).toBe(404);
  });
});
