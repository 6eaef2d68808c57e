// The documents of the service as pages: what of their markdown is shown, and where their links lead.
import { expect, test } from 'vitest';
import { renderGuide } from '../../../src/rendering/guide.ts';

test.each([
  ['a note to maintainers', '<!-- note -->\n\na <!-- note --> b', '<p>a  b</p>\n'],
  ['a link that is led', '[a](led)', '<p><a href="/led">a</a></p>\n'],
  ['a link that leads nowhere', '[a](file) [b](led)', '<p>a <a href="/led">b</a></p>\n'],
  ['code', '```\na\n```', '<pre tabindex="0"><code>a\n</code></pre>\n'],
  ['a heading', '## What `a` is, and why', '<h2 id="what-a-is-and-why">What <code>a</code> is, and why</h2>\n'],
  ['a heading with signs', '## 🚀 a_b !', '<h2 id="-a_b-">🚀 a_b !</h2>\n'],
  ['a second heading of the same words', '# A\n## a', '<h1 id="a">A</h1>\n<h2 id="a-1">a</h2>\n'],
  [
    'a table',
    '|a|\n|-|',
    '<div class="wide" tabindex="0"><table><thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n</table></div>',
  ],
  [
    'cells, each with the name of its column',
    '|`a`|b *c*|\n|-|-|\n|1|2|\n|3|4|',
    '<div class="wide" tabindex="0"><table><thead>\n<tr>\n<th><code>a</code></th>\n<th>b <em>c</em></th>\n</tr>\n</thead>\n' +
      '<tbody>\n<tr>\n<td data-label="a">1</td>\n<td data-label="b c">2</td>\n</tr>\n' +
      '<tr>\n<td data-label="a">3</td>\n<td data-label="b c">4</td>\n</tr>\n</tbody>\n</table></div>',
  ],
])('%s', (_, text, html) => {
  expect(renderGuide(text, (href) => (href === 'led' ? '/led' : null))).toBe(html);
});
