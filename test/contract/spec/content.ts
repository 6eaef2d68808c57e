// Entities, their lists and image files, typed in from interface.md and resources.md 3.1, 3.4, 3.5 and 16.26.
import {
  added,
  bool,
  crudl,
  double,
  int32,
  int64,
  kept,
  link,
  links,
  list,
  locale,
  oneOf,
  stated,
  str,
  words,
} from './field.ts';
import { time, uri } from './field.ts';
import type { SpecKind } from './field.ts';
import { audiences, imageItemFormats, statesOfEntity } from './enums.ts';

/** interface.md: Entity; resources.md 3.1 */
const entity: SpecKind = {
  name: 'Entity',
  path: 'entity',
  plural: 'entities',
  subject: 'ENTITY',
  verbs: crudl,
  owner: 'direct',
  fields: [
    ...kept({ urn: { req: true }, updated: 'S' }),
    ...stated(
      link('owner', 'Company', { req: true }),
      str('name', { req: true, max: 1024 }),
      locale('language', { req: true }),
      str('variant', { max: 128, default: '', form: 'variant' }),
      // What a new entity may be given (10.1); the other states are reached by transitions.
      oneOf('status', statesOfEntity, { req: true, input: ['DRAFT_UNPUBLISHED', 'PUBLISH', 'PUBLISHED'] }),
      time('publishTimestamp'),
      links('booleans', 'BooleanItem', { ign: true, inside: true }),
      links('dateTimes', 'DateTimeItem', { ign: true, inside: true }),
      links('doubles', 'DoubleItem', { ign: true, inside: true }),
      links('images', 'ImageItem', { ign: true, inside: true }),
      links('jsons', 'JsonItem', { ign: true, inside: true }),
      links('latLongs', 'LatLongItem', { ign: true, inside: true }),
      links('links', 'LinkItem', { ign: true, inside: true }),
      links('longs', 'LongItem', { ign: true, inside: true }),
      links('markdowns', 'MarkdownItem', { ign: true, inside: true }),
      links('money', 'MoneyItem', { ign: true, inside: true }),
      links('references', 'ReferenceItem', { ign: true, inside: true }),
      links('templates', 'TemplateItem', { ign: true, inside: true }),
      links('texts', 'TextItem', { ign: true, inside: true }),
    ),
    ...added(
      // "req", but may be absent for entities only used by reference: so a missing one can not be refused.
      str('path', { max: 2048, form: 'path' }),
      time('liveTimestamp', { ro: true }),
      // 16.18
      time('lastEditedTimestamp', { ro: true }),
      link('lastEditedBy', 'Identity|ApiClient', { ro: true }),
      // The issue "What a page should be", point 5.
      links('previewLinks', 'PreviewLink', { ro: true }),
      // 16.19
      link('entityType', 'EntityType'),
      time('unpublishTimestamp', { form: 'later' }),
      str('requestedStatus', { ro: true }),
      oneOf('audience', audiences),
      list('alternativeLanguages', 'AlternativeLanguage', { ro: true }),
      // The issue "What a page should be", point 3.
      list('translations', 'EntityTranslation', { ro: true }),
      links('tasks', 'Task', { ro: true }),
      // 16.22
      link('parent', 'Entity', { ro: true }),
      links('children', 'Entity', { ro: true }),
      links('referencedBy', 'ReferenceItem', { ro: true }),
      links('threads', 'MessageThread', { ro: true }),
      // 16.25, and the issue "What a page should be", point 7: where a file is used.
      links('assets', 'Asset', { ro: true }),
      // 10.1: set when a scheduled publish fails.
      str('lastError', { ro: true }),
    ),
  ],
};

/** resources.md 3.4: Image Item File; created by multipart, `src` is the file part on upload */
const imageItemFile: SpecKind = {
  name: 'ImageItemFile',
  path: 'imageitemfile',
  plural: 'imageitemfiles',
  subject: null,
  verbs: ['C', 'R', 'P', 'D', 'L'],
  owner: 'ImageItem',
  fields: [
    ...kept({ urn: { ro: true } }),
    ...stated(
      uri('src', { req: true }),
      oneOf('imageItemFormat', imageItemFormats, { req: true, ign: true, form: 'anyCase' }),
    ),
    ...added(
      link('imageItem', 'ImageItem', { req: true, ign: true }),
      str('contentType', { ro: true }),
      int64('byteLength', { ro: true }),
      int32('width', { ro: true }),
      int32('height', { ro: true }),
      double('focalX', { range: [0, 1], default: 0.5 }),
      double('focalY', { range: [0, 1], default: 0.5 }),
      str('blurHash', { ro: true, max: 128 }),
      str('digest', { ro: true }),
      // The issue "What a page should be", point 7: reuse of a file.
      link('asset', 'Asset', { ro: true }),
    ),
  ],
};

