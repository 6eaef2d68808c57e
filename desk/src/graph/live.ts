// Follows what changes for as long as the desk is open: the cache forgets what others wrote, and screens ask again.
import { useEffect, useRef } from 'react';
import { useSubscription } from 'urql';
import { graphql } from '../../made/index.ts';
import { onHeard } from './client.ts';

const eventsSubscription = graphql(`
  subscription Heard {
    events {
      id
      subject
      event
      targetUrn
      targetVersion
    }
  }
`);

/** Follows; used once, by the shell. */
export function useLiveEvents(): void {
  useSubscription({ query: eventsSubscription });
}

const settles = 400;

/** Calls back soon after a change of one of these kinds, and once for several. */
export function useChanges(subjects: readonly string[], changed: () => void): void {
  const latest = useRef(changed);
  latest.current = changed;
  const wanted = subjects.join(' ');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onHeard(({ subject }) => {
      if (!wanted.split(' ').includes(subject)) return;
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(), settles);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [wanted]);
}

/** Asks again whenever the number of the round grows. */
export function useRound(round: number, again: (options: { readonly requestPolicy: 'network-only' }) => void): void {
  const known = useRef(round);
  useEffect(() => {
    if (known.current === round) return;
    known.current = round;
    again({ requestPolicy: 'network-only' });
  }, [round, again]);
}
