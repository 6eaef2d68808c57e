// The types that are no resources: the shared types Pagination and Error, item histories, and the parts of resources.
// Typed in from interface.md "Item history objects" and the sections of resources.md named at each.
import {
  added,
  bool,
  decimal,
  double,
  int32,
  int64,
  json,
  link,
  list,
  locale,
  oneOf,
  part,
  stated,
  str,
  time,
  uri,
} from './field.ts';
import { uuid, words } from './field.ts';
import type { SpecShape } from './field.ts';
import { itemKinds, searchScopes, taskLogSubjectTypes } from './enums.ts';
import { violationCodes } from './errors.ts';

const attemptErrors = words('TIMEOUT CONNECT TLS DNS TARGET_REFUSED REDIRECT STATUS');

/** What the `objects` fields hold, and the bodies shared by all kinds. */
export const shapes: readonly SpecShape[] = [
  {
    // interface.md: Item history objects; `item` and `history` are of the item's own kind
    name: 'ItemHistory',
    fields: stated(
      part('item', 'Item'),
      part('pagination', 'Pagination'),
      list('history', 'Item', { ign: true }),
      uri('url'),
    ),
  },
  {
    // resources.md 16.25
    name: 'AssetText',
    fields: added(locale('language', { req: true }), str('text', { req: true, max: 1024 })),
  },
  {
    // resources.md 1.7
    name: 'Pagination',
    fields: added(
      str('after', { ro: true, max: 512 }),
      uri('nextUrl', { ro: true }),
      bool('isMorePages', { ro: true }),
      int32('limit', { ro: true }),
      int64('totalCount', { ro: true }),
      bool('totalCountIsEstimate', { ro: true }),
      int64('totalCountEstimate', { ro: true }),
    ),
  },
  {
    // interface.md: Errors (code); resources.md 1.8
    name: 'Error',
    fields: [
      ...stated(str('code', { max: 64 })),
      ...added(
        str('apiCode'),
        int32('httpCode'),
        str('detail'),
        uri('type'),
        str('title'),
        int32('status'),
        str('instance'),
        str('requestId'),
        time('timestamp'),
        list('errors', 'Violation', { max: 100 }),
        int32('retryAfterSeconds'),
        // resources.md 16.4
        int64('limit'),
        int32('price'),
        int32('remaining'),
      ),
    ],
  },
  {
    // resources.md 1.8; `limit` is a number or a text
    name: 'Violation',
    fields: added(str('path'), oneOf('code', violationCodes), str('message'), str('limit'), list('related', 'string')),
  },
  {
    // resources.md 3.1
    name: 'AlternativeLanguage',
    fields: added(locale('language'), uuid('urn'), uri('url'), str('path'), str('name')),
  },
  {
    // The issue "What a page should be", point 3.
    name: 'EntityTranslation',
    fields: added(locale('language'), link('entity', 'Entity'), bool('isMissing'), bool('isOutdated')),
  },
  {
    // resources.md 16.19
    name: 'EntityTypeField',
    fields: added(
      str('name', { req: true, min: 1, max: 128 }),
      oneOf('kind', itemKinds, { req: true }),
      str('label', { max: 255 }),
      str('help', { max: 1024 }),
      bool('required', { default: false }),
      bool('repeated', { default: false }),
      int32('maxItems', { range: [1, 10_000] }),
      int32('minLength', { range: [0, 65_535] }),
      int32('maxLength', { range: [0, 65_535] }),
      decimal('minimum'),
      decimal('maximum'),
      list('choices', 'string', { max: 100 }),
      list('entityTypes', 'string', { max: 100 }),
      json('defaults'),
    ),
  },
  {
    // resources.md 4.9
    name: 'InvoiceLine',
    fields: added(
      str('description', { req: true, max: 1024 }),
      decimal('quantity', { default: '1' }),
      int64('unitPriceUnitValue', { req: true }),
      decimal('taxRatePercent', { default: '0' }),
      int64('totalUnitValue', { ro: true }),
      int32('sortOrder'),
    ),
  },
  {
    // resources.md 5.5 and 2.2
    name: 'TaskLogSubject',
    fields: added(uuid('urn'), uri('url'), oneOf('type', taskLogSubjectTypes)),
  },
  {
    // resources.md 8; `item` is the object found
    name: 'SearchItem',
    fields: added(
      uuid('urn', { ro: true }),
      uri('url', { ro: true }),
      oneOf('type', searchScopes, { ro: true }),
      int32('sortOrder', { ro: true }),
      str('name', { ro: true }),
      part('item', 'Node', { ro: true }),
      double('score', { ro: true }),
      list('highlights', 'Highlight', { ro: true }),
    ),
  },
  { name: 'Highlight', fields: added(str('path'), str('text')) },
  {
    // resources.md 9.3
    name: 'Attempt',
    fields: added(
      int32('number'),
      time('startedTimestamp'),
      int32('durationMillis'),
      int32('responseStatus'),
      oneOf('errorCode', attemptErrors),
      str('responseExcerpt', { max: 1024 }),
      bool('isManual'),
    ),
  },
];
