// What became of a change: the payload's own refusals and the errors of the operation, as one list of sentences.
import type { CombinedError } from '@urql/core';
import { graphql } from '../../made/index.ts';

// What documents ask for where a change was refused.
graphql(`
  fragment Refused on UserError {
    code
    path
    message
  }
`);

/** One refusal. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly path: string | null;
}

interface Payload {
  readonly userErrors: readonly { readonly code: string; readonly message: string; readonly path?: string | null }[];
}

/** Why a change was not made; empty when it was. */
export function refusalsOf(error: CombinedError | undefined, payload: Payload | null | undefined): readonly Refusal[] {
  if (error?.networkError) return [{ code: 'NETWORK', message: error.networkError.message, path: null }];
  const thrown = (error?.graphQLErrors ?? []).map(({ message, extensions }) => {
    const code = extensions['code'];
    return { code: typeof code === 'string' ? code : '', message, path: null };
  });
  const stated = (payload?.userErrors ?? []).map(({ code, message, path }) => ({ code, message, path: path ?? null }));
  return [...thrown, ...stated];
}
