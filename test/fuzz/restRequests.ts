// REST requests made from the OpenAPI document by chance: every operation, with parameters, headers and bodies as they are
// described, and with one or more of their parts replaced by what is not.
import { openapi, type Described, type Operation } from '../support/openapi.ts';
import { hostile, hostileText, nowhere, ordinary, urnFor, type World } from './values.ts';

/** What is sent. */
export interface RestRequest {
  readonly method: string;
  /** The path as the document writes it. */
  readonly template: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: string | undefined;
}

interface Offered {
  readonly method: string;
  readonly template: string;
  readonly operation: Operation;
  readonly parameters: readonly Described[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

// Streams do not end, and the graph has requests of its own.
const others = /^\/(graphql|metrics)/;

const offered: readonly Offered[] = Object.entries(openapi.paths)
  .filter(([template]) => !others.test(template))
  .flatMap(([template, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        template,
        operation,
        parameters: [
          ...((item as unknown as { parameters?: readonly Described[] }).parameters ?? []),
          ...(operation.parameters ?? []),
        ].map(resolve),
      })),
  );

/** How many operations requests are made of. */
export const operationCount = offered.length;

/** Paths whose changes could leave the caller without rights: they are sent with urns that name nothing. */
const endsTheCaller =
  /^\/n\/v1\/(apiclient|apiclientbearertoken|role|company|organisation|permission|identity|oauthtoken|clientcontext|group|groupmembership)(\/|$)/;

/** A request to the operation of that number. */
export function makeRestRequest(world: World, number: number): RestRequest {
  const { chance } = world;
  const one = offered[number % offered.length];
  if (!one) throw new Error('The document describes no operations');
  const { method, template, operation } = one;
  const isFatal = method !== 'GET' && endsTheCaller.test(template);
  const path = template.replace(/\{\w+\}/g, () => {
    if (chance.is(0.05)) return encode(hostileText(world).slice(0, 2_000));
    return isFatal ? nowhere : urnFor(world, template);
  });
  const query = one.parameters
    .filter((p) => p['in'] === 'query' && chance.is(0.25))
    .map((p) => parameterOf(world, p))
    .concat(chance.is(0.04) ? [`${encode(hostileText(world).slice(0, 100))}=${encode(hostileText(world))}`] : []);
  const url = query.length > 0 ? `${path}?${query.join('&').slice(0, 6_000)}` : path;
  const headers = Object.fromEntries(
    one.parameters
      .filter((p) => p['in'] === 'header' && chance.is(0.25))
      .map((p) => [String(p['name']), headerOf(world, String(p['name']))]),
  );
  const body = method === 'GET' ? undefined : bodyOf(world, operation);
  if (body === undefined) return { method, template, path: url, headers, raw: undefined };
  const type = chance.is(0.03) ? 'text/plain' : 'application/json';
  return { method, template, path: url, headers: { ...headers, 'content-type': type }, raw: body };
}

function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString()).replaceAll('%2F', '/').slice(0, 3_000);
}

function parameterOf(world: World, parameter: Described): string {
  const { chance } = world;
  const name = String(parameter['name']);
  if (name === 'filter') {
    const field = chance.of(['name', 'urn', 'status', 'createdTimestamp', 'owner', 'version', 'isPublished', 'x', '']);
    const op = chance.of(['', '[eq]', '[in]', '[gte]', '[contains]', '[isNull]', '[nope]', '[or]', '[0]']);
    const value = chance.is(0.5) ? urnFor(world, '') : hostileText(world);
    return `filter[${field ?? ''}]${op ?? ''}=${encode(value).slice(0, 500)}`;
  }
  const usual = valueOf(world, parameter['schema'] as Described, name, 0);
  const value = chance.is(0.5)
    ? hostileText(world).slice(0, 2_000)
    : typeof usual === 'string'
      ? usual
      : JSON.stringify(usual);
  return `${encode(name)}=${encode(value)}`;
}

