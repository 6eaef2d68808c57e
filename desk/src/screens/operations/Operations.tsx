// Operations: what happens now, and what is about to.
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';
import { Chart } from './Chart.tsx';
import { ask, stateQuery, type Scheduled, type State } from './documents.ts';
import { Events } from './Events.tsx';
import { followEvents, type EventRow } from './follow.ts';
import { Limits } from './Limits.tsx';
import { Present } from './Present.tsx';
import { Webhooks } from './Webhooks.tsx';

const words = texts.operations;

/** Events that the screen keeps; older ones are let go. */
const kept = 5_000;
const refreshAfter = 20_000;
const refreshWhileWaiting = 3_000;

export function Operations(): ReactNode {
  const [rows, setRows] = useState<readonly EventRow[]>([]);
  const [connection, setConnection] = useState({ text: words.connecting, isLive: false });
  const [state, setState] = useState<State | null>(null);
  const [hasOlder, setHasOlder] = useState(false);
  const [problem, setProblem] = useState('');
  const [now, setNow] = useState(() => Date.now());
  const refresh = useCallback(async (): Promise<void> => {
    try {
      setState(await ask(stateQuery, {}));
      setProblem('');
    } catch (error) {
      setState(null);
      setProblem((error as Error).message);
    }
  }, []);
  useEffect(() => {
    let stale: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      stale ??= setTimeout(() => {
        stale = undefined;
        void refresh();
      }, 1_000);
    };
    const stop = followEvents({
      events: (heard, older) => {
        setRows((before) => [...before, ...heard].slice(-kept));
        if (older !== undefined) setHasOlder(older);
        setNow(Date.now());
        soon();
      },
      state: (text, isLive) => setConnection({ text, isLive }),
    });
    void refresh();
    const ticking = setInterval(() => {
      setNow(Date.now());
      if (!document.hidden) void refresh();
    }, refreshAfter);
    return () => {
      stop();
      clearTimeout(stale);
      clearInterval(ticking);
      setRows([]);
    };
  }, [refresh]);
  // Tests and attempts are no events: while something waits to be delivered, what became of it is asked again soon.
  const isWaiting = (state?.waiting.nodes.length ?? 0) > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const again = setInterval(() => void refresh(), refreshWhileWaiting);
    return () => clearInterval(again);
  }, [isWaiting, refresh]);
  const [first] = rows;
  const since = first && (hasOlder || rows.length === kept) ? Date.parse(first.timestamp) : null;
  return (
    <Screen title={words.title}>
      <p role="status" className={`connection ${connection.isLive ? 'good' : 'warn'}`}>
        {connection.text}
      </p>
      {problem ? <p className="bad">{problem}</p> : null}
      <div className="operations">
        <section aria-labelledby="rate" className="card chart">
          <h2 id="rate">{words.rate.title}</h2>
          <Chart rows={rows} now={now} since={since} />
        </section>
        {state ? <Limits state={state} /> : null}
        <Events rows={rows} />
        {state ? <Present state={state} /> : null}
        {state ? <SearchIndex state={state} /> : null}
        {state ? <Schedule scheduled={state.scheduled.nodes} now={now} /> : null}
        {state ? <Webhooks state={state} onChange={() => void refresh()} /> : null}
      </div>
    </Screen>
  );
}

function SearchIndex({ state: { searchIndex } }: { readonly state: State }): ReactNode {
  const { isComplete, waiting } = searchIndex;
  const count = waiting < 10_000 ? waiting.toLocaleString() : words.search.many;
  return (
    <section className="card" aria-labelledby="search-index">
      <h2 id="search-index">{words.search.title}</h2>
      {isComplete ? null : <p className="warn">{words.search.filling}</p>}
      {waiting > 0 ? <p>{words.search.waiting(count)}</p> : null}
      {isComplete && waiting === 0 ? <p>{words.search.complete}</p> : null}
    </section>
  );
}

function Schedule({ scheduled, now }: { readonly scheduled: readonly Scheduled[]; readonly now: number }): ReactNode {
  return (
    <section aria-labelledby="schedule" className="card wide">
      <h2 id="schedule">{words.schedule.title}</h2>
      {scheduled.length === 0 ? <p>{words.schedule.none}</p> : null}
      <ol className="timeline">
        {scheduled.map(({ urn, publishTimestamp, name, path, language, variant }) => (
          <li key={urn}>
            <time dateTime={publishTimestamp ?? ''}>
              {publishTimestamp ? new Date(publishTimestamp).toLocaleString() : ''}
            </time>{' '}
            <span className="soft">{publishTimestamp ? until(Date.parse(publishTimestamp) - now) : ''}</span>
            <br />
            <strong>{name}</strong>{' '}
            <span className="soft">{[path, language, variant].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function until(millis: number): string {
  const minutes = Math.max(0, Math.round(millis / 60_000));
  if (minutes < 60) return words.schedule.minutes(minutes);
  if (minutes < 48 * 60) return words.schedule.hours(Math.floor(minutes / 60), minutes % 60);
  return words.schedule.days(Math.round(minutes / 1440));
}
