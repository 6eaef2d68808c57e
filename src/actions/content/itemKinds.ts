// What single item kinds check and fill in beyond the rules of their fields. Resource reference 3.2; spec: Money Item,
// Link Item, Latitude / Longitude item.
import { canonicalCurrency, formatMoney, storedCurrency } from '../../domain/currency.ts';
import { formatMinor, toMinor } from '../../domain/decimal.ts';
import { ServiceError, type ViolationCode } from '../../domain/errors.ts';
import { ownerOfEntity } from '../../database/content/entityStore.ts';
import { deletedRows } from '../../database/engine/deletedStore.ts';
import type { Row } from '../../database/engine/row.ts';
import type { ItemName } from '../../generated/rows.ts';
import { assetOf, assetPath, keptAddress } from '../../domain/imagePath.ts';
import { imageFields } from '../../engine/fields.ts';
import { onlyIn, type Ingredients, type Kind, type WriteContext } from '../../engine/kind.ts';
import type { AnnouncedWrite } from '../../engine/announcements.ts';
import { lockEntities, lockEntitiesOfItems, lockEntity, lockEntityOfItem, settleStatuses } from './entityState.ts';

// An entity has a maximum number of items; items sent inside a new entity are counted there.
function requireRoom({ operation, container, count, context }: WriteContext<ItemName>): void {
  const most = context.limits.itemsPerEntity;
  if (operation !== 'CREATE' || container === null || count < most) return;
  throw new ServiceError('CONFLICT', `At most ${String(most)} items in one entity.`);
}

/**
 * What all item kinds share: their entity is locked before them, and follows what is written of them. Those without rules of their own
 * have nothing else.
 */
export const itemKind: Kind<ItemName> = {
  // All writes to the items of an entity wait for one another.
  lockPlaces: lockEntities,

  async lock(pending) {
    const { context, transaction, resource, operation, urn } = pending;
    if (operation === 'RESTORE') {
      const entity = (await deletedRows(transaction, resource, [urn]))[0]?.container ?? null;
      if (entity !== null) await lockEntity(context, transaction, entity);
      return undefined;
    }
    return {
      isChanged: await lockEntityOfItem(
        context,
        transaction,
        { resource, itemUrn: urn },
        pending.label ?? resource.labels.update,
      ),
    };
  },

  prepare: onlyIn(['CREATE'], requireRoom),

  isAnsweredAsMade: true,

  // A published entity now has drafts.
  async after(step, written) {
    // An item that already was a draft leaves its entity's draft state unchanged.
    if (step.operation !== 'UPDATE' || step.before?.isPublished !== false)
      await followItems(step, [written], step.operation);
  },

  sets: {
    lockRows: lockEntitiesOfItems,

    async after(steps, written) {
      const [{ operation }] = steps;
      const moving = written.filter((_, at) => operation !== 'UPDATE' || steps[at]?.before?.isPublished !== false);
      await followItems(steps[0], moving, operation);
    },
  },
};

async function followItems(
  write: AnnouncedWrite,
  items: readonly Row[],
  operation: WriteContext['operation'],
): Promise<void> {
  const isBehind = operation === 'CREATE' || operation === 'UPDATE';
  const entities = items.map((item) => String(item['entity']));
  await settleStatuses(write, entities, { isBehind });
}

// In the language of the entity; a rendered view gives the language it chose.
function formatted(values: Ingredients): { formattedValue: string; currencySymbol: string } {
  const language = values['entity.language'];
  return formatMoney(
    unitsOf(values),
    storedCurrency(values['currencyCode']),
    typeof language === 'string' ? language : 'und',
  );
}

// The digits of a 64 bit integer.
const unitsOf = (values: Ingredients): bigint => BigInt(String(values['unitValue']));

/** Money: the amount comes as minor units or as decimal text, and is kept as minor units. */
export const moneyItemKind: Kind<'MoneyItem'> = {
  ...itemKind,
  made: {
    value: (values) => formatMinor(unitsOf(values), storedCurrency(values['currencyCode']).exponent),
    formattedValue: (values) => formatted(values).formattedValue,
    currencySymbol: (values) => formatted(values).currencySymbol,
  },

  prepare(step) {
    requireRoom(step);
    const { value, unitValue } = step.values;
    // An amount that broke a rule stands in the values without a value.
    const isRefused = value === undefined && Object.hasOwn(step.values, 'value');
    delete step.values.value;
    const currency = canonicalCurrency(step.values.currencyCode ?? step.before?.currencyCode);
    if (isAbsent(value)) {
      if (step.operation === 'CREATE' && isAbsent(unitValue) && !isRefused) {
        refuseAmount(step, 'unitValue', 'REQUIRED', 'unitValue or value is required.');
      }
      return;
    }
    // A body that was read before carries both: what stayed the same follows what was changed.
    const isEcho = !isAbsent(unitValue) && value === storedAmount(step.before);
    if (!currency || isEcho) return;
    const decimals = currency.exponent;
    const minor = toMinor(value, decimals);
    if (minor === null) {
      refuseAmount(
        step,
        'value',
        'INVALID_FORMAT',
        `A decimal number with at most ${String(decimals)} decimals is expected.`,
      );
      return;
    }
    const isNew = isAbsent(unitValue) || String(unitValue) === step.before?.unitValue;
    if (!isNew && BigInt(String(unitValue)) !== minor) {
      refuseAmount(step, 'value', 'NOT_ALLOWED_TOGETHER', 'unitValue and value differ.');
      return;
    }
    step.values.unitValue = String(minor);
  },
};

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

