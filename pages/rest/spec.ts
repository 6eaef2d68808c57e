// The parts of an OpenAPI document that the reference shows, and how references in it are followed.

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

export interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example>>;
}

interface Example {
  readonly $ref?: string;
  readonly value?: unknown;
}

export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>;
  readonly content?: Readonly<Record<string, Media>>;
}

interface WrittenOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly $ref?: string; readonly content?: Readonly<Record<string, Media>> };
  readonly responses?: Readonly<Record<string, Response>>;
}

export interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** One operation with its place. */
export interface Operation extends Omit<WrittenOperation, 'parameters' | 'tags'> {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly isWebhook: boolean;
  readonly parameters: readonly Parameter[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** What a reference points to; other values are themselves. */
export function follow<T extends { readonly $ref?: string }>(document: Document, value: T): T {
  let at: T = value;
  for (let steps = 0; at.$ref?.startsWith('#/') && steps < 20; steps += 1) {
    const names = at.$ref
      .slice(2)
      .split('/')
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    let found: unknown = document;
    for (const name of names) found = (found as Record<string, unknown> | undefined)?.[name];
    at = found as T;
  }
  return at;
}

/** All operations, in the order of the document, webhooks last. */
export function operationsOf(document: Document): Operation[] {
  const read = (paths: Document['paths'], isWebhook: boolean): Operation[] =>
    Object.entries(paths).flatMap(([path, item]) =>
      methods
        .filter((method) => method in item)
        .map((method) => {
          const written = item[method] as WrittenOperation;
          const shared = (item['parameters'] ?? []) as readonly Parameter[];
          const parameters = [...shared, ...(written.parameters ?? [])].map((one) => follow(document, one));
          const id = written.operationId ?? `${method} ${path}`;
          const tag = isWebhook ? 'Webhooks' : (written.tags?.[0] ?? 'Other');
          return { ...written, id, tag, method, path, isWebhook, parameters };
        }),
    );
  return [...read(document.paths, false), ...read(document.webhooks ?? {}, true)];
}

/** The examples of a body, by name: of an error one for each of its codes. */
export function examplesOf(document: Document, { example, examples = {} }: Media): (readonly [string, unknown])[] {
  const named = Object.entries(examples).map(([name, one]) => [name, follow(document, one).value] as const);
  return example === undefined ? named : [['Example', example]];
}
