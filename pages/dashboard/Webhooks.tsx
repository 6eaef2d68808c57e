// Webhook subscriptions with their state and newest deliveries, and what an operator does about them.
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { ask } from '../shared/graph.ts';
import redeliver from './queries/redeliver.graphql';
import sentQuery from './queries/sent.graphql';
import setStatus from './queries/setStatus.graphql';
import skip from './queries/skip.graphql';
import test from './queries/test.graphql';
import { useWords } from './words.ts';
import type { Delivery, Health, Sent, State, Subscription } from './types.ts';

type Payloads = Readonly<Record<string, { readonly userErrors: readonly { readonly message: string }[] }>>;

/** The section; `onChange` is called after something was done. */
export function Webhooks({ state, onChange }: { state: State; onChange: () => void }): ReactNode {
  const [problem, setProblem] = useState('');
  const words: Words = { reasonOf: useWords('DisabledReason'), errorOf: useWords('DeliveryErrorCode') };
  const act = async (mutation: string, variables: Record<string, string>): Promise<void> => {
    try {
      const answer = await ask<Payloads>(mutation, variables);
      setProblem(
        Object.values(answer)
          .flatMap(({ userErrors }) => userErrors.map(({ message }) => message))
          .join(' '),
      );
    } catch (error) {
      setProblem((error as Error).message);
    }
    onChange();
  };
  const deliveries = [...state.waiting.nodes, ...state.ended.nodes];
  const { nodes } = state.webhookSubscriptions;
  return (
    <section aria-labelledby="webhooks" className="wide">
      <h2 id="webhooks">Webhooks</h2>
      <p role="status" className="bad">
        {problem}
      </p>
      {nodes.length === 0 ? <p>No subscriptions.</p> : null}
      {nodes.map((one) => (
        <article key={one.urn} className="hook">
          <h3>
            {one.subject} {one.event} → {one.destinationUrl}
          </h3>
          <Status subscription={one} {...words} />
          <HealthFigures health={one.health} errorOf={words.errorOf} />
          <p className="actions">
            <button type="button" onClick={() => void act(test, { urn: one.urn })}>
              Send a test
            </button>
            <button
              type="button"
              onClick={() =>
                void act(setStatus, { urn: one.urn, status: one.status === 'ACTIVE' ? 'PAUSED' : 'ACTIVE' })
              }
            >
              {one.status === 'ACTIVE' ? 'Pause' : 'Switch on'}
            </button>
          </p>
          <Deliveries
            deliveries={deliveries.filter((d) => d.subscription?.urn === one.urn).slice(0, 10)}
            onRedeliver={(urn) => void act(redeliver, { urn })}
            onSkip={(urn) => void act(skip, { urn })}
          />
        </article>
      ))}
    </section>
  );
}

/** What codes say, as sentences. */
interface Words {
  readonly reasonOf: (code: string) => string;
  readonly errorOf: (code: string) => string;
}

// Whether it is switched on, and how it fares, are two things: what is on may fail.
function Status({ subscription, reasonOf, errorOf }: { subscription: Subscription } & Words): ReactNode {
  const { status, disabledReason, failingSinceTimestamp, eventsPerMinute, health } = subscription;
  const { lastErrorCode, lastErrorStatus } = health;
  const error = [lastErrorCode && errorOf(lastErrorCode), lastErrorStatus && `HTTP ${lastErrorStatus}`].filter(Boolean);
  return (
    <>
      <p>
        <span className={status === 'ACTIVE' ? 'good' : status === 'PAUSED' ? 'warn' : 'bad'}>{status}</span>
        {disabledReason ? ` (${reasonOf(disabledReason)})` : ''}, at most {eventsPerMinute} a minute
      </p>
      {failingSinceTimestamp ? (
        <p className="bad">
          Failing since {new Date(failingSinceTimestamp).toLocaleString()}
          {error.length > 0 ? `: ${error.join(', ')}` : ''}
        </p>
      ) : null}
    </>
  );
}

