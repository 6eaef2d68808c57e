// Evaluates permissions without doing anything: many questions at once, or one with the reason for its answer. Both come from one
// decision, which is the one of reads and lists. Resource reference 7.2 (permissioncheck, permissionexplain).
import { kindOfScope, type Resource } from '../../contract/resource.ts';
import { edgesBetween, factsOf } from '../../database/access/permissionFacts.ts';
import {
  accessChecks,
  placeKey,
  reasonsHeld,
  standings,
  type Standing,
} from '../../database/engine/accessCheckStore.ts';
import { isDraft } from '../../database/engine/scope.ts';
import { hasOwnRule, reasonsOf } from '../../database/engine/visibility.ts';
import { viewerAt, viewerOfSubject } from '../../database/access/tokenStore.ts';
import { forbidden, invalid, notFound, type Violation } from '../../domain/errors.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { effectiveLabels } from '../../domain/heldLabels.ts';
import { labelViolation } from '../../domain/label.ts';
import { explain, type GivenReason } from '../../domain/explanation.ts';
import type { Decision } from '../../domain/permission.ts';
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

/** A question, and the kind of its object. */
interface Asked extends Question {
  readonly kind: Resource;
}

/** An answer. `permission` is the edge that allows; null where none is needed or none does. It is looked up when it is asked for. */
export interface CheckResult {
  readonly ref: string | null;
  readonly allowed: boolean;
  readonly permission: () => Promise<string | null>;
}

