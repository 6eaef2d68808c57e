// Statements of questions that were put before. Their texts follow from the question, from the shape of its inputs and from that of
// the viewer: ten thousand people of one shape share a text, which PostgreSQL prepares and plans once per connection. Pages of what few
// may read are planned for the viewer, who stands in their texts, whichever token or session it comes with.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { LRUCache } from 'lru-cache';
import type { Input, Question } from '../../contract/question.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { arrayText, nameOf, type Statement } from '../connection/statement.ts';
import { accessScope } from '../../domain/accessScope.ts';
import { shapeOfViewer, viewerOfShape } from '../../domain/viewerShape.ts';
import { isDraft } from '../engine/scope.ts';
import { looksAtEveryKind } from '../engine/visibility.ts';
import { isOfWholeTenant } from '../engine/waysToRead.ts';
import { writeAnswer, type AnswerText } from './answerStatement.ts';
import { InputHole, isFiltered, shapeOf } from './inputs.ts';
import { ShapeParameters, ViewerHole, type ServiceParts } from './writing.ts';

/** A statement that answers a question. */
export type AnsweringStatement = Statement & Pick<AnswerText, 'hasPlaces'>;

/** A plan: what `writeAnswer` returns; `answer` is null for what is not covered. */
interface Plan {
  readonly answer: AnswerText | null;
  /** Null for a text that no connection is to keep. */
  readonly name: string | null;
  readonly isPlannedByValue: boolean;
  /** Whether each of the viewers has a plan of its own (`planForOne`). */
  readonly isOfFew: boolean;
  /** By viewer, what its reads of single rows are joined by. */
  readonly groups: WeakMap<Viewer, object>;
}

/** Characters of the texts that are kept, with what they are kept by. */
const mostKept = 8_000_000;

/** Characters up to which a text that its viewer stands in is prepared: one of many companies has them in it many times. */
const mostOfViewer = 100_000;

// By question, viewer and shape of inputs. Those put least recently go first.
const plans = new LRUCache<string, Plan>({
  maxSize: mostKept,
  sizeCalculation: ({ answer }, key) => key.length + (answer?.text.length ?? 0) + 1,
});

/** The statement that answers the question for the viewer; null when it is not covered (answerStatement.ts). */
export function answerStatement(
  question: Question,
  viewer: Viewer,
  parts: ServiceParts,
  inputs: readonly Input[],
): AnsweringStatement | null {
  const { baseUrl, mark, saysTenants } = parts;
  const key = [idOf(question), baseUrl, mark, saysTenants, shapeOf(inputs)].join('\n');
  const ofShape = planAt(`${shapeNameOf(viewer)}\n${key}`, () => write(question, viewer, parts, inputs));
  const { plan, isKnown } = ofShape.plan.isOfFew
    ? planAt(`${contentOf(viewer)}\n${key}`, () => planForOne(ofShape.plan, viewer))
    : ofShape;
  const { answer, name, isPlannedByValue } = plan;
  if (answer === null) return null;
  const { text, urnsAt, hasPlaces } = answer;
  return {
    text,
    values: filled(answer, viewer, inputs),
    isPlannedByValue,
    saysEpoch: true,
    hasPlaces,
    ...(urnsAt !== null && { joinable: { group: groupOf(plan, viewer), lists: [urnsAt] } }),
    // A document that is sent once costs no connection a prepared statement: a text is named when it is put for the second time.
    ...(isKnown && name !== null && { name }),
  };
}

function planAt(key: string, make: () => Plan): { readonly plan: Plan; readonly isKnown: boolean } {
  const known = plans.get(key);
  const plan = known ?? make();
  if (!known) plans.set(key, plan);
  return { plan, isKnown: known !== undefined };
}

// What one statement may read for several requests: those of one viewer, whose values are in all of them the same.
function groupOf({ groups }: Plan, viewer: Viewer): object {
  const known = groups.get(viewer) ?? {};
  groups.set(viewer, known);
  return known;
}

