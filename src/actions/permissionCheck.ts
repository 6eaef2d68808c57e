// Asks the permission decision without doing anything: many questions at once, or one with the reason for its answer.
// Resource reference 7.2 (permissioncheck, permissionexplain).
import { scopeOf } from '../contract/objectScope.ts';
import type { Resource } from '../contract/resource.ts';
import { databaseNow } from '../database/changeStore.ts';
import { edgesBetween, objectFacts, subjectFacts } from '../database/permissionFacts.ts';
import { heldOn, kindsOf, standings } from '../database/standingStore.ts';
import { viewerOfSubject } from '../database/tokenStore.ts';
import { forbidden, invalid, notFound, type Violation } from '../domain/errors.ts';
import { parseInstant } from '../domain/instant.ts';
import { decide, type Decision } from '../domain/permission.ts';
import { parseUrn } from '../domain/urn.ts';
import { selfOf, type Viewer, type ViewerSubject } from '../domain/viewer.ts';
import { requireCaller } from './authorize.ts';
import type { Context } from './context.ts';

/** A question as it was understood. Without a subject it is about the caller. */
interface Question {
  readonly ref: string | null;
  readonly subject: ViewerSubject | null;
  readonly objectUrn: string;
  readonly objectScope: string | null;
  readonly label: string;
  readonly at: string | null;
}

/** An answer. `permission` is the edge that allows; null where none is needed or none does. */
export interface CheckResult {
  readonly ref: string | null;
  readonly allowed: boolean;
  readonly permission: string | null;
}

const mostChecks = 100;
const subjectScopes = ['API_CLIENT', 'ROLE', 'IDENTITY', 'GROUP', 'COMPANY', 'EVERYONE'];

/**
 * Answers the questions in their order. An object that does not exist or may not be read is not allowed; asking about
 * another subject needs ADMIN on the object, else FORBIDDEN.
 */
export async function checkPermissions(context: Context, sent: unknown): Promise<CheckResult[]> {
  requireCaller(context.viewer);
  const violations: Violation[] = [];
  if (!Array.isArray(sent) || sent.length < 1 || sent.length > mostChecks) {
    const message = `1 to ${String(mostChecks)} checks are expected.`;
    throw invalid([{ path: '/checks', code: 'TOO_MANY', message, limit: mostChecks }]);
  }
  const questions = sent.map((one: unknown, at) => readQuestion(one, `/checks/${String(at)}`, violations));
  if (violations.length > 0) throw invalid(violations);
  const kinds = await kindsOf(context.database, context.contract, [...new Set(questions.map((q) => q.objectUrn))]);
  const asked = new Map<string, Promise<Viewer | null>>();
  return Promise.all(
    questions.map(async (question) => {
      const kind = kinds.get(question.objectUrn);
      const isScope = kind && (question.objectScope === null || scopeOf(kind) === question.objectScope);
      if (!isScope || !(await mayAsk(context, kind, question)))
        return { ref: question.ref, allowed: false, permission: null };
      const key = JSON.stringify([question.subject, question.at]);
      const viewer = await (asked.get(key) ?? remember(asked, key, viewerFor(context, question)));
      return answerOf(context, question, kind, viewer);
    }),
  );
}

/** Why one question is answered as it is. Needs ADMIN on the object: NOT_FOUND or FORBIDDEN without. */
export async function explainPermission(context: Context, sent: unknown): Promise<Decision> {
  requireCaller(context.viewer);
  const violations: Violation[] = [];
  const question = readQuestion(sent, '', violations);
  if (violations.length > 0) throw invalid(violations);
  const { database, contract, viewer } = context;
  const kind = (await kindsOf(database, contract, [question.objectUrn])).get(question.objectUrn);
  if (!kind || (question.objectScope !== null && scopeOf(kind) !== question.objectScope)) throw notFound();
  const standing = (await standings(database, contract, viewer, kind, [question.objectUrn], 'ADMIN')).get(
    question.objectUrn,
  );
  if (!standing) throw notFound();
  if (!standing.isAllowed) throw forbidden('Explaining needs ADMIN on the object.');
  const asked = await viewerFor(context, question);
  if (!asked) return { allowed: false, path: [], nearest: [] };
  return (await reasonOf(context, question, kind, asked)) ?? { allowed: false, path: [], nearest: [] };
}

