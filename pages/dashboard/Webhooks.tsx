// Webhook subscriptions with their state and newest deliveries, and what an operator does about them.
import { useState, type ReactNode } from 'react';
import { ask } from '../shared/graph.ts';
import redeliver from './queries/redeliver.graphql';
import setStatus from './queries/setStatus.graphql';
import test from './queries/test.graphql';
import type { Delivery, State, Subscription } from './types.ts';

type Payloads = Readonly<Record<string, { readonly userErrors: readonly { readonly message: string }[] }>>;

/** The section; `onChange` is called after something was done. */
export function Webhooks({ state, onChange }: { state: State; onChange: () => void }): ReactNode {
  const [problem, setProblem] = useState('');
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
          <p>
            <Health
              subscription={one}
              waiting={state.waiting.nodes.filter((d) => d.subscription?.urn === one.urn).length}
            />
          </p>
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
          />
        </article>
      ))}
    </section>
  );
}

function Health({ subscription, waiting }: { subscription: Subscription; waiting: number }): ReactNode {
  const { status, disabledReason, failingSinceTimestamp, eventsPerMinute } = subscription;
  const isGood = status === 'ACTIVE' && !failingSinceTimestamp;
  return (
    <>
      <span className={isGood ? 'good' : 'bad'}>
        {status}
        {disabledReason ? ` (${disabledReason})` : ''}
      </span>
      {failingSinceTimestamp ? `, failing since ${new Date(failingSinceTimestamp).toLocaleString()}` : ''}, {waiting}
      {waiting === 50 ? ' or more' : ''} waiting, at most {eventsPerMinute} a minute
    </>
  );
}

function Deliveries(parts: { deliveries: readonly Delivery[]; onRedeliver: (urn: string) => void }): ReactNode {
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
              <tr key={one.urn}>
                <td>{new Date(one.createdTimestamp).toLocaleTimeString()}</td>
                <td>{one.sequence ?? 'test'}</td>
                <td>
                  <span className={one.status === 'SUCCEEDED' ? 'good' : one.status === 'FAILED' ? 'bad' : ''}>
                    {one.status}
                  </span>
                </td>
                <td title={last?.responseExcerpt ?? ''}>
                  {last ? `${last.errorCode ?? ''} ${last.responseStatus ?? ''} in ${last.durationMillis} ms` : ''}
                  {one.nextAttemptTimestamp ? `, next ${new Date(one.nextAttemptTimestamp).toLocaleTimeString()}` : ''}
                </td>
                <td>
                  {one.status === 'SUCCEEDED' || one.status === 'FAILED' ? (
                    <button type="button" className="small" onClick={() => parts.onRedeliver(one.urn)}>
                      Redeliver<span className="away"> event {one.sequence}</span>
                    </button>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