function refuseAmount(step: WriteContext<'MoneyItem'>, name: string, code: ViolationCode, message: string): void {
  step.violations.push({ path: `${step.path}/${name}`, code, message });
}

// The amount as the answers write it, in its own currency.
function storedAmount(before: Row<'MoneyItem'> | null): string | null {
  const currency = canonicalCurrency(before?.currencyCode);
  return before && currency ? formatMinor(BigInt(before.unitValue), currency.exponent) : null;
}

const mediaTypes = ['text/html', 'text/plain', 'application/json'];

/** Templates must parse to be stored. */
export const templateItemKind: Kind<'TemplateItem'> = {
  ...itemKind,
  prepare(step) {
    requireRoom(step);
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
export const referenceItemKind: Kind<'ReferenceItem'> = {
  ...itemKind,
  async prepare(step) {
    requireRoom(step);
    const target = step.values.entityReference;
    if (typeof target !== 'string') return;
    const path = `${step.path}/entityReference`;
    const own = step.values.entity ?? step.before?.entity;
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
    // Without a place there is no owner yet, which is a violation already.
    if (owner !== null && step.owner !== '' && owner !== step.owner) {
      step.violations.push({
        path,
        code: 'INVALID_REFERENCE',
        message: 'The Entity does not exist.',
        related: [target],
      });
    }
  },
};

/** Addresses of our own image files are kept without the host, so that they stay right when the service moves. */
export const imageItemKind: Kind<'ImageItem'> = {
  ...itemKind,
  prepare(step) {
    requireRoom(step);
    for (const name of Object.values(imageFields)) {
      const value = step.values[name];
      if (typeof value === 'string') step.values[name] = keptAddress(value, step.context.baseUrl);
    }
  },
};

/** A link leads to an address or to an asset, whose address is kept without the host. */
export const linkItemKind: Kind<'LinkItem'> = {
  ...itemKind,
  computed: {
    asset: ({ href }, { loaders }) => {
      const urn = assetOf(href);
      return urn === null ? null : loaders.byUrn('Asset', urn);
    },
  },

  prepare(step) {
    requireRoom(step);
    const { href } = step.values;
    if (typeof href === 'string') step.values.href = keptAsset(keptAddress(href, step.context.baseUrl));
    // One that broke a rule stands in the values without a value.
    if (!(href === undefined && Object.hasOwn(step.values, 'href'))) leadTo(step, step.values.asset);
  },
};

const keptAsset = (address: string): string =>
  assetOf(address.toLowerCase()) === null ? address : address.toLowerCase();

function leadTo(step: WriteContext<'LinkItem'>, asset: unknown): void {
  const { values, before } = step;
  const { href } = values;
  const own = typeof asset === 'string' ? assetPath + asset : null;
  const refuse = (name: string, code: ViolationCode, message: string): void => {
    step.violations.push({ path: `${step.path}/${name}`, code, message });
  };
  // What is the same in a body that was read before follows what was changed.
  const isChanged = !isAbsent(href) && href !== before?.href;
  if (own !== null && isChanged && own !== before?.href && own !== href) {
    refuse('asset', 'NOT_ALLOWED_TOGETHER', 'The asset has another address than href.');
    return;
  }
  if (own !== null && !isChanged) values.href = own;
  // The link no longer leads to the asset that it led to, and to nothing else.
  const isCleared = asset === null && !isChanged && before !== null && assetOf(before.href) !== null;
  if ((isAbsent(values.href) && before === null) || isCleared) refuse('href', 'REQUIRED', 'href or asset is required.');
}

/** Points lie on the globe. */
export const latLongItemKind: Kind<'LatLongItem'> = {
  ...itemKind,
  prepare(step) {
    requireRoom(step);
    within(step, 'latitude', 90);
    within(step, 'longitude', 180);
  },
};

function within(step: WriteContext<'LatLongItem'>, name: 'latitude' | 'longitude', most: number): void {
  const value = step.values[name];
  if (typeof value !== 'number' || Math.abs(value) <= most) return;
  const limit = `-${String(most)}..${String(most)}`;
  step.violations.push({
    path: `${step.path}/${name}`,
    code: 'OUT_OF_RANGE',
    message: `Must be from -${String(most)} to ${String(most)}.`,
    limit,
  });
}
