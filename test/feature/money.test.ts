// Amounts of money: whole minor units inside, decimal text and formatted text for people outside, in every currency.
import { beforeAll, describe, expect, test } from 'vitest';
import type { RestAnswer } from '../support/client.ts';
import { page, view, type Body } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let editor: Tenant;
let home: string;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
  home = (await page(editor, null)).urn;
});

let count = 0;
const create = (amount: Record<string, unknown>): Promise<RestAnswer> =>
  editor.rest('POST', '/n/v1/moneyitem', {
    body: { entity: home, name: 'price', sortOrder: (count += 1), currencyCode: 'EUR', ...amount },
  });
const put = (urn: string, body: Record<string, unknown>): Promise<RestAnswer> =>
  editor.rest('PUT', `/n/v1/moneyitem/${urn}`, { body });
const amountOf = ({ status, body }: RestAnswer): unknown =>
  status < 300
    ? [body.unitValue, body.value, body.currencyCode]
    : [status, ...body.errors.flatMap(({ path, code }: Body) => [path, code])].join(' ');

describe('an amount', () => {
  test('is given in minor units or as decimal text', async () => {
    expect(amountOf(await create({ unitValue: 1050 }))).toEqual([1050, '10.50', 'EUR']);
    expect(amountOf(await create({ value: '10.5' }))).toEqual([1050, '10.50', 'EUR']);
    expect(amountOf(await create({ value: '-0.01' }))).toEqual([-1, '-0.01', 'EUR']);
    expect(amountOf(await create({ value: '10.50', unitValue: 1050 }))).toEqual([1050, '10.50', 'EUR']);
    expect(amountOf(await create({ currencyCode: 'JPY', value: '7' }))).toEqual([7, '7', 'JPY']);
    expect(amountOf(await create({ currencyCode: 'KWD', value: '1.234' }))).toEqual([1234, '1.234', 'KWD']);
    expect(amountOf(await create({ currencyCode: 'ZMW', unitValue: 1 }))).toEqual([1, '0.01', 'ZMW']);
    expect(amountOf(await create({ currencyCode: 'eur', unitValue: 1 }))).toEqual([1, '0.01', 'EUR']);
  });

  test('is refused when it is missing, finer than the currency, contradictory or of no currency', async () => {
    expect(amountOf(await create({}))).toBe('422 /unitValue REQUIRED');
    expect(amountOf(await create({ value: '1.001' }))).toBe('422 /value INVALID_FORMAT');
    expect(amountOf(await create({ currencyCode: 'JPY', value: '1.5' }))).toBe('422 /value INVALID_FORMAT');
    expect(amountOf(await create({ value: '1.00', unitValue: 101 }))).toBe('422 /value NOT_ALLOWED_TOGETHER');
    expect(amountOf(await create({ value: 'ten' }))).toBe('422 /value INVALID_FORMAT');
    expect(amountOf(await create({ value: '92233720368547758.08' }))).toBe('422 /value INVALID_FORMAT');
    expect(amountOf(await create({ currencyCode: 'XYZ', unitValue: 1 }))).toBe('422 /currencyCode INVALID_ENUM');
  });

  test('keeps all digits of an int64 on both faces', async () => {
    const { text, body } = await create({ value: '92233720368547758.07' });
    expect(text).toContain('"unitValue":9223372036854775807');
    const { moneyItem } = await editor.data(`query ($urn: ID!) { moneyItem(urn: $urn) { unitValue value } }`, {
      urn: body.urn,
    });
    expect(moneyItem).toEqual({ unitValue: '9223372036854775807', value: '92233720368547758.07' });
  });

  test('that was read can be sent back with either member changed', async () => {
    const { body } = await create({ unitValue: 1050 });
    expect(amountOf(await put(body.urn, { ...body, unitValue: 1100 }))).toEqual([1100, '11.00', 'EUR']);
    const next: Body = (await editor.rest('GET', `/n/v1/moneyitem/${String(body.urn)}`)).body;
    expect(amountOf(await put(body.urn, { ...next, value: '12.00' }))).toEqual([1200, '12.00', 'EUR']);
    const last: Body = (await editor.rest('GET', `/n/v1/moneyitem/${String(body.urn)}`)).body;
    expect(amountOf(await put(body.urn, { ...last, currencyCode: 'JPY', unitValue: 500 }))).toEqual([
      500,
      '500',
      'JPY',
    ]);
    expect(amountOf(await put(body.urn, { unitValue: 1, value: '2' }))).toBe('422 /value NOT_ALLOWED_TOGETHER');
    expect(amountOf(await put(body.urn, { currencyCode: 'EUR' }))).toEqual([500, '5.00', 'EUR']);
    // The same text is another amount in minor units of another currency.
    expect(amountOf(await put(body.urn, { currencyCode: 'KWD', value: '5.00' }))).toEqual([5000, '5.000', 'KWD']);
  });

  test("is formatted for people in the entity's language", async () => {
    const money = [{ name: 'price', sortOrder: 0, currencyCode: 'EUR', unitValue: 123456 }];
    for (const [language, formatted] of [
      ['de', '1.234,56\u00a0€'],
      ['en', '€1,234.56'],
    ]) {
      const entity = await page(editor, '/price', { language, status: 'PUBLISH', money });
      expect([entity.money[0].formattedValue, entity.money[0].currencySymbol]).toEqual([formatted, '€']);
      const shown = await view(editor, `/price?language=${String(language)}`);
      expect(shown.body.money[0].formattedValue).toBe(formatted);
    }
  });
});
