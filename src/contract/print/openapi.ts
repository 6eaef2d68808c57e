// Prints the OpenAPI 3.1 document of the REST face from the contract, for /openapi.json (openapiThread.ts) and for tests.
import type { Contract } from '../resource.ts';
import { answerSchemas } from './openapiAnswers.ts';
import { withExamples } from './openapiExamples.ts';
import type { Json } from './openapiFields.ts';
import { deliveryParameters, eventSchemas, streamPaths, webhookRequests } from './openapiEvents.ts';
import { oauthPaths, oauthSecurity } from './openapiOAuthPaths.ts';
import { otherPaths } from './openapiOtherPaths.ts';
import { verbPaths } from './openapiVerbPaths.ts';
import { resourceParameters, resourcePaths, type Paths } from './openapiPaths.ts';
import { requestSchemas } from './openapiRequests.ts';
import { errorResponses, headers, parameter, sharedHeaders, sharedParameters, sharedSchemas } from './openapiShared.ts';

const description = [
  'The REST API of Commonplace: content, identities, work, communities, permissions and webhooks.',
  'Authenticate with `Authorization: Bearer <token>`; public content needs no token. Errors have a stable `code`, and the path of each invalid field.',
  'Paths are lower case and matched exactly; urns may be in either case. Wherever there is GET, there is HEAD, and OPTIONS lists the methods of a path.',
  'For older clients, `/n/v1/<name>/` with a trailing slash also creates and lists.',
  'Read-only members in a request body are ignored, unless you send `Prefer: handling=strict`.',
  'Unknown query parameters are refused, except those that begin with `_`.',
  '64-bit integers are JSON numbers with all of their digits.',
].join('\n\n');

/**
 * The document of a service at that address: every path of the REST face, its parameters, bodies and answers. The same contract
 * gives the same text.
 */
export function printOpenapi(contract: Contract, baseUrl = '/'): Json {
  const answers = answerSchemas(contract);
  const paths = withCommon(
    merged(
      ...contract.resources.map(resourcePaths),
      otherPaths(contract),
      verbPaths(contract),
      streamPaths(),
      oauthPaths(),
    ),
  );
  const used = JSON.stringify(paths);
  const responses = Object.entries(errorResponses()).filter(([name]) => used.includes(`/responses/${name}"`));
  return withExamples(contract, {
    openapi: '3.1.0',
    info: {
      title: 'Content and Collaboration Service',
      version: '1',
      description,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }, { session: [], csrf: [] }, {}],
    tags: tagsOf(contract),
    paths,
    webhooks: webhookRequests(contract),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The bearer token of an API client, or an OAuth access token.',
        },
        ...oauthSecurity,
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-commonplace-session',
          description: 'The web session of a person who signed in; without https the name has no prefix.',
        },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-CSRF-Token',
          description: "The client context's csrfToken; what changes something in a web session needs it.",
        },
      },
      parameters: { ...sharedParameters, ...deliveryParameters, ...resourceParameters(contract.resources) },
      headers: sharedHeaders,
      responses: Object.fromEntries(responses),
      schemas: { ...sharedSchemas, ...answers, ...eventSchemas(contract, answers), ...requestSchemas(contract) },
    },
  });
}

function tagsOf(contract: Contract): Json[] {
  const kinds = contract.resources.map(({ name, description: text }) => ({ name, description: text }));
  const session = { name: 'ClientContext', description: 'The state of the present session.' };
  const events = { name: 'Event', description: 'Changes, as they happen.' };
  const oauth = { name: 'OAuth', description: 'How applications get tokens (RFC 6749).' };
  return [...kinds, session, events, oauth, { name: 'Reference', description: 'Fixed lists to choose from.' }];
}

interface Operation {
  readonly parameters?: readonly Json[];
  readonly responses?: Readonly<Record<string, { readonly headers?: Json }>>;
}

// What holds for all of the REST face: what is posted or patched may be sent under a key, as http/idempotency has it; a write
// answers where it stands, and a read may bring that along, as start/requestContexts has it.
function withCommon(paths: Paths): Paths {
  const all = Object.entries(paths).map(([path, operations]) => {
    if (!/^\/[nv]\/v1\//.test(path)) return [path, operations] as const;
    // What is no list of parameters for all is an operation.
    const changed = Object.entries(operations).map(([method, operation]) =>
      Array.isArray(operation) ? [method, operation] : [method, withCommonParts(method, operation as Operation)],
    );
    return [path, Object.fromEntries(changed) as Json] as const;
  });
  return Object.fromEntries(all);
}

function withCommonParts(method: string, operation: Operation): Json {
  const { parameters = [], responses = {} } = operation;
  if (method === 'get') return { ...operation, parameters: [...parameters, parameter('readPosition')] };
  const answers = Object.entries(responses).map(([status, answer]) =>
    status.startsWith('2')
      ? [status, { ...answer, headers: { ...answer.headers, ...headers('Read-Position') } }]
      : [status, answer],
  );
  const keys = method === 'post' || method === 'patch' ? [parameter('idempotencyKey')] : [];
  return { ...operation, parameters: [...parameters, ...keys], responses: Object.fromEntries(answers) };
}

// Two sources may state operations of one path.
function merged(...sources: readonly Paths[]): Paths {
  const paths: Record<string, Json> = {};
  for (const source of sources) {
    for (const [path, operations] of Object.entries(source)) paths[path] = { ...paths[path], ...operations };
  }
  return paths;
}
