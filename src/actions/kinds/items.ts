// What single item kinds check and fill in beyond the rules of their fields. Resource reference 3.2; spec: Money Item,
// Link Item, Latitude / Longitude item.
import { canonicalCurrency } from '../../domain/currency.ts';
import { formatMinor, toMinor } from '../../domain/decimal.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isInt64 } from '../../domain/int64.ts';
import { countItems } from '../../database/entityStore.ts';
import { imagePath } from '../fields.ts';
import type { Kind, Step } from './kind.ts';

// An entity has a largest number of items; items sent inside a new entity are counted there.
async function roomForItem(step: Step): Promise<void> {
  const { entity } = step.values;
  if (step.operation !== 'CREATE' || typeof entity !== 'string' || step.container === null) return;
  const most = step.context.limits.itemsPerEntity;
  if ((await countItems(step.transaction, entity)) >= most) {
    throw new ServiceError('CONFLICT', `At most ${String(most)} items in one entity.`);
  }
}

/** Item kinds without rules of their own. */
export const itemKind: Kind = { prepare: roomForItem };

/** Money: the amount comes as minor units or as decimal text, and is kept as minor units. */
export const moneyItemKind: Kind = {
  async prepare(step) {
    await roomForItem(step);
    const { value, unitValue } = step.values;
    const code = step.values['currencyCode'] ?? step.before?.['currencyCode'];
    const currency = canonicalCurrency(code);
    delete step.values['value'];
    if (value === undefined || value === null) {
      if (step.operation === 'CREATE' && (unitValue === undefined || unitValue === null)) {
        step.violations.push({
          path: `${step.path}/unitValue`,
          code: 'REQUIRED',
          message: 'unitValue or value is required.',
        });
      }
      return;
    }
    if (!currency) return;
    const minor = toMinor(value, currency.exponent ?? 0);
    if (minor === null || !isInt64(minor)) {
      const message = `A decimal number with at most ${String(currency.exponent ?? 0)} decimals is expected.`;
      step.violations.push({ path: `${step.path}/value`, code: 'INVALID_FORMAT', message });
      return;
    }
    // A body that was read before carries both; it is one amount as long as they agree or the decimal did not change.
    const stored = step.before && formatMinor(BigInt(String(step.before['unitValue'])), currency.exponent ?? 0);
    if (unitValue !== undefined && unitValue !== null && BigInt(String(unitValue)) !== minor && value !== stored) {
      const message = 'unitValue and value differ.';
      step.violations.push({ path: `${step.path}/value`, code: 'NOT_ALLOWED_TOGETHER', message });
      return;
    }
    if (unitValue === undefined || unitValue === null) step.values['unitValue'] = String(minor);
  },
};

const mediaTypes = ['text/html', 'text/plain', 'application/json'];

/** Templates must parse to be stored. */
export const templateItemKind: Kind = {
  async prepare(step) {
    await roomForItem(step);
    const { value, mediaType } = step.values;
    if (typeof mediaType === 'string' && !mediaTypes.includes(mediaType)) {
      const message = `One of ${mediaTypes.join(', ')} is expected.`;
      step.violations.push({
        path: `${step.path}/mediaType`,
        code: 'INVALID_ENUM',
        message,
        limit: mediaTypes.join(', '),
      });
    }
    if (typeof value !== 'string') return;
    const { problem } = step.context.templates.parse(value);
    if (!problem) return;
    const message = `Line ${String(problem.line)}, column ${String(problem.column)}: ${problem.message}`;
    step.violations.push({ path: `${step.path}/value`, code: 'INVALID_FORMAT', message });
  },
};

/** A reference names another entity of the same owner. */
export const referenceItemKind: Kind = {
  async prepare(step) {
    await roomForItem(step);
    const target = step.values['entityReference'];
    if (typeof target !== 'string') return;
    const path = `${step.path}/entityReference`;
    const own = step.values['entity'] ?? step.before?.['entity'];
    if (target === own) {
      step.violations.push({
        path,
        code: 'INVALID_REFERENCE',
        message: 'An entity cannot refer to itself.',
        related: [target],
      });
      return;
    }
    const [row] = await step.transaction.query({
      text: 'SELECT "owner" FROM "entity" WHERE "urn" = $1::uuid',
      values: [target],
    });
    if (row && row['owner'] !== step.owner) {
      step.violations.push({ path, code: 'INVALID_REFERENCE', message: 'There is no such Entity.', related: [target] });
    }
  },
};

/** Addresses of our own image files are kept without the host, so that they stay right when the service moves. */
export const imageItemKind: Kind = {
  async prepare(step) {
    await roomForItem(step);
    const own = step.context.baseUrl + imagePath;
    for (const name of ['src', 'mediumSrc', 'largeSrc']) {
      const value = step.values[name];
      if (typeof value === 'string' && value.startsWith(own))
        step.values[name] = value.slice(step.context.baseUrl.length);
    }
  },
};

/** Points lie on the globe. */
export const latLongItemKind: Kind = {
  async prepare(step) {
    await roomForItem(step);
    within(step, 'latitude', 90);
    within(step, 'longitude', 180);
  },
};

function within(step: Step, name: string, most: number): void {
  const value = step.values[name];
  if (typeof value !== 'number' || Math.abs(value) <= most) return;
  const limit = `-${String(most)}..${String(most)}`;
  step.violations.push({
    path: `${step.path}/${name}`,
    code: 'OUT_OF_RANGE',
    message: `-${String(most)} to ${String(most)} is allowed.`,
    limit,
  });
}