function HealthFigures({ health, errorOf }: { health: Health } & Pick<Words, 'errorOf'>): ReactNode {
  const at = (time: string): string => new Date(time).toLocaleString();
  const { lastErrorTimestamp, lastErrorCode } = health;
  const figures = [
    ['Waiting', health.backlog.toLocaleString()],
    ['Oldest waiting', health.oldestPendingTimestamp ? `since ${at(health.oldestPendingTimestamp)}` : '–'],
    ['Succeeded', health.successRate === null ? '–' : `${(health.successRate * 100).toFixed(1)} %`],
    ['95 of 100 within', health.p95Millis === null ? '–' : `${health.p95Millis.toLocaleString()} ms`],
    ['Given up', health.exhaustedCount.toLocaleString()],
    [
      'Last error',
      lastErrorTimestamp ? `${lastErrorCode ? errorOf(lastErrorCode) : ''} ${at(lastErrorTimestamp)}`.trim() : 'none',
    ],
  ] as const;
  return (
    <dl className="figures">
      {figures.map(([name, value]) => (
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
    ask<{ webhookDelivery: Sent | null }>(sentQuery, { urn }).then(
      ({ webhookDelivery }) => {
        if (webhookDelivery) setSent(webhookDelivery);
        else setProblem('The delivery is no longer kept.');
      },
      (error: unknown) => setProblem((error as Error).message),
    );
  }, [urn]);
  if (problem) return <p className="bad">{problem}</p>;
  if (!sent) return <p>Loading …</p>;
  return (
    <>
      <h4>Body</h4>
      <pre tabIndex={0}>{sent.body === null ? 'Nothing was sent yet.' : pretty(sent.body)}</pre>
      {sent.attempts.map(({ number, startedTimestamp, requestHeaders, responseStatus, errorCode, responseExcerpt }) => (
        <div key={number}>
          <h4>
            Attempt {number}, {new Date(startedTimestamp).toLocaleString()}: {errorCode ?? ''} {responseStatus ?? ''}
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
  if (parts.deliveries.length === 0) return <p>No deliveries yet.</p>;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="Deliveries">
      <table>
        <thead>
          <tr>
            <th scope="col">Created</th>
            <th scope="col">Event no.</th>
            <th scope="col">Status</th>
            <th scope="col">Last attempt</th>
            <th scope="col">Action</th>
          </tr>
        </thead>
        <tbody>
          {parts.deliveries.map((one) => {
            const last = one.attempts.toSorted((a, b) => a.number - b.number).at(-1);
            return (
              <Fragment key={one.urn}>
                <tr>
                  <td>{new Date(one.createdTimestamp).toLocaleTimeString()}</td>
                  <td data-label="No.">{one.sequence ?? 'test'}</td>
                  <td>
                    <span className={one.status === 'SUCCEEDED' ? 'good' : one.status === 'FAILED' ? 'bad' : ''}>
                      {one.status}
                    </span>
                  </td>
                  <td title={last?.responseExcerpt ?? ''}>
                    {last ? `${last.errorCode ?? ''} ${last.responseStatus ?? ''} in ${last.durationMillis} ms` : ''}
                    {one.nextAttemptTimestamp
                      ? `, next ${new Date(one.nextAttemptTimestamp).toLocaleTimeString()}`
                      : ''}
                  </td>
                  <td>
                    <button
                      type="button"
                      className="small"
                      aria-expanded={shown === one.urn}
                      onClick={() => setShown(shown === one.urn ? null : one.urn)}
                    >
                      As sent<span className="away"> event {one.sequence}</span>
                    </button>{' '}
                    {one.status === 'PENDING' || one.status === 'RETRYING' ? (
                      <button type="button" className="small" onClick={() => parts.onSkip(one.urn)}>
                        Skip<span className="away"> event {one.sequence}</span>
                      </button>
                    ) : null}
                    {one.status === 'SUCCEEDED' || one.status === 'FAILED' ? (
                      <button type="button" className="small" onClick={() => parts.onRedeliver(one.urn)}>
                        Redeliver<span className="away"> event {one.sequence}</span>
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
