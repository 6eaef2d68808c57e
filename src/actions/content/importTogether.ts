// New pages of an import that stand next to each other are made in one transaction: most of the time of a page is that of its statements.
import { ServiceError } from '../../domain/errors.ts';
import { createWarnings } from '../../engine/warnings.ts';
import type { Line } from './importLine.ts';
import { makePages, type PageOfLine } from './importPage.ts';
import {
  answerMillis,
  namesOf,
  note,
  resolved,
  storedUrn,
  type Found,
  type ImportedLine,
  type Run,
} from './importRun.ts';

/** New pages next to each other that are written in one transaction. */
const pagesTogether = 25;

/** How many lines from there on are written together: new pages of one company, none of which refers to another one of them. */
export function countTogether({ found, transaction }: Run, from: number): number {
  const { lines, refersTo } = found;
  const first = lines[from];
  if (transaction !== null || !first || !isNewPage(found, first)) return 1;
  const names = new Set<string>();
  let count = 0;
  for (const line of lines.slice(from, from + pagesTogether)) {
    if (!isNewPage(found, line) || line.owner !== first.owner) break;
    if ((refersTo.get(line.at) ?? []).some((name) => names.has(name))) break;
    for (const name of namesOf(line)) names.add(name);
    count += 1;
  }
  return count;
}

function isNewPage(found: Found, line: Line | ServiceError): line is Line {
  return !(line instanceof ServiceError) && line.resource.name === 'Entity' && storedUrn(found, line) === undefined;
}

/** Makes the pages; null, with nothing written, where one of them cannot be made: done by itself, it says why. */
export async function importTogether(run: Run, lines: readonly Line[]): Promise<ImportedLine[] | null> {
  if (run.context.budget.timeLeft() < answerMillis) return null;
  try {
    const pages = lines.map((line) => {
      const context = { ...run.context, remarks: createWarnings() };
      return { context, page: resolved({ ...run, context }, line) };
    });
    const made = await makePages(run.context, pages as [PageOfLine, ...PageOfLine[]]);
    return (
      made &&
      lines.map((line, at): ImportedLine => {
        const { urn, gaps } = made[at] ?? { urn: '', gaps: [] };
        note(run.found, line, urn);
        const warnings = (pages[at]?.context.remarks.warnings ?? []).map(({ message }) => message);
        return { line: line.at + 1, outcome: 'CREATED', urn, waitsFor: gaps, warnings, userErrors: [] };
      })
    );
  } catch {
    return null;
  }
}
