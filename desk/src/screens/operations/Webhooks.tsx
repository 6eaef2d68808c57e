// Webhook subscriptions with their state and newest deliveries, and what an operator does about them.
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import type { SentQuery } from '../../../made/graphql.ts';
import { readers } from '../../graph/client.ts';
import { refusalsOf } from '../../graph/refusal.ts';
import { texts } from '../../texts/index.ts';
import {
  activateMutation,
  ask,
  pauseMutation,
  redeliverMutation,
  sentQuery,
  skipMutation,
  testMutation,
  type Delivery,
  type State,
  type Subscription,
} from './documents.ts';
import { useMeanings } from './meanings.ts';

const words = texts.operations.webhooks;

type Health = Subscription['health'];
type Sent = NonNullable<SentQuery['webhookDelivery']>;
type Act =
  typeof testMutation | typeof redeliverMutation | typeof skipMutation | typeof pauseMutation | typeof activateMutation;

/** The section; `onChange` is called after something was done. */
export function Webhooks({ state, onChange }: { state: State; onChange: () => void }): ReactNode {
  const [problem, setProblem] = useState('');
  const meanings: Meanings = { reasonOf: useMeanings('DisabledReason'), errorOf: useMeanings('DeliveryErrorCode') };
  const act = async (mutation: Act, urn: string): Promise<void> => {
    const { data, error } = await readers.mutation(mutation as typeof testMutation, { urn }).toPromise();
    setProblem(
      refusalsOf(error, data?.change)
        .map(({ message }) => message)
        .join(' '),
    );
    onChange();
  };
  const deliveries = [...state.waiting.nodes, ...state.ended.nodes];
  const { nodes } = state.webhookSubscriptions;
  return (
    <section aria-labelledby="webhooks" className="card wide">
      <h2 id="webhooks">{words.title}</h2>
      <p role="status" className="bad">
        {problem}
      </p>
      {nodes.length === 0 ? <p>{words.none}</p> : null}
      {nodes.map((one) => (
        <article key={one.urn} className="hook">
          <h3>{words.to(one.subject, one.event, one.destinationUrl)}</h3>
          <Status subscription={one} {...meanings} />
          <HealthFigures health={one.health} errorOf={meanings.errorOf} />
          <p className="actions">
            <button type="button" className="button" onClick={() => void act(testMutation, one.urn)}>
              {words.test}
            </button>
            <button
              type="button"
              className="button"
              onClick={() => void act(one.status === 'ACTIVE' ? pauseMutation : activateMutation, one.urn)}
            >
              {one.status === 'ACTIVE' ? words.pause : words.activate}
            </button>
          </p>
          <Deliveries
            deliveries={deliveries.filter((d) => d.subscription?.urn === one.urn).slice(0, 10)}
            onRedeliver={(urn) => void act(redeliverMutation, urn)}
            onSkip={(urn) => void act(skipMutation, urn)}
          />
        </article>
      ))}
    </section>
  );
}

/** What codes say, as sentences. */
interface Meanings {
  readonly reasonOf: (code: string) => string;
  readonly errorOf: (code: string) => string;
}

// Whether it is switched on, and how it fares, are two things: what is on may fail.
function Status({ subscription, reasonOf, errorOf }: { subscription: Subscription } & Meanings): ReactNode {
  const { status, disabledReason, failingSinceTimestamp, eventsPerMinute, health } = subscription;
  const { lastErrorCode, lastErrorStatus } = health;
  const error = [lastErrorCode && errorOf(lastErrorCode), lastErrorStatus && `HTTP ${lastErrorStatus}`].filter(Boolean);
  return (
    <>
      <p>
        <span className={status === 'ACTIVE' ? 'good' : status === 'PAUSED' ? 'warn' : 'bad'}>{status}</span>
        {disabledReason ? ` (${reasonOf(disabledReason)})` : ''}
        {words.rate(eventsPerMinute)}
      </p>
      {failingSinceTimestamp ? (
        <p className="bad">
          {words.failing(new Date(failingSinceTimestamp).toLocaleString())}
          {error.length > 0 ? `: ${error.join(', ')}` : ''}
        </p>
      ) : null}
    </>
  );
}

