// Whom the page acts for, how much that caller may still send, and which API clients are near a limit.
import type { ReactNode } from 'react';
import type { State } from './types.ts';

/** The part of a quota from which on it is shown as nearly used up. */
const nearly = 0.8;

/** The section. */
export function Limits({ state: { clientContext, quotaUse } }: { state: State }): ReactNode {
  const { client, identity, company, rateLimit } = clientContext;
  const others = quotaUse.filter((use) => use.client.urn !== client?.urn);
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">You</h2>
      <p>
        {identity?.name ?? client?.name ?? 'Nobody'}
        {company ? ` of ${company.name}` : ''}
      </p>
      {rateLimit ? (
        <>
          <Meter name="Requests a minute" used={rateLimit.limit - rateLimit.remaining} limit={rateLimit.limit} />
          <Meter
            name="Cost a minute"
            used={rateLimit.costLimit - rateLimit.costRemaining}
            limit={rateLimit.costLimit}
          />
        </>
      ) : (
        <p>No limits apply.</p>
      )}
      {others.length > 0 ? <h3>Other API clients</h3> : null}
      {others.map(({ client: { urn, name }, requests, requestLimit, cost, costLimit }) =>
        requests / requestLimit >= cost / costLimit ? (
          <Meter key={urn} name={`${name}, requests`} used={requests} limit={requestLimit} />
        ) : (
          <Meter key={urn} name={`${name}, cost`} used={cost} limit={costLimit} />
        ),
      )}
    </section>
  );
}

function Meter({ name, used, limit }: { name: string; used: number; limit: number }): ReactNode {
  return (
    <p>
      <label>
        {name}: {used.toLocaleString()} of {limit.toLocaleString()}
        {used > limit * nearly ? <strong className="bad"> (nearly used up)</strong> : null}
        <meter min={0} max={limit} high={limit * nearly} value={used} />
      </label>
    </p>
  );
}
