// Whom the page acts for, how much that caller may still send, and which API clients are near a limit.
import type { ReactNode } from 'react';
import { texts } from '../../texts/index.ts';
import type { State } from './documents.ts';

const words = texts.operations.you;

/** The part of a quota from which on it is shown as nearly used up. */
const nearly = 0.8;

/** The section. */
export function Limits({ state: { clientContext, quotaUse } }: { state: State }): ReactNode {
  const { client, identity, company, rateLimit } = clientContext;
  const others = quotaUse.filter((use) => use.client.urn !== client?.urn);
  return (
    <section className="card" aria-labelledby="limits">
      <h2 id="limits">{words.title}</h2>
      <p>
        {identity?.name ?? client?.name ?? words.nobody}
        {company ? words.of(company.name) : ''}
      </p>
      {rateLimit ? (
        <>
          <Meter name={words.requests} used={rateLimit.limit - rateLimit.remaining} limit={rateLimit.limit} />
          <Meter name={words.cost} used={rateLimit.costLimit - rateLimit.costRemaining} limit={rateLimit.costLimit} />
        </>
      ) : (
        <p>{words.noLimits}</p>
      )}
      {others.length > 0 ? <h3>{words.others}</h3> : null}
      {others.map(({ client: { urn, name }, requests, requestLimit, cost, costLimit }) =>
        requests / requestLimit >= cost / costLimit ? (
          <Meter key={urn} name={words.requestsOf(name)} used={requests} limit={requestLimit} />
        ) : (
          <Meter key={urn} name={words.costOf(name)} used={cost} limit={costLimit} />
        ),
      )}
    </section>
  );
}

function Meter({ name, used, limit }: { name: string; used: number; limit: number }): ReactNode {
  return (
    <p>
      <label>
        {words.used(name, used, limit)}
        {used > limit * nearly ? <strong className="bad">{words.nearly}</strong> : null}
        <meter min={0} max={limit} high={limit * nearly} value={used} />
      </label>
    </p>
  );
}
