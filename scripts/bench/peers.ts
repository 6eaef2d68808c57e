// The service beside others that answer the same questions from the same tables, and beside the floor: PostGraphile,
// Mercurius with loaders written by hand, and Directus. Their packages are those of bench/; nobody signs in to the first two.
import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { databaseUrl, withClient } from '../../test/support/database.ts';
import type { Figures } from './figures.ts';
import { peerNames, serverOf, withMeasuredService, type MeasuredService } from './measuredService.ts';
import {
  directusRest,
  membersOfDirectus,
  membersOfDirectusRest,
  peerRequests,
  postGraphilePages,
} from './peerQuestions.ts';
import type { Place } from './place.ts';
import { namedQuestions, type AskedData, type Question } from './questions.ts';
import { registerAll, registered } from './requests.ts';
import { compare, requireSame, type Amounts, type Candidate, type Line, type Server } from './rounds.ts';

const token = 'bench';
/** How each peer is called, and where its packages are installed. */
const peers = {
  postgraphile: { title: 'PostGraphile 5', folder: 'bench' },
  mercurius: { title: 'Mercurius', folder: 'bench' },
  directus: { title: 'Directus 11', folder: 'bench/directus' },
} as const;

type Peer = keyof typeof peers;

/** Why the bench cannot run here; null if it can. */
export function whyNoPeers(): string | null {
  const isMissing = (folder: string): boolean =>
    !existsSync(path.join(import.meta.dirname, '../..', folder, 'node_modules'));
  const missing = [...new Set(Object.values(peers).map(({ folder }) => folder))].filter(isMissing);
  if (missing.length === 0) return null;
  return `The peers are not installed: ${missing.map((folder) => `npm ci --prefix ${folder}`).join(' && ')}`;
}

/** Runs the bench for the questions. */
export function measurePeers(amounts: Amounts, only: readonly string[]): Promise<Figures> {
  const before = loadavg()[0] ?? 0;
  return withMeasuredService({ scale: 1, folder: null, words: 'all', prepare: copyForDirectus }, async (measured) => {
    await registerAll(measured.place);
    const started = await startPeers(measured);
    const lines: Record<string, readonly Line[]> = {};
    for (const question of namedQuestions(only)) {
      const candidates = candidatesOf(question, measured, started);
      if (question !== 'write') await requireSame(question, candidates);
      const settled = question === 'write' ? measured.settled : () => Promise.resolve();
      lines[question] = await compare(question, candidates, { ...amounts, settled });
    }
    return {
      date: new Date().toISOString().slice(0, 16).replace('T', ', '),
      node: process.version,
      cores: cpus().length,
      load: [before, loadavg()[0] ?? 0],
      ...amounts,
      lines,
    };
  });
}

// It adds tables of its own, and the database of the service is to be as its users have it.
async function copyForDirectus({ databaseUrl: url }: Place): Promise<void> {
  await withClient(databaseUrl(url, 'template1'), (database) =>
    database.query('CREATE DATABASE directus TEMPLATE postgres'),
  );
}

/** A peer that answers, and the data as it is asked for it. */
interface StartedPeer {
  readonly peer: Peer;
  readonly server: Server;
  readonly data: AskedData;
}

async function startPeers({ place, data }: MeasuredService): Promise<StartedPeer[]> {
  const started: StartedPeer[] = [];
  for (const peer of peerNames) {
    const server = await startPeer(place, peer);
    const pages = peer === 'postgraphile' ? await postGraphilePages(server.url, data.pages) : data.pages;
    started.push({ peer, server, data: { ...data, pages } });
  }
  return started;
}

async function startPeer(place: Place, peer: Peer): Promise<Server> {
  const url = peer === 'directus' ? databaseUrl(place.databaseUrl, 'directus') : place.databaseUrl;
  const script = `../../${peers[peer].folder}/${peer}.ts`;
  const { said, process } = await place.helper(script, `${url}&application_name=${peer}`, token);
  return serverOf(place, { url: said.url, process }, peer);
}

function candidatesOf(question: Question, measured: MeasuredService, started: readonly StartedPeer[]): Candidate[] {
  const { service, data, candidates } = measured;
  const titles: Readonly<Record<string, string>> = {
    'graph, admin': 'Commonplace',
    'REST, admin': 'Commonplace, REST',
  };
  const own = [...candidates(question), { ...registered(question, service, data), name: 'Commonplace, registered' }];
  const others = started.flatMap(({ peer, server, data: asksFor }): Candidate[] => {
    const asked = { name: peers[peer].title, server, token: peer === 'directus' ? token : null };
    const graph = { ...asked, ask: (number: number) => peerRequests[peer](question, number, asksFor) };
    if (peer !== 'directus') return [graph];
    const shaped = { ...graph, membersOf: (answer: unknown) => membersOfDirectus(question, answer) };
    if (question !== 'point' && question !== 'write') return [shaped];
    const rest = { ...asked, name: `${asked.name}, REST`, membersOf: membersOfDirectusRest };
    return [shaped, { ...rest, ask: (number: number) => directusRest(question, number, asksFor) }];
  });
  return [...own, ...others].map((one) => ({ ...one, name: titles[one.name] ?? one.name }));
}
