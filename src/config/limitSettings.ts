// The settings of how much callers may send, and who they are behind proxies. The environment itself is read in config.ts.
import { oneOf, ranges, whole, type Setting } from './settingRules.ts';

/** Quotas, connections and trusted proxies, in the order of docs/configuration.md. */
export const limitSettings = [
  {
    name: 'RATE_LIMITS',
    meaning: '1 limits what callers may send, 0 does not, as behind a gateway that does.',
    default: '1',
    problem: oneOf('0', '1'),
  },
  {
    name: 'RATE_BURST',
    meaning: 'Requests that an API client may send at once; a tenth of its limit if that is more.',
    default: '100',
    problem: whole(1, 60_000),
  },
  {
    name: 'RATE_PER_OWNER',
    meaning: 'Requests a minute of all API clients of one tenant together.',
    default: '60000',
    problem: whole(1, 6_000_000),
  },
  {
    name: 'RATE_PER_ADDRESS',
    meaning: 'Requests a minute of one address without a valid token.',
    default: '6000',
    problem: whole(1, 6_000_000),
  },
  {
    name: 'RATE_COST_PER_REQUEST',
    meaning: 'What the operations of a minute may cost, for each request a caller may send in it.',
    default: '200',
    problem: whole(1, 300),
  },
  {
    name: 'MAX_CONNECTIONS',
    meaning: 'Open connections to the service in all; more are closed at once.',
    default: '20000',
    problem: whole(1, 1_000_000),
  },
  {
    name: 'MAX_CONNECTIONS_PER_ADDRESS',
    meaning: 'Open connections of one address; those of trusted proxies are not counted.',
    default: '4000',
    problem: whole(1, 1_000_000),
  },
  {
    name: 'TRUSTED_PROXIES',
    meaning: 'Ranges of proxies whose X-Forwarded-For is believed, such as 10.0.0.0/8; without them it is ignored.',
    default: null,
    problem: ranges,
  },
] as const satisfies readonly Setting[];
