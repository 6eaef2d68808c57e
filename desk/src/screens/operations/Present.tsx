// Who used a token or signed in lately, from the record of access. Only administrators may read it; others see nothing here.
import { useEffect, useState, type ReactNode } from 'react';
import { texts } from '../../texts/index.ts';
import { ask, presentQuery, type State } from './documents.ts';
import { readNames, type Name } from './names.ts';

const minutes = 5;
const words = texts.operations.present;

interface Caller extends Name {
  readonly urn: string;
  readonly last: string;
}

/** The section; read again with each new state. */
export function Present({ state }: { state: State }): ReactNode {
  const [callers, setCallers] = useState<readonly Caller[] | null>(null);
  useEffect(() => {
    readCallers().then(setCallers, () => setCallers(null));
  }, [state]);
  if (!callers) return null;
  return (
    <section className="card" aria-labelledby="present">
      <h2 id="present">{words.title(minutes)}</h2>
      <ul className="present">
        {callers.map(({ urn, kind, name, last }) => (
          <li key={urn}>
            <strong>{name}</strong>{' '}
            <span className="soft">
              {kind === 'ApiClient' ? words.kinds.client : words.kinds.person},{' '}
              <time dateTime={last}>{new Date(last).toLocaleTimeString()}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function readCallers(): Promise<Caller[]> {
  const from = new Date(Date.now() - minutes * 60_000).toISOString();
  const { accessAudit } = await ask(presentQuery, { from });
  const lastOf = new Map<string, string>();
  for (const { apiClientUrn, identityUrn, lastTimestamp } of accessAudit.nodes) {
    const urn = apiClientUrn ?? identityUrn;
    if (urn && lastTimestamp > (lastOf.get(urn) ?? '')) lastOf.set(urn, lastTimestamp);
  }
  const names = await readNames([...lastOf.keys()]);
  return [...names]
    .map(([urn, name]) => ({ urn, ...name, last: lastOf.get(urn) ?? '' }))
    .sort((one, other) => other.last.localeCompare(one.last));
}
