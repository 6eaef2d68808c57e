// The IDE as a person uses it: text is typed into its editor, the button runs it, and answers are read.
import type { Page } from 'playwright-core';

/** Waits for the editor. */
export async function openIde(page: Page): Promise<void> {
  await page.locator('.graphiql-query-editor .monaco-editor .view-line').first().waitFor();
}

/** Replaces the document in the editor, and runs it. */
export async function runInIde(page: Page, query: string): Promise<void> {
  await page.locator('.graphiql-query-editor .monaco-editor').first().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(query);
  // The editor sends what it has parsed: it names the tab after the operation.
  const [, name = ''] = /^\w+ (\w+)/.exec(query) ?? [];
  await page.locator('.graphiql-tab-active', { hasText: name }).waitFor();
  await page.locator('.graphiql-execute-button').click();
}

/** Waits until the answer holds a text. */
export async function seeInAnswer(page: Page, text: string): Promise<void> {
  await page.locator('.graphiql-response .view-lines').filter({ hasText: text }).waitFor();
}
