// Sends generated requests and judges their answers: no bug, nothing that the document or the catalog of errors does not
// know, and a service that is alive all the while.
import type { GraphQLSchema } from 'graphql';
import { loadContract } from '../../src/contract/load.ts';
import { errorCatalog } from '../../src/domain/errors.ts';
import { chanceOf } from '../crash/chance.ts';
import { createClient, type Client } from '../support/client.ts';
import { differences } from '../support/described.ts';
import { makeDocument } from './documents.ts';
import { makeRestRequest, operationCount } from './restRequests.ts';
import type { World } from './values.ts';

/** What came of a run. */
export interface Verdict {
  /** One line for each finding, with the request that shows it. */
  readonly findings: string[];
  /** How often each status, or each code of an error of the graph, was answered. */
  readonly answered: Map<string, number>;
  /** The slowest answers. */
  readonly slowest: { readonly milliseconds: number; readonly request: string }[];
}

/** Sends so many operations of the graph, made from the seed. */
export async function fuzzGraph(schema: GraphQLSchema, on: Target, count: number): Promise<Verdict> {
  const world = worldOf(on, 'graph');
  const client = createClient(on.url, on.token);
  return inLanes(count, on, async (verdict) => {
    const { query, variables } = makeDocument(schema, world);
    const shown = JSON.stringify({ query, variables });
    const { status, data, errors = [] } = await client.graph(query, variables);
    note(verdict, errors.length > 0 ? String(errors[0]?.extensions['code']) : 'DATA');
    const codes = errors.map(({ extensions }) => String(extensions['code']));
    const refused = Object.values(data ?? {}).flatMap((part) => codesIn(part));
    for (const code of [...codes, ...refused]) {
      if (code === 'INTERNAL_ERROR') verdict.findings.push(`${code}: ${shown}`);
      else if (!known.has(code)) verdict.findings.push(`unknown code ${code}: ${shown}`);
    }
    if (status >= 500 && status !== 503 && status !== 504) verdict.findings.push(`status ${String(status)}: ${shown}`);
    return shown;
  });
}

/** Sends so many requests over REST, made from the seed: every operation in turn. */
export async function fuzzRest(on: Target, count: number): Promise<Verdict> {
  const world = worldOf(on, 'rest');
  const client = createClient(on.url, on.token);
  const start = world.chance.below(operationCount);
  let number = start;
  return inLanes(count, on, async (verdict) => {
    number += 1;
    const request = makeRestRequest(world, number);
    const { method, template, path, headers, raw } = request;
    const shown = JSON.stringify({ method, path, headers, raw });
    const answer = await client.rest(method, path, { headers, ...(raw === undefined ? {} : { raw }) });
    note(verdict, String(answer.status));
    if (answer.status === 500 || answer.text.includes('"INTERNAL_ERROR"'))
      verdict.findings.push(`${String(answer.status)} ${answer.text.slice(0, 300)}: ${shown}`);
    const isOther = answer.status === 405 || /html|x-ndjson/.test(answer.headers.get('content-type') ?? '');
    // A path with other names in it may be another path of the document.
    const names = path.split('?', 1)[0]?.split('/') ?? [];
    const isSame = names.length === template.split('/').length && names.at(-1) !== '';
    // Without a representation there is nothing to compare (RFC 7240, 4.2).
    const isMinimal =
      answer.text === '' && answer.headers.get('preference-applied')?.includes('return=minimal') === true;
    const found = isOther || isMinimal || !isSame ? [] : differences(method, template, answer);
    if (found.length > 0)
      verdict.findings.push(
        `${String(answer.status)} differs, ${found.slice(0, 3).join('; ')}: ${shown} -> ${answer.text.slice(0, 300)}`,
      );
    const made: unknown = answer.body;
    if (answer.status === 201 && typeof made === 'object' && made !== null && 'urn' in made)
      world.urns.get(template.split('/')[3] ?? '')?.push(String(made.urn));
    return shown;
  });
}

/** Where requests go, and what they are made from. */
export interface Target {
  readonly url: string;
  readonly token: string;
  readonly seed: number;
  /** Urns that exist, by the path of their kind. */
  readonly urns: ReadonlyMap<string, readonly string[]>;
  /** How many requests run at once. */
  readonly lanes: number;
}

/** Some urns of every kind that the caller may read, by the path of the kind. */
export async function readUrns(client: Client): Promise<Map<string, string[]>> {
  const urns = new Map<string, string[]>();
  for (const { path, plural, operations } of loadContract().resources) {
    if (!operations.has('LIST')) continue;
    const { body } = await client.rest('GET', `/n/v1/${plural}?limit=5`);
    urns.set(
      path,
      ((body?.[plural] ?? []) as { urn: string }[]).map(({ urn }) => urn),
    );
  }
  return urns;
}

const known: ReadonlySet<string> = new Set([
  ...Object.keys(errorCatalog),
  ...'REQUIRED NULL_NOT_ALLOWED TOO_LONG TOO_SHORT OUT_OF_RANGE INVALID_FORMAT INVALID_ENUM INVALID_REFERENCE DUPLICATE CYCLE TOO_MANY IMMUTABLE UNKNOWN_FIELD NOT_ALLOWED_TOGETHER'.split(
    ' ',
  ),
]);

function codesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null || !('userErrors' in part) || !Array.isArray(part.userErrors))
    return [];
  return (part.userErrors as { code?: string }[]).flatMap(({ code }) => code ?? []);
}

function worldOf({ seed, urns }: Target, name: string): World {
  return { chance: chanceOf(seed).branch(name), urns: new Map([...urns].map(([kind, some]) => [kind, [...some]])) };
}

function note({ answered }: Verdict, name: string): void {
  answered.set(name, (answered.get(name) ?? 0) + 1);
}

const betweenHealth = 100;
const mostSlow = 5;

async function inLanes(count: number, on: Target, send: (verdict: Verdict) => Promise<string>): Promise<Verdict> {
  const verdict: Verdict = { findings: [], answered: new Map(), slowest: [] };
  let sent = 0;
  const lane = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      const number = sent;
      const began = performance.now();
      try {
        const request = await send(verdict);
        verdict.slowest.push({ milliseconds: Math.round(performance.now() - began), request: request.slice(0, 600) });
        verdict.slowest.sort((a, b) => b.milliseconds - a.milliseconds).splice(mostSlow);
        if (number % betweenHealth === 0) await requireHealth(on, verdict);
      } catch (error) {
        verdict.findings.push(
          `request ${String(number)} was not answered: ${String(error)} ${String((error as Error).cause ?? '')}`,
        );
        if (verdict.findings.length > 200) return;
      }
    }
  };
  await Promise.all(Array.from({ length: on.lanes }, lane));
  await requireHealth(on, verdict);
  return verdict;
}

async function requireHealth({ url }: Target, verdict: Verdict): Promise<void> {
  const { status } = await fetch(`${url}/healthz`);
  if (status !== 200) verdict.findings.push(`/healthz answers ${String(status)}`);
}