/** interface.md: Entity List; resources.md 3.5 */
const entityList: SpecKind = {
  name: 'EntityList',
  path: 'entitylist',
  plural: 'entitylists',
  subject: 'ENTITY_LIST',
  verbs: crudl,
  owner: 'direct',
  fields: [
    ...kept(),
    ...stated(
      link('owner', 'Company', { req: true }),
      str('name', { req: true }),
      links('entities', 'EntityListItem', { req: true, inside: true, max: 5_000 }),
    ),
    // The issue "Arriving and staying", point 2: first and after beside the plain list.
    ...added(links('entries', 'EntityListItem', { ro: true })),
  ],
};

/** interface.md: Entity List Item; resources.md 3.5 */
const entityListItem: SpecKind = {
  name: 'EntityListItem',
  path: 'entitylistitem',
  plural: 'entitylistitems',
  subject: null,
  verbs: crudl,
  owner: 'EntityList',
  fields: [
    ...kept(),
    ...stated(int32('sortOrder'), link('entity', 'Entity', { req: true, unless: 'href' })),
    // The issue "Arriving and staying", point 2: addresses outside, and lists below.
    ...added(str('title', { min: 1, max: 1024 }), uri('href', { max: 2048 }), link('list', 'EntityList')),
  ],
};

/** resources.md 16.25: any bytes with media type, name, size, owner; alt text by language. */
const asset: SpecKind = {
  name: 'Asset',
  path: 'asset',
  plural: 'assets',
  subject: 'ASSET',
  verbs: crudl,
  owner: 'direct',
  fields: [
    ...kept(),
    ...added(
      link('owner', 'Company', { req: true, ign: true }),
      str('name', { req: true, max: 255 }),
      list('altTexts', 'AssetText', { max: 100 }),
      links('usedBy', 'Entity', { ro: true }),
      uri('src', { ro: true }),
      str('contentType', { ro: true }),
      int64('byteLength', { ro: true }),
      str('digest', { ro: true }),
    ),
  ],
};

/** resources.md 16.26: owner, from path, to path or address, permanent. */
const redirect: SpecKind = {
  name: 'Redirect',
  path: 'redirect',
  plural: 'redirects',
  subject: 'REDIRECT',
  verbs: crudl,
  owner: 'direct',
  fields: [
    ...kept(),
    ...added(
      link('owner', 'Company', { req: true, ign: true }),
      str('fromPath', { req: true, max: 2048, form: 'path' }),
      str('toPath', { req: true, unless: 'toAddress', max: 2048, form: 'path' }),
      uri('toAddress', { req: true, unless: 'toPath', max: 2048 }),
      bool('isPermanent', { default: true }),
    ),
  ],
};

/** resources.md 16.19 */
const entityType: SpecKind = {
  name: 'EntityType',
  path: 'entitytype',
  plural: 'entitytypes',
  subject: null,
  verbs: crudl,
  owner: 'direct',
  fields: [
    ...kept(),
    ...added(
      link('owner', 'Company', { req: true, ign: true }),
      str('name', { req: true, min: 1, max: 128 }),
      str('description', { max: 1024 }),
      list('fields', 'EntityTypeField', { req: true, max: 100 }),
      links('entities', 'Entity', { ro: true }),
    ),
  ],
};

/** The issue "What a page should be", point 5. */
const previewLink: SpecKind = {
  name: 'PreviewLink',
  path: 'previewlink',
  plural: 'previewlinks',
  subject: null,
  verbs: ['C', 'R', 'D', 'L'],
  owner: 'Entity',
  fields: [
    ...kept(),
    ...added(
      link('entity', 'Entity', { req: true, ign: true }),
      str('name', { max: 255 }),
      oneOf('contentVersion', words('PUBLISHED LATEST'), { default: 'LATEST', ign: true }),
      locale('language', { ign: true }),
      str('variant', { ign: true, max: 128, form: 'variant' }),
      time('atTimestamp', { ign: true }),
      time('expirationTimestamp', { ign: true, form: 'withinNinetyDays' }),
      uri('href', { ro: true }),
      str('token', { ro: true }),
    ),
  ],
};

/** Asset, Entity, Image Item File, Entity List, Entity List Item, Redirect, Entity Type and Preview Link. */
export const content: readonly SpecKind[] = [
  asset,
  entity,
  imageItemFile,
  entityList,
  entityListItem,
  redirect,
  entityType,
  previewLink,
];