function shapeNameOf(viewer: Viewer): string {
  const known = shapeNames.get(viewer) ?? nameOf(shapeOfViewer(viewer));
  shapeNames.set(viewer, known);
  return known;
}

// Only a cache of what `shapeNameOf` answers.
const shapeNames = new WeakMap<Viewer, string>();

// Everything of a viewer that a statement says.
function contentOf(viewer: Viewer): string {
  const known = contents.get(viewer) ?? nameOf(JSON.stringify(membersOf(viewer)));
  contents.set(viewer, known);
  return known;
}

function membersOf(viewer: Viewer): unknown[] {
  const { clientUrn, identityUrn, tenantUrn, at, adminCompanies, companiesByLabel, subjects, onlyCompanies } = viewer;
  const urns = [clientUrn, identityUrn, tenantUrn, at];
  const everyone = viewer.everyone && membersOf(viewer.everyone);
  return [shapeOfViewer(viewer), urns, adminCompanies, [...companiesByLabel], subjects, onlyCompanies, everyone];
}

// Only a cache of what `contentOf` answers.
const contents = new WeakMap<Viewer, string>();

// What tells one question from another in a key.
function idOf(question: Question): string {
  const known = ids.get(question) ?? randomUUID();
  ids.set(question, known);
  return known;
}

const ids = new WeakMap<Question, string>();

// For all viewers of the shape.
function write(question: Question, viewer: Viewer, parts: ServiceParts, inputs: readonly Input[]): Plan {
  const ofShape = viewerOfShape(shapeOfViewer(viewer));
  const answer = writeAnswer(question, ofShape, { ...parts, p: new ShapeParameters() }, inputs);
  const sent = answer && { ...answer, values: answer.values.map(arrayText) };
  // How many rows a condition leaves depends on what it compares them with.
  return { ...planOf(sent, isFiltered(inputs)), isOfFew: isOfFew(question, ofShape) };
}

// Whether some companies have much or little is not in a plan for all viewers, which PostgreSQL would make of their text: what the viewer
// holds stands in a text of its own, all of which the planner sees once, when it is prepared.
function planForOne({ answer }: Plan, viewer: Viewer): Plan {
  const own = answer && inText(answer, viewer);
  if (own === null || own.text.length <= mostOfViewer) return planOf(own, true);
  return { ...planOf(answer, true), name: null };
}

function planOf(answer: AnswerText | null, isPlannedByValue: boolean): Plan {
  return { answer, name: answer && nameOf(answer.text), isPlannedByValue, isOfFew: false, groups: new WeakMap() };
}

// The statement with what is the same for each of its runs in the text.
function inText(answer: AnswerText, viewer: Viewer): AnswerText {
  const left = [...new Set(answer.values.filter((value) => value instanceof InputHole))];
  const text = answer.text.replaceAll(/\$(\d+)::/g, (_, at: string) => {
    const value = answer.values[Number(at) - 1];
    if (value instanceof InputHole) return `$${String(left.indexOf(value) + 1)}::`;
    const said = arrayText(value instanceof ViewerHole ? value.of(viewer) : value);
    return said === null ? 'NULL::' : `${pg.escapeLiteral(String(said))}::`;
  });
  return { ...answer, text, values: left };
}

// Pages of what few may read, where there are several ways to them (waysToRead).
function isOfFew({ roots }: Question, viewer: Viewer): boolean {
  return roots.some(
    (root) => root.form === 'PAGE' && !looksAtEveryKind(root.page.resource) && !isWhole(root.page.resource),
  );

  function isWhole(resource: Resource): boolean {
    const label = isDraft(resource, 't') === null ? resource.labels.read : 'READ_DRAFT';
    return isOfWholeTenant(resource, accessScope(viewer, label));
  }
}

function filled({ values }: AnswerText, viewer: Viewer, inputs: readonly Input[]): unknown[] {
  return values.map((value) => {
    if (value instanceof InputHole) return value.read(inputs);
    return value instanceof ViewerHole ? value.read(viewer) : value;
  });
}
