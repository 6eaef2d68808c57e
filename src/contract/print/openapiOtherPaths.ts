// The paths that belong to no kind, or to one alone: the rendered view, images and their upload, entity actions, the
// session and the fixed lists.
import { ref, type Json } from './openapiFields.ts';
import { content, success, empty, type Paths } from './openapiPaths.ts';
import type { Contract } from '../resource.ts';
import { errorsOf, parameter } from './openapiShared.ts';

const text = { type: 'string' };
const uri = { type: 'string', format: 'uri' };
const nullableText = { type: ['string', 'null'] };

const query = (name: string, schema: Json, description: string): Json => ({ name, in: 'query', schema, description });
const header = (name: string, description: string): Json => ({ name, in: 'header', schema: text, description });
const tagged = (tag: string, operationId: string, summary: string): Json => ({ operationId, summary, tags: [tag] });

/** Every path beyond those of the kinds. */
export function otherPaths(contract: Contract): Paths {
  return { ...entityActions, ...uploads(contract), ...session, ...fixedLists, ...views, ...images };
}

const link = ref('Link');

const plan = {
  type: 'object',
  description: 'What would go live if the entity were published now.',
  properties: {
    entity: link,
    changes: { type: 'array', items: { type: 'object' } },
    missingReferences: { type: 'array', items: { type: 'object' } },
    openTasks: { type: 'array', items: { type: 'object' } },
    url: uri,
  },
  required: ['url'],
};

const entityActions: Paths = {
  '/n/v1/entity/{urn}/publishplan': {
    parameters: [parameter('urn')],
    get: {
      ...tagged('Entity', 'readPublishPlan', 'See what would go live'),
      responses: { 200: success('READ_SUCCESS', plan), ...errorsOf('READ', 403) },
    },
  },
  '/n/v1/entity/{urn}/copy': {
    parameters: [parameter('urn')],
    post: {
      ...tagged('Entity', 'copyEntity', 'Copy an entity as another language, variant or path'),
      requestBody: { required: true, content: content({ type: 'object' }) },
      responses: { 201: success('CREATE_SUCCESS', ref('Entity'), 'Location', 'ETag'), ...errorsOf('WRITE') },
    },
  },
  '/n/v1/entity/{urn}/discarddrafts': {
    parameters: [parameter('urn')],
    post: {
      ...tagged('Entity', 'discardDrafts', 'Go back to the live values'),
      responses: { 200: success('UPDATE_SUCCESS', ref('Entity'), 'ETag'), ...errorsOf('WRITE') },
    },
  },
};

