// Fails when a comment, a description, or a page cites something that is not there: a section of docs/spec/, a link between
// pages, a path of this repository. `npm run citations`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => title.trim());

const sections = new Set(
  headingsOf(read('docs/spec/resources.md')).flatMap((title) => /^(\d+(?:\.\d+)?)\.? /.exec(title)?.[1] ?? []),
);
/** The decisions of sections 15 and 16 are cited by their number in the table of each. */
for (const section of ['15', '16']) {
  const [, text = ''] = read('docs/spec/resources.md').split(`## ${section}.`);
  for (const [, row] of text.split('\n## ', 1)[0]?.matchAll(/^\| (\d+) \|/gm) ?? [])
    sections.add(`${section}.${String(row)}`);
}
const subjects = new Set(headingsOf(read('docs/spec/interface.md')).map((title) => title.toLowerCase()));
/** Single members of a longer heading, such as "Task" of "Entity List and Entity List Item". */
for (const title of [...subjects]) for (const part of title.split(' and ')) subjects.add(part);

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => existsSync(path.join(root, file)));
const sources = tracked.filter(
  (file) => /\.(ts|js|cjs|graphql|md)$/.test(file) && !/(^|\/)generated\//.test(file) && !file.startsWith('docs/spec/'),
);

const problems = sources.flatMap((file) => {
  const text = read(file);
  const found = [
    ...sectionProblems(prose(text)),
    ...(file.endsWith('.md') ? pageProblems(file, text) : decisionProblems(text)),
  ];
  return found.map((problem) => `${file}: ${problem}`);
});
if (sources.length < 100) problems.push('Fewer than 100 files were read: is this a checkout?');
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

/** The text with its comment marks and line ends taken out, so that a citation can be wrapped. */
function prose(text: string): string {
  return text.replace(/\n\s*(?:\/\/+|\*+|#+|>)?\s*/g, ' ');
}

function sectionProblems(text: string): string[] {
  const missing: string[] = [];
  for (const [, list = ''] of text.matchAll(
    /(?:[Rr]esource reference|resources\.md),?(?: sections?)? ((?:\d+(?:\.\d+)?(?:,? (?:and |to )?|[;.)'"]))+)/g,
  )) {
    for (const [number] of list.matchAll(/\d+(?:\.\d+)?/g)) {
      if (!sections.has(number)) missing.push(`docs/spec/resources.md has no section ${number}`);
    }
  }
  for (const [, list = ''] of text.matchAll(/\bSpec: ([^;.()]+)/g)) {
    for (const name of list.split(', ').filter((cited) => cited !== 'resources' && cited !== 'interface')) {
      const subject = name.replace(/ \d+$/, '').trim().toLowerCase();
      if (!subjects.has(subject)) missing.push(`docs/spec/interface.md has no section "${name.trim()}"`);
    }
  }
  return missing;
}

function pageProblems(file: string, text: string): string[] {
  const missing: string[] = [];
  const page = text.replace(/```[\s\S]*?```/g, '');
  for (const [, target = ''] of page.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^(https?:|mailto:)/.test(target)) continue;
    const [place = '', anchor] = target.split('#');
    const at = place === '' ? file : path.join(path.dirname(file), place);
    if (!existsSync(path.join(root, at))) missing.push(`links to ${target}, which is not there`);
    else if (anchor && at.endsWith('.md') && !headingsOf(read(at)).some((title) => anchorOf(title) === anchor))
      missing.push(`links to ${target}, a heading that is not there`);
  }
  for (const [, place = ''] of page.matchAll(/`((?:src|schema|scripts|test|docs|bench|examples)\/[\w./-]+)`/g)) {
    if (!existsSync(path.join(root, place))) missing.push(`names \`${place}\`, which is not there`);
  }
  // `src/actions/<area>/<kind>Kind.ts`: there is at least one such file.
  for (const [, place = ''] of page.matchAll(/`((?:src|schema|scripts|test|docs)\/[\w./-]*<[^`]*)`/g)) {
    const pattern = new RegExp(`^${place.replaceAll('.', '\\.').replaceAll(/<[^>]+>|\*/g, '[^/]+')}`);
    if (!tracked.some((one) => pattern.test(one))) missing.push(`names \`${place}\`, and there is none`);
  }
  for (const [, place = ''] of page.matchAll(/`(\w[\w./-]*\.(?:ts|js|graphql))`/g)) {
    if (!tracked.some((one) => one === place || one.endsWith(`/${place}`)))
      missing.push(`names \`${place}\`, which is not there`);
  }
  return missing;
}

/** As GitHub makes anchors of headings. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-');
}

function decisionProblems(text: string): string[] {
  return [...text.matchAll(/docs\/[\w/-]+\.md/g)]
    .map(([place]) => place)
    .filter((place) => !existsSync(path.join(root, place)))
    .map((place) => `names ${place}, which is not there`);
}
