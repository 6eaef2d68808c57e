// Writes changes over both faces, retries failures, and keeps a journal of the answers.
import type { Chance } from './chance.ts';
import type { WriteEntry } from './evidence.ts';
import { subjects, type Subject } from './subjects.ts';

/** What writers share. */
export interface Desk {
  readonly token: string;
  readonly company: string;
  /** The page that holds the text items. */
  readonly page: string;
  /** The addresses that are listening now. */
  living(): readonly string[];
  /** Objects that are known to exist, by subject. */
  readonly known: Map<string, string[]>;
  readonly journal: WriteEntry[];
  /** Answers that no fault excuses, such as a 500. */
  readonly incidents: string[];
  /** Changes acknowledged so far, and how many are wanted. */
  readonly count: { done: number; readonly wanted: number; isOver: boolean };
  /** Called after each acknowledged change. */
  onDone(): void;
  /** Called when a face acknowledges one. */
  readonly onAnswer: (face: 'REST' | 'GRAPH') => void;
}

interface Answer {
  readonly outcome: WriteEntry['outcome'];
  readonly version: number | null;
  readonly code: string;
}

interface Change {
  readonly subject: Subject;
  readonly verb: WriteEntry['verb'];
  readonly target: string;
  readonly value: string;
}

/** Refusals that follow from what other writers do, and from attempts made before. */
const expected = new Set(['ALREADY_EXISTS', 'NOT_FOUND', 'CONFLICT']);
const requestMillis = 20_000;
const mostAttempts = 40;

/** Writes until enough changes are acknowledged. */
export async function runWriter(desk: Desk, name: string, chance: Chance): Promise<void> {
  for (let number = 0; desk.count.done < desk.count.wanted && !desk.count.isOver; number += 1) {
    const change = nextChange(desk, chance, `${name}-${String(number)}`);
    if (await carryOut(desk, chance, change)) {
      desk.count.done += 1;
      desk.onDone();
    }
  }
}

function nextChange(desk: Desk, chance: Chance, value: string): Change {
  // subjects is not empty.
  const subject = chance.of(subjects) as Subject;
  const known = desk.known.get(subject.subject) ?? [];
  const target = chance.of(known);
  if (!target || known.length < 12 || chance.is(0.04))
    return { subject, verb: 'CREATE', target: crypto.randomUUID(), value };
  if (known.length > 40 && chance.is(0.05)) {
    desk.known.set(
      subject.subject,
      known.filter((one) => one !== target),
    );
    return { subject, verb: 'DELETE', target, value };
  }
  return { subject, verb: 'UPDATE', target, value };
}

async function carryOut(desk: Desk, chance: Chance, change: Change): Promise<boolean> {
  const { subject, verb, target, value } = change;
  let isDoubtful = false;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const url = chance.of(desk.living());
    const answer = url ? await ask(desk, chance, url, change) : null;
    if (!answer) {
      await pause(50 + chance.below(150));
      continue;
    }
    // A retry of a change that was already applied is refused.
    const isDoneBefore =
      isDoubtful &&
      ((verb === 'CREATE' && answer.code === 'ALREADY_EXISTS') || (verb === 'DELETE' && answer.code === 'NOT_FOUND'));
    const outcome = isDoneBefore && verb === 'CREATE' ? 'ACKNOWLEDGED' : answer.outcome;
    const version = verb === 'CREATE' && outcome === 'ACKNOWLEDGED' ? 1 : answer.version;
    desk.journal.push({ target, subject: subject.subject, verb, value, outcome, code: answer.code, version });
    if (outcome === 'ACKNOWLEDGED' && verb === 'CREATE')
      desk.known.set(subject.subject, [...(desk.known.get(subject.subject) ?? []), target]);
    if (outcome !== 'UNKNOWN') return outcome === 'ACKNOWLEDGED';
    isDoubtful = true;
    await pause(20 + chance.below(200));
  }
  return false;
}

