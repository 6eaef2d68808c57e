// Accessibility rules, checked in a page: axe-core, with the findings that keep people out.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

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

/** Expects a page to be free of findings and of sideways scrolling, in light and dark, on a phone and in a wide window. */
export async function expectAccessible(page: Page, path: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect([path, width, colorScheme, await seriousFindings(page)]).toEqual([path, width, colorScheme, []]);
    }
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect([path, width, await page.evaluate<number>(overflow)]).toEqual([path, width, 0]);
  }
}
