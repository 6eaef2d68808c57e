// Prints the OpenAPI 3.1 document of the REST face from the contract, for /openapi.json (openapiThread.ts) and for tests.
import { isRead, kindOfMethod } from '../../domain/requestHeaders.ts';
import { isForEveryone, type Contract } from '../resource.ts';
import { answerSchemas } from './openapiAnswers.ts';
import { withExamples } from './openapiExamples.ts';
import { enumOf, type Json } from './openapiFields.ts';
import { deliveryParameters, eventSchemas, streamPaths, webhookRequests } from './openapiEvents.ts';
import { ofTags, onlyReached, spelledOut, type Whole } from './openapiParts.ts';
import { oauthPaths, oauthSecurity } from './openapiOAuthPaths.ts';
import { otherPaths } from './openapiOtherPaths.ts';
import { verbPaths } from './openapiVerbPaths.ts';
import { parameterWords, resourceParameters, resourcePaths, type Paths } from './openapiPaths.ts';
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
export function printOpenapi(contract: Contract, baseUrl = '/'): Whole {
  const answers = answerSchemas(contract);
  const paths = withCommon(
    merged(...contract.resources.map(resourcePaths), otherPaths(), verbPaths(contract), streamPaths(), oauthPaths()),
  );
  const whole = withExamples(contract, {
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
      responses: errorResponses(),
      schemas: {
        ...sharedSchemas,
        ...answers,
        ...eventSchemas(contract, answers),
        ...requestSchemas(contract),
        ...enums(contract),
      },
    },
  });
  return onlyReached(spelledOut(whole));
}

/** Of the whole document that of content alone: the kinds that can be published, their views and their pictures. */
export function contentOf(contract: Contract, whole: Whole): Whole {
  return ofTags(whole, new Set(contract.resources.filter(isForEveryone).map(({ name }) => name)));
}

// Every list of words by a name of its own: those of the SDL that are printed, and those of REST alone.
function enums(contract: Contract): Readonly<Record<string, Json>> {
  const members = {
    ...Object.fromEntries(contract.enums),
    ChangeKind: ['CREATE', 'UPDATE', 'DELETE'],
    ImageFit: ['cover', 'contain', 'inside'],
    ImageFormat: ['auto', 'avif', 'webp', 'jpeg', 'png'],
    OAuthDecision: ['allow', 'deny'],
    TextDirection: ['LTR', 'RTL'],
  };
  const named = Object.entries(members).map(([name, words]) => [name, enumOf(words)] as const);
  return { ...Object.fromEntries(named), ...parameterWords(contract.resources) };
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
  const verb = method.toUpperCase();
  const keys = isRead('idempotency-key', kindOfMethod(verb), verb) ? [parameter('idempotencyKey')] : [];
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
