// Lists with filters, histories, single resources and rendered views beside one hand-written statement on the same tables, for the
// callers that exist: an administrator with a token, a person's client in a browser (a token, and an Origin), one who holds a permission on
// every single object, and, of content that everyone may VIEW, callers without a token. Writes likewise, for who may write.
import type { Client } from '../../test/support/client.ts';
import { withClient } from '../../test/support/database.ts';
import { communityRows } from './communityRows.ts';
import { adminToken, withMeasuredService, type MeasuredService } from './measuredService.ts';
import type { Place } from './place.ts';
import { makeCaller, makeViewer } from './requests.ts';
import { compare, type Amounts, type Candidate, type Line } from './rounds.ts';
import type { Shape } from './shapeQuestions.ts';

/** Somebody who asks the service. */
interface Caller {
  readonly name: string;
  readonly token: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Runs the bench for those of the shapes that are named, or for all; the answer is what it prints. */
export function shapesOf(
  amounts: Amounts,
  only: readonly string[],
  shapes: Readonly<Record<string, Shape>>,
): Promise<string> {
  const measuredOnes = Object.entries(shapes).filter(([name]) => only.length === 0 || only.includes(name));
  const words = measuredOnes.some(([, { isOfWords }]) => isOfWords) ? 'all' : 'written';
  return withMeasuredService({ scale: 1, folder: null, words }, async (measured) => {
    const callers = await callersOf(measured.place, measured.admin);
    const lines: (readonly [name: string, lines: readonly Line[]])[] = [];
    for (const [name, shape] of measuredOnes) {
      const settled = shape.isWrite ? measured.settled : (): Promise<void> => Promise.resolve();
      lines.push([name, await compare(name, candidatesOf(name, shape, measured, callers), { ...amounts, settled })]);
    }
    return tableOf(lines);
  });
}

// The pages are in four languages, each in one.
const languages = { 'Accept-Language': 'en, de, fr-CA, zh-Hans-CN' };
const origin = { ...languages, Origin: 'https://app.example' };

async function callersOf(place: Place, admin: Client): Promise<Caller[]> {
  const person = await makeCaller(place, admin, 'Person');
  const { owner } = person;
  const grants = [
    { subjectUrn: person.client, subjectScope: 'API_CLIENT', label: 'MANAGE' },
    { subjectUrn: owner, subjectScope: 'EVERYONE', label: 'VIEW' },
  ];
  for (const grant of grants) {
    const body = { owner, objectUrn: owner, objectScope: 'COMPANY', ...grant };
    const { status, text } = await admin.rest('POST', '/n/v1/permission', { body });
    if (status !== 201) throw new Error(text);
  }
  await withClient(place.databaseUrl, async (database) => {
    for (const sql of communityRows) await database.query(sql);
  });
  return [
    { name: 'admin', token: adminToken, headers: languages },
    { name: 'person in a browser', token: person.token, headers: origin },
    { name: 'restricted in a browser', token: await makeViewer(place, admin), headers: origin },
    { name: 'anonymous in a browser', token: null, headers: origin },
  ];
}

function candidatesOf(
  name: string,
  { values, document, variables, rest, isPublic = false, isWrite = false }: Shape,
  { service, floor }: MeasuredService,
  callers: readonly Caller[],
): Candidate[] {
  // Who holds a permission on each object may not write.
  const asking = isWrite ? callers.slice(0, 2) : callers.filter(({ token }) => isPublic || token !== null);
  const path = (number: number): string => [name, ...values(number)].map(encodeURIComponent).join('/');
  const graph = (number: number) => ({
    method: 'POST' as const,
    path: '/graphql',
    body: JSON.stringify({ query: document, variables: variables?.(number) }),
  });
  return [
    { name: 'floor', server: floor, token: null, ask: (number) => ({ method: 'GET', path: `/${path(number)}` }) },
    ...asking.flatMap(({ name: caller, ...by }) => [
      ...(document === undefined ? [] : [{ name: `graph, ${caller}`, server: service, ...by, ask: graph }]),
      ...(rest === undefined ? [] : [{ name: `REST, ${caller}`, server: service, ...by, ask: rest }]),
    ]),
  ];
}

// Processor time per request, that of the floor being 1.
function tableOf(lines: readonly (readonly [name: string, lines: readonly Line[]])[]): string {
  const head = '| shape | asked by | CPU, floor = 1 | service ms | PostgreSQL ms | requests/s | of the floor |';
  const cpu = ({ server, postgres }: Line): number => server + postgres;
  const rows = lines.flatMap(([name, [floor, ...asked]]) =>
    floor === undefined
      ? []
      : asked.map((line) =>
          [
            name,
            line.name,
            (cpu(line) / cpu(floor)).toFixed(2),
            line.server.toFixed(2),
            line.postgres.toFixed(2),
            Math.round(line.perSecond).toString(),
            (line.perSecond / floor.perSecond).toFixed(2),
          ].join(' | '),
        ),
  );
  return [head, head.replace(/[^|]+/g, ' --- '), ...rows.map((row) => `| ${row} |`)].join('\n');
}
