// Reads of one row each that are ready to be sent at the same time, as one statement: what PostgreSQL and the driver do for a
// statement costs several times as much as one more row of it.
import { tooManyBytes } from './boundedQuery.ts';
import { isConnectionLost } from './databaseErrors.ts';
import type { DatabaseTime } from './databaseTime.ts';
import type { Statement } from './statement.ts';
import { traced } from '../../tracing/traced.ts';

type Rows = Record<string, unknown>[];

/** Runs a statement for the requests that wait for it. */
export type RunJoined = (statement: Statement) => Promise<Rows>;

/** Runs a read of one row, with others of its group where there are any. */
export type JoinedReads = (statement: JoinableRead, time: DatabaseTime) => Promise<Rows>;

/** A statement that says what it may be joined with. */
export type JoinableRead = Statement & Required<Pick<Statement, 'joinable'>>;

interface Member {
  readonly statement: JoinableRead;
  readonly time: DatabaseTime;
  readonly resolve: (rows: Rows) => void;
  readonly reject: (error: unknown) => void;
}

/** Rows that one statement reads at most, so that nobody waits for many others. */
const mostJoined = 32;

/** Joins what is asked for in one turn of the event loop. Each is answered with its own row, and fails as if it had been run alone. */
export function createJoinedReads(run: RunJoined): JoinedReads {
  const groups = new Map<object, Member[]>();
  const sendAll = (): void => {
    const ready = [...groups.values()];
    groups.clear();
    for (const members of ready) void answerAll(run, members);
  };
  const join = (statement: JoinableRead, time: DatabaseTime): Promise<Rows> =>
    new Promise((resolve, reject) => {
      if (groups.size === 0) setImmediate(sendAll);
      const { group } = statement.joinable;
      const members = groups.get(group) ?? [];
      groups.set(group, members);
      members.push({ statement, time, resolve, reject });
      if (members.length < mostJoined) return;
      groups.set(group, []);
      void answerAll(run, members);
    });
  return (statement, time) => traced({ kind: 'STATEMENT', text: statement.text }, () => join(statement, time));
}

async function answerAll(run: RunJoined, members: readonly Member[]): Promise<void> {
  const [first] = members;
  if (!first) return;
  try {
    const rows = await run(joined(first.statement, members));
    for (const row of rows) {
      const member = members[Number(row['at']) - 1];
      // As if it had been run alone.
      row['at'] = 1;
      if (member?.time.take(bytesIn(row))) member.resolve([row]);
      else member?.reject(tooManyBytes());
    }
  } catch (error) {
    if (members.length === 1 || isConnectionLost(error)) for (const { reject } of members) reject(error);
    // What one of them failed with is its own.
    else for (const member of members) void answerAll(run, [member]);
  }
}

function joined(statement: JoinableRead, members: readonly Member[]): Statement {
  if (members.length === 1) return statement;
  const values = [...statement.values];
  for (const at of statement.joinable.lists) {
    const elements = members.map((member) => String(member.statement.values[at]).slice(1, -1));
    values[at] = `{${elements.join(',')}}`;
  }
  return { ...statement, values };
}

function bytesIn(row: Rows[number]): number {
  let bytes = 0;
  for (const value of Object.values(row)) {
    if (Buffer.isBuffer(value)) bytes += value.length;
    else if (typeof value === 'string') bytes += Buffer.byteLength(value);
  }
  return bytes;
}

/** Whether a statement may be joined with others. */
export function isJoinable(statement: Statement): statement is JoinableRead {
  return statement.joinable !== undefined;
}
