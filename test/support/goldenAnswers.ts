// Answers kept as files: what callers are answered, with names in the place of urns, instants, cursors and addresses, so that
// two runs are answered the same text. A file is written anew with GOLDEN=write.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

/** What one caller was answered. */
export interface NamedAnswer {
  readonly caller: string;
  readonly answer: unknown;
}

const isWritten = process.env['GOLDEN'] === 'write';

const fileOf = (name: string): URL => new URL(`../golden/${name}.json`, import.meta.url);

/** Compares the answers with those in the file, where callers that were answered alike stand together; writes it with GOLDEN=write. */
export function expectAnswersOf(name: string, answers: readonly NamedAnswer[]): void {
  const byAnswer = new Map<string, string[]>();
  for (const { caller, answer } of answers) {
    const text = JSON.stringify(answer);
    byAnswer.set(text, [...(byAnswer.get(text) ?? []), caller]);
  }
  const parts = [...byAnswer].map(([text, callers]) => ({ callers, answer: JSON.parse(text) as unknown }));
  const said = `${JSON.stringify(parts, null, 1)}\n`;
  const file = fileOf(name);
  if (isWritten) writeFileSync(file, said);
  expect(existsSync(file), `${file.pathname} is missing; GOLDEN=write makes it`).toBe(true);
  expect(said, `${name} is answered otherwise than its file says`).toBe(readFileSync(file, 'utf8'));
}

/**
 * A function that gives an answer with names in it: known urns by kind and number, all others and the instants around now in
 * the order in which they are first met there. Instants that the test wrote stay as they are.
 */
export function namer(
  urns: readonly { readonly kind: string; readonly urn: string }[],
  url: string,
): (answer: unknown) => unknown {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { kind, urn } of urns) {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (!known.has(urn)) known.set(urn, `{${kind} ${String(count)}}`);
  }
  return (answer) => {
    const others = new Map<string, string>();
    const nameIn = (kind: string, value: string): string => {
      const name =
        others.get(value) ??
        `{${kind} ${String([...others.values()].filter((n) => n.startsWith(`{${kind} `)).length + 1)}}`;
      others.set(value, name);
      return name;
    };
    const text = JSON.stringify(answer)
      .replaceAll(url, 'https://service')
      // What is said in words may be said better.
      .replaceAll(/"(message|detail)":"(?:[^"\\]|\\.)*"/g, '"$1":""')
      .replaceAll(/"(requestId|lastUsedTimestamp|timestamp|expirationTimestamp|clientID)":(?:null|"[^"]*")/g, '"$1":""')
      .replaceAll(/(?<![\w-])[\w-]{12,}\.[\w-]{16}(?![\w.-])/g, '{cursor}')
      .replaceAll(
        /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi,
        (urn) => known.get(urn.toLowerCase()) ?? nameIn('urn', urn),
      )
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (instant) =>
        isNearNow(instant) ? nameIn('instant', instant) : instant,
      )
      .replaceAll(/[0-9a-f]{32,}/g, '{hash}');
    return JSON.parse(text) as unknown;
  };
}

const twoDays = 172_800_000;

const isNearNow = (instant: string): boolean => Math.abs(Date.parse(instant) - Date.now()) < twoDays;
