// The dashboard: what happens now, and what is about to, from nothing but public queries and subscriptions.
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import './dashboard.css';
import { ask, GraphProblem } from '../shared/graph.ts';
import { onToken, readToken, signInUrl } from '../shared/token.ts';
import { wireTokenBox } from '../shared/tokenBox.ts';
import { Chart } from './Chart.tsx';
import { Events } from './Events.tsx';
import { followEvents } from './follow.ts';
import { Limits } from './Limits.tsx';
import { Present } from './Present.tsx';
import stateQuery from './queries/state.graphql';
import { Webhooks } from './Webhooks.tsx';
import type { EventRow, Scheduled, State } from './types.ts';

/** Events that the page keeps; older ones are let go. */
const kept = 5_000;
const refreshAfter = 20_000;
const refreshWhileWaiting = 3_000;

function Dashboard(): ReactNode {
  const [rows, setRows] = useState<readonly EventRow[]>([]);
  const [connection, setConnection] = useState({ text: 'Connecting …', isLive: false });
  const [state, setState] = useState<State | null>(null);
  const [hasOlder, setHasOlder] = useState(false);
  const [problem, setProblem] = useState('');
  const [isOut, setIsOut] = useState(false);
  const [now, setNow] = useState(() => Date.now());
  const refresh = useCallback(async (): Promise<void> => {
    try {
      setState(await ask<State>(stateQuery));
      setProblem('');
      setIsOut(false);
    } catch (error) {
      const refused = error instanceof GraphProblem && error.code === 'UNAUTHENTICATED';
      setState(null);
      setIsOut(refused);
      setProblem(refused ? '' : (error as Error).message);
    }
  }, []);
  useEffect(() => {
    let stale: ReturnType<typeof setTimeout> | null = null;
    const soon = (): void => {
      stale ??= setTimeout(() => {
        stale = null;
        void refresh();
      }, 1_000);
    };
    const begin = (): (() => void) =>
      followEvents({
        events: (heard, older) => {
          setRows((before) => [...before, ...heard].slice(-kept));
          if (older !== undefined) setHasOlder(older);
          setNow(Date.now());
          soon();
        },
        state: (text, isLive) => setConnection({ text, isLive }),
      });
    let stop = begin();
    const forget = onToken(() => {
      stop();
      setRows([]);
      void refresh();
      stop = begin();
    });
    void refresh();
    const ticking = setInterval(() => {
      setNow(Date.now());
      if (!document.hidden) void refresh();
    }, refreshAfter);
    return () => {
      stop();
      forget();
      clearInterval(ticking);
    };
  }, [refresh]);
  // Tests and attempts are no events: while something waits to be delivered, what became of it is asked again soon.
  const isWaiting = (state?.waiting.nodes.length ?? 0) > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const again = setInterval(() => void refresh(), refreshWhileWaiting);
    return () => clearInterval(again);
  }, [isWaiting, refresh]);
  if (isOut) return <SignedOut />;
  const first = rows[0];
  const since = first && (hasOlder || rows.length === kept) ? Date.parse(first.timestamp) : null;
  return (
    <div className="dashboard">
      <h1 className="away">Dashboard</h1>
      <p role="status" className={`connection ${connection.isLive ? 'good' : 'warn'}`}>
        {connection.text}
      </p>
      {problem ? <p className="problem">{problem}</p> : null}
      <div className="grid">
        <section aria-labelledby="rate" className="chart">
          <h2 id="rate">Events per minute</h2>
          <Chart rows={rows} now={now} since={since} />
        </section>
        {state ? <Limits state={state} /> : null}
        <Events rows={rows} />
        {state ? <Present state={state} /> : null}
        {state ? <SearchIndex state={state} /> : null}
        {state ? <Schedule scheduled={state.scheduled.nodes} now={now} /> : null}
        {state ? <Webhooks state={state} onChange={() => void refresh()} /> : null}
      </div>
    </div>
  );
}

/** In place of everything, for nobody. */
function SignedOut(): ReactNode {
  const [signIn, setSignIn] = useState<string | null>(null);
  useEffect(() => void signInUrl().then(setSignIn), []);
  return (
    <div className="dashboard">
      <h1>Dashboard</h1>
      <p>
        {readToken() ? 'The token in use is not valid any more: forget it. ' : ''}Type a token above
        {signIn ? ', or ' : ''}
        {signIn ? <a href={signIn}>sign in</a> : null} to see events as they happen, webhooks, scheduled publications
        and limits.
      </p>
      <p>
        The first start printed one; <code>npx commonplace token create</code> makes another.
      </p>
    </div>
  );
}

function SearchIndex({ state: { searchIndex } }: { state: State }): ReactNode {
  const { isComplete, waiting } = searchIndex;
  const count = waiting < 10_000 ? waiting.toLocaleString() : '10,000 or more';
  return (
    <section aria-labelledby="search-index">
      <h2 id="search-index">Search</h2>
      {isComplete ? null : (
        <p className="warn">The index is still being filled; searches find only part of what is there.</p>
      )}
      {waiting > 0 ? <p>Changed pages that wait to be indexed: {count}</p> : null}
      {isComplete && waiting === 0 ? <p>Everything is indexed.</p> : null}
    </section>
  );
}

function Schedule({ scheduled, now }: { scheduled: readonly Scheduled[]; now: number }): ReactNode {
  return (
    <section aria-labelledby="schedule" className="wide">
      <h2 id="schedule">Scheduled publications</h2>
      {scheduled.length === 0 ? <p>Nothing is scheduled.</p> : null}
      <ol className="timeline">
        {scheduled.map((one) => (
          <li key={one.urn}>
            <time dateTime={one.publishTimestamp ?? ''}>
              {one.publishTimestamp ? new Date(one.publishTimestamp).toLocaleString() : ''}
            </time>{' '}
            <span className="soft">{one.publishTimestamp ? until(Date.parse(one.publishTimestamp) - now) : ''}</span>
            <br />
            <strong>{one.name}</strong>{' '}
            <span className="soft">{[one.path, one.language, one.variant].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function until(millis: number): string {
  const minutes = Math.max(0, Math.round(millis / 60_000));
  if (minutes < 60) return `in ${minutes} min`;
  if (minutes < 48 * 60) return `in ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `in ${Math.round(minutes / 1440)} days`;
}

await wireTokenBox();
const place = document.querySelector('#app');
if (place) createRoot(place).render(<Dashboard />);