function uploads(contract: Contract): Paths {
  const format = { type: 'string', enum: contract.enums.get('ImageItemFormat') ?? [], description: 'In any case.' };
  const src = { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file.' };
  const form = (properties: Json, required: readonly string[]): Json => ({
    required: true,
    content: content({ type: 'object', properties: { src, imageItemFormat: format, ...properties }, required }, [
      'multipart/form-data',
    ]),
  });
  const responses = { 201: success('UPLOAD_SUCCESS', ref('ImageItemFile'), 'Location', 'ETag'), ...errorsOf('WRITE') };
  const parameters = [query('imageItemFormat', format, 'The format, when it is not in the form.')];
  return {
    '/n/v1/imageitemfile/{urn}': {
      post: {
        ...tagged('ImageItemFile', 'uploadImageItemFile', 'Upload the file of an image item, named by its urn'),
        parameters,
        requestBody: form({}, ['src']),
        responses,
      },
    },
    '/n/v1/imageitemfile': {
      post: {
        ...tagged('ImageItemFile', 'uploadImageItemFileByForm', 'Upload the file of an image item, named in the form'),
        parameters,
        requestBody: form({ imageItem: { type: 'string', format: 'uuid' } }, ['src', 'imageItem']),
        responses,
      },
    },
  };
}

const sessionRead = (operationId: string): Json => ({
  ...tagged('ClientContext', operationId, 'See who is asking, and what they may do'),
  responses: { 200: success('READ_SUCCESS', ref('ClientContext')), ...errorsOf('READ') },
});

const sessionEnd = (operationId: string): Json => ({
  ...tagged('ClientContext', operationId, 'Sign out: the web session ends'),
  responses: { 204: empty('DELETE_SUCCESS'), ...errorsOf('WRITE', 403) },
});

const session: Paths = {
  '/n/v1/clientcontext': { get: sessionRead('readClientContext'), delete: sessionEnd('endSession') },
  '/n/v1/clientcontext/{urn}': {
    parameters: [parameter('urn')],
    get: sessionRead('readClientContextByUrn'),
    delete: sessionEnd('endSessionByUrn'),
  },
  '/n/v1/companypage': {
    get: {
      ...tagged('Company', 'readCompanyPage', 'The same as /n/v1/companies'),
      parameters: ['after', 'before', 'limit', 'filter', 'count'].map(parameter),
      responses: { 200: success('READ_SUCCESS', ref('CompanyPage')), ...errorsOf('READ') },
    },
  },
};

function fixedList(name: string, operationId: string, summary: string, properties: Json): Json {
  const entry = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  const schema = {
    type: 'object',
    properties: { [name]: { type: 'array', items: entry }, url: uri },
    required: [name, 'url'],
    additionalProperties: false,
  };
  return {
    get: {
      ...tagged('Reference', operationId, summary),
      parameters: [header('Accept-Language', 'The language of names.')],
      responses: { 200: success('READ_SUCCESS', schema), ...errorsOf('READ') },
    },
  };
}

const fixedLists: Paths = {
  '/n/v1/locales': fixedList('locales', 'listLocales', 'List the locale tags', {
    tag: { type: 'string', maxLength: 16 },
    language: text,
    script: nullableText,
    region: nullableText,
    name: text,
    nativeName: text,
    direction: { type: 'string', enum: ['LTR', 'RTL'] },
    parent: nullableText,
    isRightToLeft: { type: 'boolean' },
  }),
  '/n/v1/currencies': fixedList('currencies', 'listCurrencies', 'List the currencies of ISO 4217', {
    code: { type: 'string', pattern: '^[A-Z]{3}$' },
    numericCode: text,
    exponent: { type: ['integer', 'null'], description: 'Decimals of an amount.' },
    symbol: text,
    name: text,
    isActive: { type: 'boolean' },
  }),
  '/n/v1/countries': fixedList('countries', 'listCountries', 'List the countries of ISO 3166-1', {
    code: { type: 'string', pattern: '^[A-Z]{2}$' },
    alpha3: text,
    name: text,
  }),
};

const viewOperation = (operationId: string, summary: string): Json => ({
  ...tagged('Entity', operationId, summary),
  parameters: [
    query('language', text, 'The language wanted; wins over Accept-Language.'),
    query(
      'variant',
      { type: 'string', maxLength: 128 },
      'The variant wanted; wins over the Variant header. Empty: the default.',
    ),
    query('version', { type: 'string', enum: ['PUBLISHED', 'LATEST'], default: 'PUBLISHED' }, 'LATEST shows drafts.'),
    query('atTimestamp', { type: 'string', format: 'date-time' }, 'The state at that time.'),
    query('owner', { type: 'string', format: 'uuid' }, 'The company whose page is meant.'),
    query(
      'render',
      { type: 'string', enum: ['HTML', 'RAW'], default: 'HTML' },
      'RAW leaves Markdown and templates as they are.',
    ),
    query('expand', text, '`references`, up to 3 levels: shows the entities referred to.'),
    header('Accept-Language', 'The languages wanted.'),
    header('Variant', 'The variant wanted.'),
    parameter('ifNoneMatch'),
  ],
  responses: {
    200: success('READ_SUCCESS', ref('Entity'), 'ETag'),
    304: empty('NOT_MODIFIED', 'ETag'),
    308: empty('MOVED', 'Location'),
    ...errorsOf('READ', 403),
  },
});

const views: Paths = {
  '/v/v1/entityview/{urn}': {
    parameters: [parameter('urn')],
    get: viewOperation('viewEntity', 'Read the rendered view of an entity'),
  },
  '/v/v1/entityview/{path}': {
    parameters: [
      {
        name: 'path',
        in: 'path',
        required: true,
        schema: text,
        description: 'The path of the entity without its first `/`; it may hold more of them.',
      },
    ],
    get: viewOperation('viewEntityByPath', 'Read the rendered view of the entity at a path'),
  },
};

const side = { type: 'integer', minimum: 1, maximum: 4096 };
const bytes = { 'image/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } };

const images: Paths = {
  '/v/v1/image/{urn}': {
    parameters: [parameter('urn')],
    get: {
      ...tagged('ImageItemFile', 'readImage', 'Read the bytes of an image'),
      parameters: [
        query('w', side, 'Width in pixels.'),
        query('h', side, 'Height in pixels.'),
        query(
          'fit',
          { type: 'string', enum: ['cover', 'contain', 'inside'], default: 'inside' },
          'How it fills the box.',
        ),
        query('fm', { type: 'string', enum: ['auto', 'avif', 'webp', 'jpeg', 'png'], default: 'auto' }, 'The format.'),
        query('q', { type: 'integer', minimum: 1, maximum: 100 }, 'The quality.'),
        header('Range', 'A single range of bytes.'),
        parameter('ifNoneMatch'),
      ],
      responses: {
        200: { description: 'READ_SUCCESS', 'x-label': 'READ_SUCCESS', content: bytes },
        206: { description: 'A range of the bytes.', 'x-label': 'READ_SUCCESS', content: bytes },
        304: empty('NOT_MODIFIED', 'ETag'),
        416: { description: 'No byte of the range exists.' },
        ...errorsOf('READ'),
      },
    },
  },
};