/**
 * Answers the questions in their order; VALIDATION_FAILED with INVALID_ENUM for a text that is no label. An object that does not exist or may not be read is not allowed; asking about
 * another subject needs ADMIN on the object, else FORBIDDEN. Questions about one subject are one statement, however many they are.
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
  const asked = questions.map((question) => askedOf(context, question, kindOf));
  const mayAsk = await administered(context, asked);
  const groups = groupBy(asked.filter(mayAsk), subjectOf);
  const answered = await Promise.all([...groups.values()].map((some) => answersOf(context, some)));
  const answers = new Map(answered.flatMap((some) => [...some]));
  const nothing = { allowed: false, permission: () => Promise.resolve(null) };
  return asked.map((one) => ({ ref: one.ref, ...(answers.get(one) ?? nothing) }));
}

/** Why one question is answered as it is. Needs ADMIN on the object: NOT_FOUND or FORBIDDEN without. */
export async function explainPermission(context: Context, check: PermissionCheckInput): Promise<Decision> {
  requireCaller(context.viewer);
  const violations: Violation[] = [];
  const question = readQuestion(check, '', violations);
  if (violations.length > 0) throw invalid(violations);
  const kind = await requireAdministered(context, question.objectUrn, question.objectScope);
  const asked = { ...question, kind };
  const viewer = await viewerFor(context, question);
  if (!viewer) return { allowed: false, path: [], nearest: [] };
  const [decided] = await decisionsOn(context, viewer, [asked]);
  const explained = decided && (await explanations(context, viewer, [decided])).get(asked);
  return explained ?? { allowed: false, path: [], nearest: [] };
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

function askedOf({ contract }: Context, question: Question, kindOf: (urn: string) => Resource): Asked {
  const { objectScope, objectUrn } = question;
  return { ...question, kind: objectScope === null ? kindOf(objectUrn) : kindOfScope(contract, objectScope) };
}

// Questions about the same subject at the same time.
const subjectOf = ({ subject, at }: Question): string => JSON.stringify([subject, at]);

const keyOf = ({ kind, objectUrn }: Asked): string => placeKey(kind.name, objectUrn);

/** The objects of the questions, by kind, each once. */
function objectsOf(asked: readonly Asked[]): { readonly resource: Resource; readonly urns: readonly string[] }[] {
  return [...groupBy(asked, ({ kind }) => kind)].map(([resource, some]) => ({
    resource,
    urns: [...new Set(some.map(({ objectUrn }) => objectUrn))],
  }));
}

type Standings = (asked: Asked) => Standing | undefined;

async function standingsOn(
  { database }: Context,
  viewer: Viewer,
  asked: readonly Asked[],
  wanted: Parameters<typeof standings>[3],
): Promise<Standings> {
  const some = await standings(database, viewer, objectsOf(asked), wanted);
  return (one) => some.get(keyOf(one));
}

// Whom another one may do what to is for those to know who administer the object.
async function administered(context: Context, asked: readonly Asked[]): Promise<(one: Asked) => boolean> {
  const ofOthers = asked.filter(({ subject }) => subject);
  if (ofOthers.length === 0) return () => true;
  const standing = await standingsOn(context, context.viewer, ofOthers, { labels: ['ADMIN'], isAnywhere: false });
  for (const one of ofOthers) {
    const found = standing(one);
    if (found?.isReadable && found.held[0] !== true)
      throw forbidden('Asking about another subject needs ADMIN on the object.');
  }
  return (one) => !one.subject || standing(one)?.isReadable === true;
}

/** A question, decided. */
interface DecidedQuestion {
  readonly asked: Asked;
  readonly isAllowed: boolean;
}

async function answersOf(context: Context, asked: readonly Asked[]): Promise<Map<Asked, Omit<CheckResult, 'ref'>>> {
  const [first] = asked;
  const viewer = first ? await viewerFor(context, first) : null;
  if (!viewer) return new Map();
  const decided = await decisionsOn(context, viewer, asked);
  let explained: Promise<ReadonlyMap<Asked, Decision>> | null = null;
  // Of all at once, when one of them is asked for.
  const reasons = (): Promise<ReadonlyMap<Asked, Decision>> =>
    (explained ??= explanations(
      context,
      viewer,
      decided.filter(({ isAllowed }) => isAllowed),
    ));
  const permissionOf = async (one: Asked): Promise<string | null> =>
    (await reasons()).get(one)?.path.at(-1)?.permission ?? null;
  return new Map(
    decided.map(({ asked: one, isAllowed }) => [
      one,
      { allowed: isAllowed, permission: () => (isAllowed ? permissionOf(one) : Promise.resolve(null)) },
    ]),
  );
}

/** The one decision, about all questions that ask about the viewer. */
async function decisionsOn(context: Context, viewer: Viewer, asked: readonly Asked[]): Promise<DecidedQuestion[]> {
  const labels = [...new Set(asked.map(({ label }) => label))];
  const standing = await standingsOn(context, viewer, asked, { labels, isAnywhere: true });
  return asked.map((one) => ({ asked: one, isAllowed: isAllowed(one, standing(one), labels.indexOf(one.label)) }));
}

// What the reads of the kind need is held where a read finds the object. Else nothing is said of objects that the caller itself
// may not read; an application's own labels are held without reading.
function isAllowed({ subject, label, kind }: Asked, standing: Standing | undefined, at: number): boolean {
  if (!standing) return false;
  if (label === kind.labels.read) return standing.isReadable;
  const isHeld = standing.held[at] === true;
  return subject || label.startsWith('x-') ? standing.lives && isHeld : standing.isReadable && isHeld;
}

/** Whether the subject, which the viewer is, holds the label, and why. */
export async function reasonOf(
  context: Context,
  question: Pick<Question, 'objectUrn' | 'label'> & { readonly subject: ViewerSubject },
  kind: Resource,
  viewer: Viewer,
): Promise<Decision> {
  const asked = { ...question, ref: null, objectScope: null, at: null, kind };
  const decided = await decisionsOn(context, viewer, [asked]);
  return (await explanations(context, viewer, decided)).get(asked) ?? { allowed: false, path: [], nearest: [] };
}

/** Explains decisions about the viewer: what is known of it and of all objects is read at once. */
async function explanations(
  { database }: Context,
  viewer: Viewer,
  decided: readonly DecidedQuestion[],
): Promise<Map<Asked, Decision>> {
  if (decided.length === 0) return new Map();
  const asked = decided.map((one) => one.asked);
  const places = [...groupBy(asked, keyOf).values()].flatMap(([one]) =>
    one ? [{ resource: one.kind, urn: one.objectUrn }] : [],
  );
  const [{ objects, subject, now }, reasons] = await Promise.all([
    factsOf(database, viewer, places),
    reasonsGiven(database, viewer, decided),
  ]);
  const edges = await edgesBetween(database, subject, [...objects.values()]);
  return new Map(
    decided.map(({ asked: one, isAllowed: allowed }) => {
      const { kind, label, at, objectUrn } = one;
      const object = objects.get(objectUrn) ?? { chain: [], companies: [] };
      const reason = reasons.get(one) ?? null;
      const rule = { hasOwnRule: hasOwnRule(kind), knowsDrafts: isDraft(kind, 't') !== null };
      return [one, explain({ subject, object, edges }, { label, at: at ?? now, isAllowed: allowed, reason, ...rule })];
    }),
  );
}

/** The first reason of the kind's own rule that gave the label, for each question that it was asked of. */
async function reasonsGiven(
  database: Context['database'],
  viewer: Viewer,
  decided: readonly DecidedQuestion[],
): Promise<Map<Asked, GivenReason>> {
  const ruled = decided
    .filter(({ asked, isAllowed: allowed }) => allowed && hasOwnRule(asked.kind))
    .map((one) => one.asked);
  const groups = groupBy(ruled, ({ kind, label }) => `${kind.name} ${label}`);
  const given = await Promise.all(
    [...groups.values()].map(async (some): Promise<[Asked, GivenReason][]> => {
      const [first] = some;
      if (!first) return [];
      const { kind: resource, label } = first;
      const held = await reasonsHeld(database, viewer, { resource, urns: some.map((one) => one.objectUrn) }, label);
      const reasons = reasonsOf(resource, { label, labels: effectiveLabels(viewer, label) }) ?? [];
      return some.flatMap((one): [Asked, GivenReason][] => {
        const reason = reasons[held.get(one.objectUrn)?.indexOf(true) ?? -1];
        return reason ? [[one, reason]] : [];
      });
    }),
  );
  return new Map(given.flat());
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