// Headers hold one byte for each character.
function headerOf(world: World, name: string): string {
  const usual: Readonly<Record<string, readonly string[]>> = {
    'If-Match': ['"1"', '*', '"1", "2"', 'W/"1"', '1', '"'],
    'If-None-Match': ['"1"', '*', 'W/"1"', '"a", "b"'],
    Prefer: ['return=minimal', 'handling=strict', 'return=representation, handling=lenient', ';;=,'],
    'Accept-Language': ['de', 'fr-CH, en;q=0.5', '*', 'x'.repeat(500), ';q=2'],
  };
  const text = world.chance.is(0.7) ? (world.chance.of(usual[name] ?? ['x']) ?? 'x') : hostileText(world);
  return text
    .replace(/[^\x20-\x7e\xa0-\xff]/g, '')
    .slice(0, 2_000)
    .trim();
}

const broken: readonly string[] = [
  '{',
  '{"a":1,"a":2}',
  '[]',
  '"text"',
  'null',
  '1e999',
  '{"a":' + '['.repeat(150) + ']'.repeat(150) + '}',
  '{"value":123456789012345678901234567890}',
  '{"value":0.1234567890123456789012345}',
  '\ufeff{}',
  '{"__proto__":{"a":1}}',
];

function bodyOf(world: World, { requestBody }: Operation): string | undefined {
  const { chance } = world;
  const schema = requestBody?.content['application/json']?.schema;
  if (!schema) return chance.is(0.2) ? '{}' : undefined;
  if (chance.is(0.06)) return chance.of(broken);
  const made = valueOf(world, schema, '', 0);
  const replaced = chance.is(0.5) ? made : withHostile(world, made);
  return JSON.stringify(replaced);
}

// Puts something else in the place of one part, however deep.
function withHostile(world: World, value: unknown): unknown {
  const { chance } = world;
  if (typeof value !== 'object' || value === null || chance.is(0.1)) return hostile(world);
  const entries = Object.entries(value);
  const chosen = chance.below(entries.length + 1);
  const changed = entries.map(([name, part], at) => [name, at === chosen ? withHostile(world, part) : part] as const);
  if (Array.isArray(value)) return changed.map(([, part]) => part);
  return { ...Object.fromEntries(changed), ...(chosen === entries.length && { [hostileText(world)]: hostile(world) }) };
}

function resolve(schema: Described): Described {
  const pointer = schema['$ref'];
  if (typeof pointer !== 'string') return schema;
  let found: unknown = openapi;
  for (const part of pointer.slice(2).split('/')) found = (found as Described)[part];
  return resolve(found as Described);
}

function valueOf(world: World, sent: Described, about: string, depth: number): unknown {
  const { chance } = world;
  const schema = resolve(sent);
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly Described[] | undefined;
  if (choices) return valueOf(world, chance.of(choices) ?? {}, about, depth);
  if (Array.isArray(schema['enum'])) return chance.of(schema['enum'] as readonly unknown[]);
  const types = [schema['type']].flat();
  const type = chance.of(types);
  switch (type) {
    case 'object': {
      const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Described>>;
      const required = (schema['required'] ?? []) as readonly string[];
      const names = Object.keys(properties).filter(
        (name) => required.includes(name) || chance.is(depth > 2 ? 0.05 : 0.3),
      );
      return Object.fromEntries(names.map((name) => [name, valueOf(world, properties[name] ?? {}, name, depth + 1)]));
    }
    case 'array':
      return Array.from({ length: chance.below(3) }, () =>
        valueOf(world, (schema['items'] ?? {}) as Described, about, depth + 1),
      );
    case 'integer':
      return ordinary('Int', world, about);
    case 'number':
      return ordinary('Float', world, about);
    case 'boolean':
      return chance.is(0.5);
    case 'null':
      return null;
    default:
      return ordinary(scalarOf(schema), world, about);
  }
}

function scalarOf({ format, pattern }: Described): string {
  const formats: Readonly<Record<string, string>> = {
    uuid: 'ID',
    'date-time': 'DateTime',
    uri: 'URL',
    'iri-reference': 'URL',
  };
  if (typeof format === 'string') return formats[format] ?? 'String';
  if (typeof pattern !== 'string') return 'String';
  return pattern.includes('{3}') ? 'CurrencyCode' : pattern.includes('{2}$') ? 'CountryCode' : 'LanguageTag';
}
