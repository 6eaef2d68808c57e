// What the search of the guides looks through: the words below each heading, without marks of HTML.
import { expect, test } from 'vitest';
import { renderGuide } from '../../../src/rendering/guide.ts';
import { sectionsOf } from '../../../src/rendering/guideSections.ts';

test('A document has a section for each heading, with its id, its words and the words below it', () => {
  const text = [
    '# Tokens & `links`\n\nMade of **words**, and\nof `code`.\n\n- One\n- Two <3',
    '## Rotate\n\n```sh\ncurl -s "$URL"\n```\n\n| Name | Means |\n| - | - |\n| `A` | One |',
    '## !\n\nSigns',
  ].join('\n\n');
  expect(sectionsOf(renderGuide(text, () => null))).toEqual([
    { id: 'tokens--links', heading: 'Tokens & links', text: 'Made of words, and of code. One Two <3' },
    { id: 'rotate', heading: 'Rotate', text: 'curl -s "$URL" Name Means A One' },
    { id: '', heading: '!', text: 'Signs' },
  ]);
  expect(sectionsOf('<p>Before</p>')).toEqual([{ id: '', heading: '', text: 'Before' }]);
});
