// What the import of content asks of a running service: lines in, results out, and files of pictures. What may pass is tried again.

/** What became of a line, as the service says it. */
export interface LineResult {
  readonly outcome: 'CREATED' | 'CHANGED' | 'UNCHANGED' | 'REFUSED';
  readonly waitsFor: readonly {
    readonly path: string;
    readonly code: string;
    readonly name: string;
    readonly imageItemUrn: string | null;
    readonly fileUrn: string | null;
    readonly assetUrn: string | null;
  }[];
  readonly warnings: readonly string[];
  readonly userErrors: readonly { readonly code: string; readonly path: string | null; readonly message: string }[];
}

/** A service to import to. */
export interface ContentService {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string;
  readonly owner: string | null;
  readonly isDryRun: boolean;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Thrown for a request that the service refuses as a whole. */
export class RefusedRequest extends Error {
  readonly status: number;
  readonly code: string;

  constructor({ message, code }: { readonly message: string; readonly code: string }, status: number) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Sends lines; answers as many results as the service had time for, in their order. */
export async function sendLines(service: ContentService, lines: readonly string[]): Promise<readonly LineResult[]> {
  const address = new URL(`${service.url}/n/v1/contentimport`);
  if (service.isDryRun) address.searchParams.set('dryRun', 'true');
  if (service.owner !== null) address.searchParams.set('owner', service.owner);
  const text = await answerOf(service, () =>
    fetch(address, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.token}`, 'Content-Type': 'application/x-ndjson' },
      body: `${lines.join('\n')}\n`,
    }),
  );
  // What the service promises.
  return (JSON.parse(text) as { readonly results: readonly LineResult[] }).results;
}

/** A file to be uploaded: as the picture of an image item, or as the bytes of an asset. */
export interface Upload {
  readonly to: { readonly imageItemUrn: string; readonly fileUrn: string } | { readonly assetUrn: string };
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Uploads a file. Throws a RefusedRequest for what the service does not take. */
export async function sendFile(service: ContentService, { to, name, bytes }: Upload): Promise<void> {
  const form = (): FormData => {
    const data = new FormData();
    if ('fileUrn' in to) {
      data.set('imageItemFormat', 'DEFAULT');
      data.set('urn', to.fileUrn);
    }
    data.set('src', new Blob([bytes], { type: typeOf(name) }), name.split('/').at(-1) ?? 'file');
    return data;
  };
  const path = 'assetUrn' in to ? `asset/${to.assetUrn}` : `imageitemfile/${to.imageItemUrn}`;
  await answerOf(service, () =>
    fetch(`${service.url}/n/v1/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.token}` },
      body: form(),
    }),
  );
}

/** Types that the service cannot find out from the bytes of a file, by the ending of its name. */
const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  csv: 'text/csv',
  json: 'application/json',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  woff2: 'font/woff2',
  xml: 'application/xml',
  zip: 'application/zip',
};

const typeOf = (name: string): string =>
  types[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';

const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

// CONFLICT: another change was made at the same time.
const mayPass = ({ status, code }: RefusedRequest): boolean => passing.has(status) || code === 'CONFLICT';

const mostAttempts = 10;
const longestWait = 60_000;

// What may pass is sent again, once the service says so: nothing is written twice.
async function answerOf({ wait }: ContentService, request: () => Promise<Response>): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    let problem: Error;
    let least = 0;
    try {
      const response = await request();
      const text = await response.text();
      if (response.ok) return text;
      problem = new RefusedRequest(reasonIn(text, response.status), response.status);
      least = Number(response.headers.get('retry-after') ?? 0) * 1_000;
    } catch (error) {
      problem = causeOf(error);
    }
    if (problem instanceof RefusedRequest && !mayPass(problem)) throw problem;
    if (attempt === mostAttempts) throw problem;
    await wait(Math.min(longestWait, Math.max(Number.isFinite(least) ? least : 0, 250 * 2 ** attempt)));
  }
}

// `fetch failed` says nothing; what caused it does.
function causeOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause : error;
}

function reasonIn(text: string, status: number): { readonly message: string; readonly code: string } {
  try {
    // What every refusal of the service is.
    const refusal = JSON.parse(text) as {
      readonly code?: string;
      readonly detail?: string;
      readonly errors?: readonly { readonly path: string; readonly message: string }[];
    };
    const { code = '', detail, errors = [] } = refusal;
    const first = errors[0] ? ` ${errors[0].path}: ${errors[0].message}` : '';
    return { message: `${detail ?? `HTTP ${String(status)}`}${first} ${code}`.trim(), code };
  } catch {
    return { message: `HTTP ${String(status)} ${text.slice(0, 200)}`.trim(), code: '' };
  }
}