/** One attempt; null when it did not even reach a gateway. */
async function ask(desk: Desk, chance: Chance, url: string, change: Change): Promise<Answer | null> {
  try {
    const face = chance.is(0.5) ? 'REST' : 'GRAPH';
    const answer = await (face === 'REST' ? overRest(desk, url, change) : overGraph(desk, url, change));
    if (answer.outcome === 'ACKNOWLEDGED') desk.onAnswer(face);
    if (answer.code === 'INTERNAL_ERROR')
      desk.incidents.push(`a fault was answered as a bug: ${change.verb} ${change.subject.path}`);
    if (answer.outcome === 'REFUSED' && !expected.has(answer.code))
      desk.incidents.push(`${change.verb} ${change.subject.path} was refused: ${answer.code}`);
    return answer;
  } catch (error) {
    // A gateway that lives answers within its deadline, whatever the database does.
    if (error instanceof Error && error.name === 'TimeoutError')
      desk.incidents.push(`no answer within ${String(requestMillis)} ms: ${change.verb} ${change.subject.path}`);
    const cause = error instanceof Error ? error.cause : null;
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
    return code === 'ECONNREFUSED' ? null : { outcome: 'UNKNOWN', version: null, code };
  }
}

async function overRest(desk: Desk, url: string, { subject, verb, target, value }: Change): Promise<Answer> {
  const at = `${url}/n/v1/${subject.path}`;
  const isNew = verb === 'CREATE';
  const body = isNew
    ? { urn: target, [subject.field]: value, ...subject.first(desk.company, desk.page, target) }
    : { [subject.field]: value };
  const response = await fetch(isNew ? at : `${at}/${target}`, {
    method: isNew ? 'POST' : verb === 'DELETE' ? 'DELETE' : 'PATCH',
    headers: verb === 'DELETE' ? callerOf(desk) : headersOf(desk),
    signal: AbortSignal.timeout(requestMillis),
    ...(verb === 'DELETE' ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status === 500) desk.incidents.push(`a fault was answered 500: ${verb} ${subject.path}`);
  if (response.ok)
    return {
      outcome: 'ACKNOWLEDGED',
      version: text === '' ? null : versionIn(JSON.parse(text), subject.field, value),
      code: '',
    };
  return {
    outcome: response.status >= 500 ? 'UNKNOWN' : 'REFUSED',
    version: null,
    code: String(memberOf(JSON.parse(text), 'code')),
  };
}

async function overGraph(desk: Desk, url: string, change: Change): Promise<Answer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: headersOf(desk),
    signal: AbortSignal.timeout(requestMillis),
    body: JSON.stringify(documentOf(desk, change)),
  });
  // What the graph answers; members that are absent are undefined.
  const answer = (await response.json()) as {
    data?: { done?: { row?: unknown; userErrors?: readonly { code?: string }[] } | null } | null;
    errors?: readonly { extensions?: { code?: string } }[];
  };
  const done = answer.data?.done;
  const refusal = done?.userErrors?.[0]?.code;
  if (refusal) return { outcome: 'REFUSED', version: null, code: refusal };
  if (done && !answer.errors)
    return { outcome: 'ACKNOWLEDGED', version: versionIn(done.row, 'value', change.value), code: '' };
  const code = answer.errors?.[0]?.extensions?.code ?? '';
  // An error after the change, such as one of reading it back, says nothing about the change.
  return { outcome: 'UNKNOWN', version: null, code };
}

function documentOf(
  desk: Desk,
  { subject, verb, target, value }: Change,
): { query: string; variables: Record<string, unknown> } {
  const { type, field } = subject;
  const row = `row: ${type.slice(0, 1).toLowerCase()}${type.slice(1)} { version value: ${field} }`;
  if (verb === 'DELETE')
    return {
      query: `mutation ($urn: ID!) { done: delete${type}(urn: $urn) { userErrors { code } } }`,
      variables: { urn: target },
    };
  if (verb === 'CREATE') {
    const input = { urn: target, [field]: value, ...subject.first(desk.company, desk.page, target) };
    const query = `mutation ($input: Create${type}Input!) { done: create${type}(input: $input) { ${row} userErrors { code } } }`;
    return { query, variables: { input } };
  }
  const query = `mutation ($urn: ID!, $input: Update${type}Input!) { done: update${type}(urn: $urn, input: $input) { ${row} userErrors { code } } }`;
  return { query, variables: { urn: target, input: { [field]: value } } };
}

function callerOf({ token }: Desk): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

function headersOf(desk: Desk): Record<string, string> {
  return { 'content-type': 'application/json', ...callerOf(desk) };
}

// A resource is read after the commit: when it shows another value, a later change had come in between.
function versionIn(body: unknown, field: string, value: string): number | null {
  return memberOf(body, field) === value ? Number(memberOf(body, 'version')) : null;
}

function memberOf(body: unknown, member: string): unknown {
  return typeof body === 'object' && body !== null ? Object.entries(body).find(([name]) => name === member)?.[1] : null;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
