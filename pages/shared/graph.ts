// Queries and mutations as whoever the token box names.
import { credentials } from './token.ts';

/** What a refused operation says. */
export class GraphProblem extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

interface Answer<T> {
  readonly data?: T | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/**
 * Runs an operation; rejects with the first error when nothing was answered. As nobody, nothing is sent: it rejects with
 * UNAUTHENTICATED, as the service would.
 */
export async function ask<T>(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<T> {
  const who = await credentials();
  if (Object.keys(who).length === 0) throw new GraphProblem('A token is needed.', 'UNAUTHENTICATED');
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...who },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as Answer<T>;
  const [problem] = errors ?? [];
  if (!data || problem)
    throw new GraphProblem(problem?.message ?? `HTTP ${response.status}`, problem?.extensions?.code ?? '');
  return data;
}
