// What the demo is made of, as demo/ has it: steps.ndjson says what is written, pages/ has the words of pages as Markdown, templates/
// how they look. A line of steps.ndjson is a step, or a list of steps that follow one another.
import { readFileSync } from 'node:fs';

/** A resource that is created; others name it by `@` and its name. */
interface Creation {
  readonly create: string;
  readonly as?: string;
  readonly values: Values;
}

/** A change of something that has a name. */
interface Change {
  readonly change: string;
  readonly of: string;
  readonly values: Values;
}

/** A page in all of its languages. With a picture it is published once that is there; the first language gets the picture, the others name its files. */
export interface DemoPage {
  readonly page: string;
  /** `@` and the name of its entity type. */
  readonly type?: string;
  readonly variant?: string;
  readonly owner: string;
  readonly languages: readonly string[];
  readonly template?: string;
  readonly publish?: unknown;
  readonly picture?: DemoPicture;
  readonly items?: Values;
}

/** A drawn picture: the sky from top to bottom, and the shapes in front of it. The same seed draws the same picture. */
export interface DemoPicture {
  readonly name: string;
  readonly sky: readonly [string, string];
  readonly shapes: readonly string[];
  readonly seed: number;
}

/** Fields as they are sent; `@name` stands for an urn, and `{ "inDays": 7 }` for an instant. */
export type Values = Readonly<Record<string, unknown>>;

/** A step. */
export type DemoStep = Creation | Change | DemoPage;

/** The demo. */
export interface DemoSteps {
  /** Urns that the documentation names, so that its examples can be copied as they stand. */
  readonly urns: Readonly<Record<string, string>>;
  readonly lines: readonly (readonly DemoStep[])[];
}

const read = (path: string): string => readFileSync(new URL(`../../demo/${path}`, import.meta.url), 'utf8');

/** Reads the demo. */
export function readDemo(): DemoSteps {
  const [first, ...lines] = read('steps.ndjson').trimEnd().split('\n');
  // The file is a part of the program: what is wrong in it ends the first start, and the test of the demo.
  const { urns } = JSON.parse(first ?? '') as Pick<DemoSteps, 'urns'>;
  return { urns, lines: lines.map((line) => [JSON.parse(line) as DemoStep | DemoStep[]].flat()) };
}

/** The words of a page in one language: its members by name, and its Markdown. */
export interface PageWords {
  readonly members: ReadonlyMap<string, string>;
  readonly body: string;
}

/** The words of a page. Throws for a file that does not begin as it should. */
export function wordsOf({ page, variant }: DemoPage, language: string): PageWords {
  const file = `pages${page}.${language}${variant ? `.${variant}` : ''}.md`;
  const [, head, body = ''] = /^---\n([^]*?)\n---\n(?:\n([^]*)\n)?$/.exec(read(file)) ?? [];
  if (head === undefined) throw new Error(`demo/${file} does not begin with its members.`);
  const members = head.split('\n').map((line): [string, string] => {
    const at = line.indexOf(': ');
    return [line.slice(0, at), line.slice(at + 2)];
  });
  return { members: new Map(members), body };
}

/** A template, in that language where it differs by language. */
export function templateOf(name: string, language: string): string {
  return read(`templates/${name}${name === 'article' ? `.${language}` : ''}.liquid`);
}
