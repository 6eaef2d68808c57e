// Which events a filter lets through. Resource reference 9.1, 11.
import { expect, test } from 'vitest';
import { passes } from '../../../src/actions/events/followEvents.ts';

type Filter = Parameters<typeof passes>[0];
type Event = Parameters<typeof passes>[1];

const [one, two] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const event = (more: Partial<Event> = {}): Event =>
  // What a filter does not look at is left out.
  ({ subject: 'TASK', event: 'UPDATE', targetUrn: one, ...more }) as Event;
const filter = (more: Partial<Filter> = {}): Filter => ({ subjects: null, events: null, targetUrns: null, ...more });

const cases: readonly (readonly [what: string, filter: Partial<Filter>, event: Partial<Event>, passes: boolean])[] = [
  ['any event passes no filter', {}, {}, true],
  ['its subject', { subjects: ['TASK'] }, {}, true],
  ['its subject among several', { subjects: ['ENTITY', 'TASK'] }, {}, true],
  ['another subject', { subjects: ['ENTITY'] }, {}, false],
  ['no subject', { subjects: [] }, {}, false],
  ['its event', { events: ['UPDATE'] }, {}, true],
  ['another event', { events: ['CREATE', 'DELETE'] }, {}, false],
  ['no event', { events: [] }, {}, false],
  ['ALL in the filter', { events: ['ALL'] }, {}, true],
  ['ALL beside another in the filter', { events: ['CREATE', 'ALL'] }, {}, true],
  ['an event of ALL, and another in the filter', { events: ['CREATE'] }, { event: 'ALL' }, true],
  ['an event of ALL of another subject', { subjects: ['ENTITY'] }, { event: 'ALL' }, false],
  ['its target', { targetUrns: [two, one] }, {}, true],
  ['another target', { targetUrns: [two] }, {}, false],
  ['a target, of an event without one', { targetUrns: [one] }, { targetUrn: null }, false],
  ['an event without a target, and no target in the filter', {}, { targetUrn: null }, true],
  [
    'its subject and event, and another target',
    { subjects: ['TASK'], events: ['UPDATE'], targetUrns: [two] },
    {},
    false,
  ],
];

test.each(cases)('%s', (_what, given, of, is) => {
  expect(passes(filter(given), event(of))).toBe(is);
});
