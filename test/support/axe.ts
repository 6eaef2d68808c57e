// Accessibility rules, checked in a page: axe-core, with the findings that keep people out.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The serious and critical findings, as `rule: places`. `leftOut` are third-party parts. */
export async function seriousFindings(page: Page, leftOut: readonly string[] = []): Promise<string[]> {
  // Through the debugger, which the page's policy does not restrict.
  await page.evaluate(source);
  const run = `axe.run({ exclude: ${JSON.stringify(leftOut.map((one) => [one]))} }, { resultTypes: ['violations'] })
    .then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 5).map(({ target }) => target.join(' ')).join(', ')))`;
  return page.evaluate<string[]>(run);
}
