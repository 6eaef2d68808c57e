// What the ends of a permission are called, as far as the caller may see them.
import { useMemo } from 'react';
import { useQuery } from '../../graph/ask.ts';
import { texts } from '../../texts/index.ts';
import { namesQuery } from './documents.ts';

const words = texts.people;
const nameFields = ['identityName', 'clientName', 'roleName', 'groupName', 'companyName', 'pageName'];

/** An end: a subject or an object. */
export interface End {
  readonly scope: string;
  readonly urn: string;
}

/** Names the ends, of which at most 200 are asked for; the kind alone where the name is not known. */
export function useNames(ends: readonly End[]): (end: End) => string {
  const urns = [...new Set(ends.map(({ urn }) => urn))].slice(0, 200);
  const asked = urns.join(' ');
  const variables = useMemo(() => ({ urns: asked === '' ? [] : asked.split(' ') }), [asked]);
  const [{ data }] = useQuery({ query: namesQuery, variables, pause: asked === '' });
  const names = new Map<string, string>();
  for (const node of data?.nodes ?? []) {
    if (!node) continue;
    const given: Readonly<Record<string, unknown>> = node;
    const name = nameFields.map((field) => given[field]).find((one) => typeof one === 'string');
    if (typeof name === 'string') names.set(node.urn, name);
  }
  return ({ scope, urn }) => `${words.scope(scope)}${names.has(urn) ? ` “${names.get(urn)}”` : ''}`;
}