function remember<T>(known: Map<string, T>, key: string, value: T): T {
  known.set(key, value);
  return value;
}

async function answerOf(
  context: Context,
  question: Question,
  kind: Resource,
  viewer: Viewer | null,
): Promise<CheckResult> {
  const { ref, objectUrn, label } = question;
  const held = viewer && (await heldOn(context.database, context.contract, viewer, kind, [objectUrn], label));
  if (!viewer || held?.get(objectUrn) !== true) return { ref, allowed: false, permission: null };
  const reason = await reasonOf(context, question, kind, viewer);
  return { ref, allowed: true, permission: reason?.path.at(-1)?.permission ?? null };
}

async function reasonOf(
  context: Context,
  question: Question,
  kind: Resource,
  viewer: Viewer,
): Promise<Decision | null> {
  const { database, contract } = context;
  const object = await objectFacts(database, contract, kind, question.objectUrn);
  if (!object) return null;
  const subject = await subjectFacts(database, viewer);
  const edges = await edgesBetween(database, subject, object);
  return decide(subject, object, edges, question.label, question.at ?? (await databaseNow(database)));
}

// Whom another one may do what to is for those to know who administer the object.
async function mayAsk({ database, contract, viewer }: Context, kind: Resource, question: Question): Promise<boolean> {
  const { objectUrn, subject } = question;
  if (!subject) return true;
  const standing = (await standings(database, contract, viewer, kind, [objectUrn], 'ADMIN')).get(objectUrn);
  if (standing && !standing.isAllowed) throw forbidden('Asking about another subject needs ADMIN on the object.');
  return standing !== undefined;
}

async function viewerFor({ database, viewer }: Context, { subject, at }: Question): Promise<Viewer | null> {
  if (subject) {
    const found = await viewerOfSubject(database, subject, at);
    return found?.tenantUrn === viewer.tenantUrn ? found : null;
  }
  const self = selfOf(viewer);
  if (at === null || !self) return viewer;
  // A token that was narrowed to roles keeps them; what they give is judged at that time.
  const isNarrowed = !viewer.subjects.some((s) => s.scope === self.scope);
  if (isNarrowed) return { ...viewer, at };
  const then = await viewerOfSubject(database, self, at);
  return then && { ...then, tokenUrn: viewer.tokenUrn, onlyLabels: viewer.onlyLabels };
}

function readQuestion(sent: unknown, path: string, violations: Violation[]): Question {
  const members: Readonly<Record<string, unknown>> = typeof sent === 'object' && sent !== null ? { ...sent } : {};
  const refuse = (name: string, code: Violation['code'], message: string): void => {
    violations.push({ path: `${path}/${name}`, code, message });
  };
  const text = (name: string): string | null => {
    const value = members[name];
    if (value === undefined || value === null) return null;
    if (typeof value === 'string' && value.length <= 255) return value;
    refuse(name, 'INVALID_FORMAT', 'A text of at most 255 characters is expected.');
    return null;
  };
  const [subjectUrn, subjectScope, objectUrn] = [text('subjectUrn'), text('subjectScope'), text('objectUrn')];
  const [label, at] = [text('label'), text('atTimestamp')];
  if (objectUrn === null) refuse('objectUrn', 'REQUIRED', 'Required.');
  if (label === null || label === '') refuse('label', 'REQUIRED', 'Required.');
  if ((subjectUrn === null) !== (subjectScope === null)) refuse('subjectScope', 'REQUIRED', 'Goes with subjectUrn.');
  if (subjectScope !== null && !subjectScopes.includes(subjectScope))
    refuse('subjectScope', 'INVALID_ENUM', `One of ${subjectScopes.join(', ')} is expected.`);
  const instant = at === null ? null : parseInstant(at);
  if (at !== null && !instant) refuse('atTimestamp', 'INVALID_FORMAT', 'A date-time is expected.');
  const nil = '00000000-0000-0000-0000-000000000000';
  return {
    ref: text('ref'),
    // A urn that is no uuid names nothing, as anywhere.
    subject: subjectUrn === null ? null : { scope: subjectScope ?? '', urn: parseUrn(subjectUrn) ?? nil },
    objectUrn: parseUrn(objectUrn) ?? nil,
    objectScope: text('objectScope'),
    label: label ?? '',
    at: instant,
  };
}
