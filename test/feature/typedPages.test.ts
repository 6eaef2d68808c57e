// The entity types of the demo as TypeScript: what the command line writes compiles strictly with the client package, says exactly what
// the types say, and reads pages by it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGraph, PageTypeError, readPage, type PageType } from '../../client/src/index.ts';
import { runCommandLine } from '../../src/commands/commandLine.ts';
import type { CommandParts } from '../../src/commands/command.ts';
import { typesCommand } from '../../src/commands/typesCommand.ts';
import { startDemoService, type DemoService } from '../support/demo.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-types-'));

let service: DemoService;
beforeAll(async () => {
  service = await startDemoService();
}, 240_000);
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(...words: readonly string[]): Promise<{ code: number; printed: string; warned: string }> {
  const [printed, warned]: [string[], string[]] = [[], []];
  const parts = {
    version: '',
    setting: () => null,
    print: (line: string) => printed.push(line),
    warn: (line: string) => warned.push(line),
  };
  // The command reads nothing else of its parts.
  const code = await runCommandLine(words, { types: typesCommand }, parts as unknown as CommandParts);
  return { code, printed: printed.join('\n'), warned: warned.join('\n') };
}

/** What the compiler says of a program of these files, as strict as it can be. */
function compile(files: Readonly<Record<string, string>>): string[] {
  const names = Object.entries(files).map(([name, text]) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  });
  const program = ts.createProgram(names, {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    allowImportingTsExtensions: true,
    types: [],
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    paths: { 'commonplace-client': [path.join(root, 'client/src/index.ts')] },
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${path.basename(file?.fileName ?? '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}

const use = `
import { createGraph, readPage, type PageLink } from 'commonplace-client';
import { Article, Author } from './types.ts';

export async function show(url: string): Promise<string> {
  const graph = createGraph({ url });
  const article = await readPage(graph, Article, { path: '/articles/the-lamplighters-ledger', language: 'en' });
  if (!article) return '';
  const { title, firstPrinted, related, route, readingMinutes, author } = article.fields;
  const texts: string = title;
  const optional: string | null = firstPrinted;
  const number: number | null = readingMinutes;
  const all: readonly PageLink[] = related;
  const points: readonly { readonly latitude: number }[] = route;
  const link: PageLink<Author> | null = author;
  const writer = link && (await readPage(graph, Author, { urn: link.urn }));
  return [texts, optional, number, all.length, points.length, writer?.fields.fullName.toUpperCase()].join();
}

export function wrong(article: Article): void {
  // @ts-expect-error -- a date may be missing
  const date: string = article.firstPrinted;
  // @ts-expect-error -- there are several
  const one: PageLink = article.related;
  // @ts-expect-error -- no field of the type
  const none = article.tilte;
  // @ts-expect-error -- an author is no article
  const link: PageLink<Article> | null = article.author;
  void [date, one, none, link];
}
`;

test('refuses what it cannot do in words', async () => {
  expect((await run('types', '--url', 'no address')).code).toBe(2);
  const refused = await run('types', '--url', service.url, '--token', 'wrong');
  expect([refused.code, refused.printed]).toEqual([1, '']);
  expect(refused.warned).toMatch(/^The service refused: /);
  const away = await run('types', '--url', 'http://127.0.0.1:1');
  expect([away.code, away.warned]).toEqual([1, 'The service at http://127.0.0.1:1 cannot be reached.']);
});

test('reads pages by their types', async () => {
  const source = (await run('types', '--url', service.url)).printed;
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext } });
  const code = `data:text/javascript;base64,${Buffer.from(outputText).toString('base64')}`;
  // The module that was written has the types of the demo.
  const { Article, Author } = (await import(/* @vite-ignore */ code)) as Record<
    'Article' | 'Author',
    PageType<Record<string, unknown>>
  >;
  const graph = createGraph({ url: service.url });
  const choice = { path: '/articles/a-walk-along-the-old-canal', language: 'en' };
  const article = await readPage(graph, Article, choice);
  expect(article).toMatchObject({ path: choice.path, language: 'en' });
  const { title, body, author, related, route, wordCount, isFeatured, picture, extra, firstPrinted } =
    article?.fields ?? {};
  expect([typeof title, isFeatured, extra, firstPrinted]).toEqual(['string', true, null, '2024-07-22T08:00:00.000Z']);
  expect(body).toMatch(/^<p>/);
  expect(wordCount).toMatch(/^\d+$/);
  expect(picture).toMatchObject({ src: expect.stringContaining('/v/v1/image/') as unknown });
  expect(route).toHaveLength(5);
  expect(related).toMatchObject([{ path: '/articles/the-lamplighters-ledger', type: 'Article' }]);
  expect(author).toMatchObject({ path: '/authors/ines-calloway', type: 'Author' });
  const { urn } = author as { readonly urn: string };
  expect((await readPage(graph, Author, { urn }))?.fields).toMatchObject({ fullName: 'Ines Calloway' });
  expect(await readPage(graph, Author, { path: '/nothing' })).toBeNull();
  await expect(readPage(graph, Author, choice)).rejects.toThrow('The page is of the type Article, not Author.');
  const more = {
    ...Author,
    fields: { ...Author.fields, agent: { kind: 'TEXT_ITEM', required: true, repeated: false } },
  } as const;
  await expect(readPage(graph, more, { urn })).rejects.toBeInstanceOf(PageTypeError);
});

// Last: a compiler holds the event loop for as long as idle connections live.
test('compiles strictly, with a frontend that uses it', async () => {
  const output = path.join(folder, 'types.ts');
  const written = await run('types', '--url', service.url, '--output', output);
  expect(written).toEqual({ code: 0, printed: '', warned: `3 types written to ${output}.` });
  const types = readFileSync(output, 'utf8');
  expect((await run('types', '--url', `${service.url}/`, '--token', service.token)).printed).toBe(types.trimEnd());
  expect([...types.matchAll(/export interface (\w+)/g)].map(([, name]) => name)).toEqual(['Article', 'Author', 'Page']);
  expect(compile({ 'types.ts': types, 'use.ts': use })).toEqual([]);
  expect(compile({ 'types.ts': types.replace('readonly title:', 'readonly titles:') })).not.toEqual([]);
}, 240_000);
