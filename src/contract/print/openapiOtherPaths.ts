// The paths that no root field has a REST form for: the rendered view, images and their upload, the directory, and the
// addresses of searches.
import { ref, textLike, type Json } from './openapiFields.ts';
import { content, created, empty, found, withTag, type Paths } from './openapiPaths.ts';
import { errorsOf, headers, parameter } from './openapiShared.ts';

const text = { type: 'string' };
const uri = { type: 'string', format: 'uri' };

const query = (name: string, schema: Json, description: string): Json => ({ name, in: 'query', schema, description });
const header = (name: string, description: string): Json => ({ name, in: 'header', schema: text, description });
const tagged = (tag: string, operationId: string, summary: string): Json => ({ operationId, summary, tags: [tag] });

/** Every path beyond those of the kinds. */
export function otherPaths(): Paths {
  return { ...uploads(), ...companyPage, ...directory, ...hits, ...views, ...images, ...previews, ...assets };
}

function uploads(): Paths {
  const format = { ...ref('ImageItemFormat'), description: 'In any case.' };
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file.' };
  const src = { ...file, examples: ['(the bytes of cover.png)'] };
  const form = (properties: Json, required: readonly string[]): Json => ({
    required: true,
    content: content({ type: 'object', properties: { src, imageItemFormat: format, ...properties }, required }, [
      'multipart/form-data',
    ]),
  });
  const responses = { 201: created('UPLOAD_SUCCESS', ref('ImageItemFile')), ...errorsOf('WRITE') };
  const parameters = [query('imageItemFormat', format, 'The format, when it is not in the form.'), parameter('prefer')];
  return {
    '/n/v1/imageitemfile/{urn}': {
      post: {
        ...tagged('ImageItemFile', 'uploadImageItemFile', 'Upload the file of an image item, named by its urn'),
        parameters,
        requestBody: form({}, ['src']),
        responses,
      },
    },
    '/n/v1/asset/{urn}': {
      post: {
        ...tagged('Asset', 'uploadAsset', 'Upload the bytes of an asset'),
        parameters: [parameter('prefer')],
        requestBody: {
          required: true,
          content: content(
            {
              type: 'object',
              properties: { src: { ...file, examples: ['(the bytes of prices.pdf)'] } },
              required: ['src'],
            },
            ['multipart/form-data'],
          ),
        },
        responses: { 201: created('UPLOAD_SUCCESS', ref('Asset')), ...errorsOf('WRITE') },
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

const companyPage: Paths = {
  '/n/v1/companypage': {
    get: {
      ...tagged('Company', 'readCompanyPage', 'The same as /n/v1/companies'),
      parameters: [
        ...['after', 'before', 'limit', 'filter', 'count'],
        'CompanySort',
        'CompanyFields',
        'CompanyExpand',
        'ifNoneMatch',
      ].map(parameter),
      responses: { ...found(ref('CompanyPage')), ...errorsOf('READ') },
    },
  },
};

const viewParameters: readonly Json[] = [
  query('language', text, 'The language wanted; wins over Accept-Language.'),
  query(
    'variant',
    { type: 'string', maxLength: 128 },
    'The variant wanted; wins over the Variant header. Empty: the default.',
  ),
  query('atTimestamp', { type: 'string', format: 'date-time' }, 'The state at that time.'),
  query('owner', { type: 'string', format: 'uuid' }, 'The company whose page is meant.'),
  query('render', { ...ref('ViewRendering'), default: 'HTML' }, 'RAW leaves Markdown and templates as they are.'),
  header('Accept-Language', 'The languages wanted.'),
  header('Variant', 'The variant wanted.'),
  parameter('ifNoneMatch'),
];

const viewOperation = (operationId: string, summary: string): Json => ({
  ...tagged('Entity', operationId, summary),
  parameters: [
    ...viewParameters,
    query('version', { ...ref('ContentVersion'), default: 'PUBLISHED' }, 'LATEST shows drafts.'),
    query('expand', text, '`references`, up to 3 levels: shows the entities referred to.'),
  ],
  responses: {
    ...found(ref('Entity')),
    307: empty('MOVED', 'Location'),
    308: empty('MOVED', 'Location'),
    ...errorsOf('READ', 403),
  },
});

const views: Paths = {
  '/v/v1/entityview/{urn}': {
    parameters: [
      {
        name: 'urn',
        in: 'path',
        required: true,
        schema: text,
        description:
          'The urn of the entity, or its path, with or without the first `/`; its separators may be sent as `%2F`.',
      },
    ],
    get: viewOperation('viewEntity', 'Read the rendered view of an entity'),
  },
  '/v/v1/entityview': {
    parameters: [
      {
        name: 'path',
        in: 'query',
        required: true,
        schema: text,
        description: 'The path of the entity, such as `/about`.',
      },
    ],
    get: viewOperation('viewEntityByPath', 'Read the rendered view of the entity at a path'),
  },
  '/v/v1/entityviews': {
    get: {
      ...tagged('Entity', 'listEntityViews', 'List rendered views, one for each path'),
      parameters: [...['after', 'limit', 'filter', 'EntitySort', 'EntityFields'].map(parameter), ...viewParameters],
      responses: {
        ...found({
          type: 'object',
          properties: {
            entityviews: { type: 'array', items: ref('Entity') },
            pagination: ref('Pagination'),
            url: { ...uri, examples: ['https://api.example.com/v/v1/entityviews'] },
          },
          required: ['entityviews', 'pagination', 'url'],
        }),
        ...errorsOf('READ', 403),
      },
    },
  },
};

const directory: Paths = {
  '/n/v1': {
    get: {
      ...tagged('Reference', 'listResources', 'List what can be read below this path'),
      parameters: [parameter('ifNoneMatch')],
      responses: {
        ...found({
          type: 'object',
          properties: {
            url: uri,
            openapi: { ...uri, examples: ['https://api.example.com/openapi.json'] },
            reference: { ...uri, examples: ['https://api.example.com/docs/rest'] },
            resources: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  name: textLike('Task'),
                  description: textLike('Something to be done by somebody until some time.'),
                  operations: { type: 'array', items: textLike('READ') },
                  list: uri,
                  item: {
                    ...textLike('https://api.example.com/n/v1/task/{urn}'),
                    description: 'A template with `{urn}` in it.',
                  },
                },
                required: ['name', 'description', 'operations', 'item'],
              },
            },
          },
          required: ['url', 'openapi', 'reference', 'resources'],
        }),
        ...errorsOf('READ'),
      },
    },
  },
};

const hits: Paths = {
  '/n/v1/searchitem/{urn}': {
    parameters: [parameter('urn')],
    get: {
      ...tagged('Search', 'followSearchItem', 'Go from a hit to what was found'),
      responses: { 303: empty('FOUND', 'Location'), ...errorsOf('READ') },
    },
  },
};

const side = { type: 'integer', minimum: 1, maximum: 4096 };
const bytes = { 'image/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } };

const pictureOperation = (tag: string, operationId: string, summary: string): Json => ({
  ...tagged(tag, operationId, summary),
  parameters: [
    query('w', side, 'Width in pixels.'),
    query('h', side, 'Height in pixels.'),
    query('fit', { ...ref('ImageFit'), default: 'inside' }, 'How it fills the box.'),
    query('fm', { ...ref('ImageFormat'), default: 'auto' }, 'The format.'),
    query('q', { type: 'integer', minimum: 1, maximum: 100 }, 'The quality; of AVIF at most 80 counts.'),
    query(
      'focal',
      { type: 'string', examples: ['0.5,0.25'] },
      'The point that cover keeps in sight, in place of the focal point of the file: from the left, from the top.',
    ),
    header('Range', 'A single range of bytes.'),
    parameter('ifNoneMatch'),
  ],
  responses: {
    ...withTag({ 200: { description: 'READ_SUCCESS', 'x-label': 'READ_SUCCESS', content: bytes } }),
    206: {
      description: 'A range of the bytes.',
      'x-label': 'READ_SUCCESS',
      headers: headers('ETag'),
      content: bytes,
    },
    416: { description: 'No byte of the range exists.' },
    ...errorsOf('READ'),
  },
});

const images: Paths = {
  '/v/v1/image/{urn}': {
    parameters: [parameter('urn')],
    get: pictureOperation('ImageItemFile', 'readImage', 'Read the bytes of an image'),
  },
};

const token: Json = {
  name: 'token',
  in: 'path',
  required: true,
  schema: { ...text, examples: ['ccs_p_9xQm'] },
  description: 'The secret in a preview link.',
};

const previews: Paths = {
  '/v/v1/preview/{token}': {
    parameters: [token],
    get: {
      ...tagged('PreviewLink', 'readPreview', 'Read the page that a preview link shows'),
      parameters: [parameter('ifNoneMatch')],
      responses: { ...found(ref('Entity')), ...errorsOf('READ') },
    },
  },
  '/v/v1/preview/{token}/image/{urn}': {
    parameters: [token, parameter('urn')],
    get: pictureOperation('PreviewLink', 'readPreviewImage', 'Read a picture of the page that a preview link shows'),
  },
};

const anyBytes = {
  '*/*': { schema: { ...textLike('(the bytes of prices.pdf)'), contentMediaType: 'application/octet-stream' } },
};

const assets: Paths = {
  '/v/v1/asset/{urn}': {
    parameters: [parameter('urn')],
    get: {
      ...tagged('Asset', 'readAssetBytes', 'Read the bytes of an asset'),
      parameters: [header('Range', 'A single range of bytes.'), parameter('ifNoneMatch')],
      responses: {
        ...withTag({ 200: { description: 'READ_SUCCESS', 'x-label': 'READ_SUCCESS', content: anyBytes } }),
        206: {
          description: 'A range of the bytes.',
          'x-label': 'READ_SUCCESS',
          headers: headers('ETag'),
          content: anyBytes,
        },
        416: { description: 'No byte of the range exists.' },
        ...errorsOf('READ'),
      },
    },
  },
};
