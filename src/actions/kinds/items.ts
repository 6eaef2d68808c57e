// What single item kinds check and fill in beyond the rules of their fields. Resource reference 3.2; spec: Money Item,
// Link Item, Latitude / Longitude item.
import { canonicalCurrency } from '../../domain/currency.ts';
import { formatMinor, toMinor } from '../../domain/decimal.ts';
import { ServiceError, type ViolationCode } from '../../domain/errors.ts';
import { isInt64 } from '../../domain/int64.ts';
import { countItems, ownerOfEntity } from '../../database/entityStore.ts';
import type { Row } from '../../database/row.ts';
import { imageFields, imagePath } from '../fields.ts';
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
    delete step.values['value'];
    const currency = canonicalCurrency(step.values['currencyCode'] ?? step.before?.['currencyCode']);
    if (isAbsent(value)) {
      if (step.operation === 'CREATE' && isAbsent(unitValue)) {
        refuseAmount(step, 'unitValue', 'REQUIRED', 'unitValue or value is required.');
      }
      return;
    }
    // A body that was read before carries both: what stayed the same follows what was changed.
    const isEcho = !isAbsent(unitValue) && value === storedAmount(step.before);
    if (!currency || isEcho) return;
    const decimals = currency.exponent;
    const minor = toMinor(value, decimals);
    if (minor === null || !isInt64(minor)) {
      refuseAmount(
        step,
        'value',
        'INVALID_FORMAT',
        `A decimal number with at most ${String(decimals)} decimals is expected.`,
      );
      return;
    }
    const isNew = isAbsent(unitValue) || String(unitValue) === step.before?.['unitValue'];
    if (!isNew && BigInt(String(unitValue)) !== minor) {
      refuseAmount(step, 'value', 'NOT_ALLOWED_TOGETHER', 'unitValue and value differ.');
      return;
    }
    step.values['unitValue'] = String(minor);
  },
};

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

function refuseAmount(step: Step, name: string, code: ViolationCode, message: string): void {
  step.violations.push({ path: `${step.path}/${name}`, code, message });
}

// The amount as the answers write it, in its own currency.
function storedAmount(before: Row | null): string | null {
  const currency = canonicalCurrency(before?.['currencyCode']);
  return before && currency ? formatMinor(BigInt(String(before['unitValue'])), currency.exponent) : null;
}

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
    const owner = await ownerOfEntity(step.transaction, target);
    if (owner !== null && owner !== step.owner) {
      step.violations.push({ path, code: 'INVALID_REFERENCE', message: 'There is no such Entity.', related: [target] });
    }
  },
};

/** Addresses of our own image files are kept without the host, so that they stay right when the service moves. */
export const imageItemKind: Kind = {
  async prepare(step) {
    await roomForItem(step);
    const own = step.context.baseUrl + imagePath;
    for (const name of Object.values(imageFields)) {
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