function HealthFigures({ health, errorOf }: { health: Health } & Pick<Meanings, 'errorOf'>): ReactNode {
  const at = (time: string): string => new Date(time).toLocaleString();
  const { lastErrorTimestamp, lastErrorCode } = health;
  const { figures } = words;
  const rows = [
    [figures.waiting, health.backlog.toLocaleString()],
    [figures.oldest, health.oldestPendingTimestamp ? figures.since(at(health.oldestPendingTimestamp)) : '–'],
    [figures.succeeded, health.successRate === null ? '–' : `${(health.successRate * 100).toFixed(1)} %`],
    [figures.within, health.p95Millis === null ? '–' : `${health.p95Millis.toLocaleString()} ms`],
    [figures.givenUp, health.exhaustedCount.toLocaleString()],
    [
      figures.lastError,
      lastErrorTimestamp
        ? `${lastErrorCode ? errorOf(lastErrorCode) : ''} ${at(lastErrorTimestamp)}`.trim()
        : figures.noError,
    ],
  ] as const;
  return (
    <dl className="figures">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function SentPayload({ urn }: { urn: string }): ReactNode {
  const [sent, setSent] = useState<Sent | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    ask(sentQuery, { urn }).then(
      ({ webhookDelivery }) => {
        if (webhookDelivery) setSent(webhookDelivery);
        else setProblem(words.notKept);
      },
      (error: unknown) => setProblem((error as Error).message),
    );
  }, [urn]);
  if (problem) return <p className="bad">{problem}</p>;
  if (!sent) return <p>{texts.shell.loading}</p>;
  return (
    <>
      <h4>{words.body}</h4>
      <pre tabIndex={0}>{sent.body === null ? words.nothingSent : pretty(sent.body)}</pre>
      {sent.attempts.map(({ number, startedTimestamp, requestHeaders, responseStatus, errorCode, responseExcerpt }) => (
        <div key={number}>
          <h4>
            {words.attemptTitle(
              number,
              new Date(startedTimestamp).toLocaleString(),
              [errorCode, responseStatus].filter(Boolean).join(' '),
            )}
          </h4>
          <pre tabIndex={0}>{JSON.stringify(requestHeaders, null, 2)}</pre>
          {responseExcerpt ? <pre tabIndex={0}>{responseExcerpt}</pre> : null}
        </div>
      ))}
    </>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Deliveries(parts: {
  deliveries: readonly Delivery[];
  onRedeliver: (urn: string) => void;
  onSkip: (urn: string) => void;
}): ReactNode {
  const [shown, setShown] = useState<string | null>(null);
  if (parts.deliveries.length === 0) return <p>{words.noDeliveries}</p>;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={words.deliveries}>
      <table>
        <thead>
          <tr>
            {Object.entries(words.columns).map(([name, text]) => (
              <th key={name} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.deliveries.map((one) => {
            const last = [...one.attempts].sort((a, b) => a.number - b.number).at(-1);
            return (
              <Fragment key={one.urn}>
                <tr>
                  <td>{new Date(one.createdTimestamp).toLocaleTimeString()}</td>
                  <td data-label={texts.operations.events.columns.number}>{one.sequence ?? words.isTest}</td>
                  <td>
                    <span className={one.status === 'SUCCEEDED' ? 'good' : one.status === 'FAILED' ? 'bad' : ''}>
                      {one.status}
                    </span>
                  </td>
                  <td title={last?.responseExcerpt ?? ''}>
                    {last
                      ? words.attempt(
                          [last.errorCode, last.responseStatus].filter(Boolean).join(' '),
                          last.durationMillis,
                        )
                      : ''}
                    {one.nextAttemptTimestamp
                      ? words.next(new Date(one.nextAttemptTimestamp).toLocaleTimeString())
                      : ''}
                  </td>
                  <td>
                    <button
                      type="button"
                      className="button small"
                      aria-expanded={shown === one.urn}
                      onClick={() => setShown(shown === one.urn ? null : one.urn)}
                    >
                      {words.asSent}
                      <span className="away">{words.ofEvent(one.sequence ?? '')}</span>
                    </button>{' '}
                    {one.status === 'PENDING' || one.status === 'RETRYING' ? (
                      <button type="button" className="button small" onClick={() => parts.onSkip(one.urn)}>
                        {words.skip}
                        <span className="away">{words.ofEvent(one.sequence ?? '')}</span>
                      </button>
                    ) : null}
                    {one.status === 'SUCCEEDED' || one.status === 'FAILED' ? (
                      <button type="button" className="button small" onClick={() => parts.onRedeliver(one.urn)}>
                        {words.redeliver}
                        <span className="away">{words.ofEvent(one.sequence ?? '')}</span>
                      </button>
                    ) : null}
                  </td>
                </tr>
                {shown === one.urn ? (
                  <tr>
                    <td colSpan={5} className="sent">
                      <SentPayload urn={one.urn} />
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
