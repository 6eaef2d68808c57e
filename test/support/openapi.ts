// The printed OpenAPI document, and which of its operations a request is one of.
import { loadContract } from '../../src/contract/load.ts';
import { printOpenapi } from '../../src/contract/print/openapi.ts';

/** A JSON object of the document. */
export type Described = Readonly<Record<string, unknown>>;

interface Response {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
  readonly $ref?: string;
}

/** One operation of the document. */
export interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Described[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Described }>> };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** By the type of the event. */
  readonly webhooks: Readonly<
    Record<string, { readonly post: { readonly parameters: readonly { readonly $ref: string }[] } }>
  >;
  readonly components: {
    readonly responses?: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Described>>;
    readonly schemas: Readonly<Record<string, Described>>;
  };
}

/** The document as it is printed; its form is checked by the linter. */
export const openapi = JSON.parse(JSON.stringify(printOpenapi(loadContract()))) as Document;

// A path without parameters before the paths that it would be a value in.
const templates = Object.keys(openapi.paths)
  .toSorted((one, other) => one.split('{').length - other.split('{').length)
  .map((template) => {
    const urn = template.startsWith('/v/v1/') ? '.+' : '[^/]+';
    return { template, pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, urn)}$`) };
  });

/** What of a success or redirect the document lacks: its status, or that it may be without a body. Null where nothing is. */
export function undocumented(
  method: string,
  path: string,
  { status, text, headers }: { readonly status: number; readonly text: string; readonly headers: Headers },
): string | null {
  const [bare = ''] = path.split('?', 1);
  const found = templates.find(({ pattern }) => pattern.test(bare));
  const operation = found && openapi.paths[found.template]?.[method.toLowerCase()];
  // Every error is described, by `default` at least.
  if (!operation || status >= 400) return null;
  const response = operation.responses[String(status)];
  if (!response) return `${method} ${found.template} does not document ${String(status)}`;
  if (text !== '' || !response.content) return null;
  const isMinimal = headers.get('preference-applied')?.includes('return=minimal') === true;
  if (isMinimal && response.description?.includes('without a body')) return null;
  return `${method} ${found.template} does not document ${String(status)} without a body`;
}

/** Options of Ajv for the document's schemas, which are many and each used a few times: code that is made fast, not fast code. */
export const quicklyCompiled = { inlineRefs: false, code: { optimize: false } } as const;
