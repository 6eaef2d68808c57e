// What is said beside the data of an answer.
import { expect, test } from 'vitest';
import { createWarnings } from '../../../../src/engine/warnings.ts';
import { saidBeside, type GraphContext } from '../../../../src/graphql/operation/context.ts';

test('the languages of views are said in the order of their names, whichever was ready first', () => {
  const said = (names: readonly string[]): string => {
    const remarks = createWarnings();
    for (const name of names) remarks.languages.set(name, { tag: 'en', match: name });
    // It looks at the remarks alone.
    return JSON.stringify(saidBeside({ remarks } as GraphContext));
  };
  expect(said(['second', 'first', 'third'])).toBe(said(['first', 'second', 'third']));
  expect(said(['b', 'a'])).toBe('{"language":{"a":{"tag":"en","match":"a"},"b":{"tag":"en","match":"b"}}}');
});
