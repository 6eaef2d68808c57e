// How screens ask the graph: what was known stays in sight while it is asked for again, since the cache forgets at once what others
// wrote, and all of it is asked for again when the service was away.
import { useEffect } from 'react';
import { useQuery as useFresh, type AnyVariables, type UseQueryArgs, type UseQueryResponse } from 'urql';
import { onBack } from './client.ts';
import { useHeld } from './held.ts';

/** The answer to a query, or until there is one the last to the same question; `urql` says the rest. */
export function useQuery<Data, Variables extends AnyVariables>(
  asked: UseQueryArgs<Variables, Data>,
): UseQueryResponse<Data, Variables> {
  const [state, again] = useFresh(asked);
  const data = useHeld(state.data ?? undefined, JSON.stringify(asked.variables ?? {}));
  const isAsked = asked.pause !== true;
  useEffect(() => (isAsked ? onBack(() => again({ requestPolicy: 'network-only' })) : undefined), [again, isAsked]);
  return [{ ...state, data }, again];
}
