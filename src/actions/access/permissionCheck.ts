// Evaluates permissions without doing anything: many questions at once, or one with the reason for its answer.
// Resource reference 7.2 (permissioncheck, permissionexplain).
import { kindOfScope, type Resource } from '../../contract/resource.ts';
import { databaseNow } from '../../database/engine/changeStore.ts';
import { edgesBetween, objectFacts, subjectFacts } from '../../database/access/permissionFacts.ts';
import { heldOn, accessChecks } from '../../database/engine/accessCheckStore.ts';
import { viewerAt, viewerOfSubject } from '../../database/access/tokenStore.ts';
import { forbidden, invalid, notFound, type Violation } from '../../domain/errors.ts';
import { labelViolation } from '../../domain/label.ts';
import { decide, type Decision } from '../../domain/permission.ts';
import type { Viewer, ViewerSubject } from '../../domain/viewer.ts';
import { requireCaller } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { kindsToRead } from '../../engine/readResource.ts';
import type { PermissionCheckInput } from '../../generated/verbs.ts';

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

/**
 * Answers the questions in their order; VALIDATION_FAILED with INVALID_ENUM for a text that is no label. An object that does not exist or may not be read is not allowed; asking about
 * another subject needs ADMIN on the object, else FORBIDDEN.
 */
export async function checkPermissions(
  context: Context,
  checks: readonly PermissionCheckInput[],
): Promise<CheckResult[]> {
  requireCaller(context.viewer);
  const violations: Violation[] = [];
  const questions = checks.map((one, at) => readQuestion(one, `/checks/${String(at)}`, violations));
  if (violations.length > 0) throw invalid(violations);
  const kindOf = await kindsToRead(context, [...new Set(questions.map((q) => q.objectUrn))]);
  const viewers = new Map<string, Promise<Viewer | null>>();
  const results = await Promise.all(
    questions.map(async (question) => {
      const { objectScope, objectUrn } = question;
      const kind = objectScope === null ? kindOf(objectUrn) : kindOfScope(context.contract, objectScope);
      if (!(await mayCheck(context, kind, question))) return { ref: question.ref, allowed: false, permission: null };
      const key = JSON.stringify([question.subject, question.at]);
      const viewer = await (viewers.get(key) ?? remember(viewers, key, viewerFor(context, question)));
      return answerOf(context, question, kind, viewer);
    }),
  );
  return results;
}

/** Why one question is answered as it is. Needs ADMIN on the object: NOT_FOUND or FORBIDDEN without. */
export async function explainPermission(context: Context, check: PermissionCheckInput): Promise<Decision> {
  requireCaller(context.viewer);
  const violations: Violation[] = [];
  const question = readQuestion(check, '', violations);
  if (violations.length > 0) throw invalid(violations);
  const kind = await requireAdministered(context, question.objectUrn, question.objectScope);
  const viewer = await viewerFor(context, question);
  return viewer ? reasonOf(context, question, kind, viewer) : { allowed: false, path: [], nearest: [] };
}

/** The kind of an object that the caller administers: NOT_FOUND where it may not read it, FORBIDDEN where it only may. */
export async function requireAdministered(
  context: Context,
  objectUrn: string,
  objectScope: string | null = null,
): Promise<Resource> {
  const { contract, database, viewer } = context;
  const kindOf = await kindsToRead(context, [objectUrn]);
  const kind = objectScope === null ? kindOf(objectUrn) : kindOfScope(contract, objectScope);
  const standing = (await accessChecks(database, viewer, { resource: kind, urns: [objectUrn] }, 'ADMIN')).get(
    objectUrn,
  );
  if (!standing) throw notFound();
  if (!standing.isAllowed) throw forbidden('This needs ADMIN on the object.');
  return kind;
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
  const { ref } = question;
  if (!viewer || !(await isHeld(context, question, kind, viewer))) return { ref, allowed: false, permission: null };
  const reason = await reasonOf(context, question, kind, viewer);
  return { ref, allowed: true, permission: reason.path.at(-1)?.permission ?? null };
}

// A caller that asks about itself learns nothing of objects that it may not read; an application's own labels are held
// without reading.
async function isHeld(
  { database }: Context,
  { subject, objectUrn, label }: Question,
  kind: Resource,
  viewer: Viewer,
): Promise<boolean> {
  const object = { resource: kind, urns: [objectUrn] };
  if (subject || label.startsWith('x-')) return (await heldOn(database, viewer, object, label)).get(objectUrn) === true;
  return (await accessChecks(database, viewer, object, label)).get(objectUrn)?.isAllowed === true;
}

/** Why the viewer holds the label or not. Nobody holds one on an object that does not live. */
export async function reasonOf(
  context: Pick<Context, 'database'>,
  question: Pick<Question, 'objectUrn' | 'label' | 'at'>,
  kind: Resource,
  viewer: Viewer,
): Promise<Decision> {
  const { database } = context;
  const object = await objectFacts(database, kind, question.objectUrn);
  const subject = await subjectFacts(database, viewer);
  const edges = await edgesBetween(database, subject, object);
  return decide(subject, object, edges, { label: question.label, at: question.at ?? (await databaseNow(database)) });
}

// Whom another one may do what to is for those to know who administer the object.
async function mayCheck({ database, viewer }: Context, kind: Resource, question: Question): Promise<boolean> {
  const { objectUrn, subject } = question;
  if (!subject) return true;
  const standing = (await accessChecks(database, viewer, { resource: kind, urns: [objectUrn] }, 'ADMIN')).get(
    objectUrn,
  );
  if (standing && !standing.isAllowed) throw forbidden('Asking about another subject needs ADMIN on the object.');
  return standing !== undefined;
}

async function viewerFor({ database, viewer }: Context, { subject, at }: Question): Promise<Viewer | null> {
  if (subject) {
    const found = await viewerOfSubject(database, subject, at);
    return found?.tenantUrn === viewer.tenantUrn ? found : null;
  }
  return at === null ? viewer : viewerAt(database, viewer, at);
}

function readQuestion(input: PermissionCheckInput, path: string, violations: Violation[]): Question {
  const { subjectUrn = null, subjectScope = null } = input;
  if ((subjectUrn === null) !== (subjectScope === null)) {
    const name = subjectScope === null ? 'subjectScope' : 'subjectUrn';
    const message = 'subjectUrn and subjectScope go together.';
    violations.push({ path: `${path}/${name}`, code: 'REQUIRED', message });
  }
  const unknown = labelViolation(input.label, `${path}/label`);
  if (unknown) violations.push(unknown);
  return {
    ref: input.ref ?? null,
    subject: subjectUrn === null || subjectScope === null ? null : { scope: subjectScope, urn: subjectUrn },
    objectUrn: input.objectUrn,
    objectScope: input.objectScope ?? null,
    label: input.label,
    at: input.atTimestamp ?? null,
  };
}
