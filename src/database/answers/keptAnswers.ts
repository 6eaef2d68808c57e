// Statements of questions that were put before. Their texts follow from the question, from the shape of its inputs and from
// that of the viewer, so that viewers of one shape share a text, and PostgreSQL prepares and plans it once per connection. Pages of
// what few may read are planned for the viewer, who stands in their texts.
import { LRUCache } from 'lru-cache';
import type { Input, Question } from '../../contract/question.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { arrayText, nameOf, type Statement } from '../connection/statement.ts';
import { accessScope } from '../../domain/accessScope.ts';
import { isDraft } from '../engine/scope.ts';
import { looksAtEveryKind } from '../engine/visibility.ts';
import { isOfWholeTenant } from '../engine/waysToRead.ts';
import { writeAnswer, type AnswerText } from './answerStatement.ts';
import { InputHole, shapeOf } from './inputs.ts';
import { SharedParameters, ViewerParameters, type ServiceParts } from './writing.ts';

/** A statement that answers a question. */
export type AnsweringStatement = Statement & Pick<AnswerText, 'hasPlaces'>;

interface Kept {
  /** Null for a text that no connection is to keep. */
  readonly name: string | null;
  readonly answer: AnswerText;
  readonly isPlannedByValue: boolean;
}

type OfViewer = Map<string, Kept | null>;

// Only a cache of what `writeAnswer` returns: it goes with the question, and with the viewer. Null for what is not covered.
const kept = new WeakMap<Question, WeakMap<Viewer, OfViewer>>();

/** Characters up to which a text that its viewer stands in is prepared: one of many companies has them in it many times. */
const mostOfViewer = 100_000;

/** How many shapes of inputs are kept of one question of one viewer. */
const mostShapes = 8;

// The texts that may be prepared, by their names. A document that is sent once costs no connection a prepared statement:
// a text is named when it is put for the second time.
const named = new LRUCache<string, string>({ max: 200 });

/** The statement that answers the question for the viewer; null when it is not covered (answerStatement.ts). */
export function answerStatement(
  question: Question,
  viewer: Viewer,
  parts: ServiceParts,
  inputs: readonly Input[],
): AnsweringStatement | null {
  const shape = shapeOf(inputs);
  if (shape === null) {
    const answer = writeAnswer(question, viewer, { ...parts, p: new SharedParameters() }, inputs);
    if (!answer) return null;
    const { text, hasPlaces } = answer;
    return { text, values: filled(answer, inputs), isPlannedByValue: true, saysEpoch: true, hasPlaces };
  }
  const known = shapesOf(question, viewer);
  let one = known.get(shape);
  if (one === undefined) {
    one = write(question, viewer, parts, inputs);
    if (known.size < mostShapes) known.set(shape, one);
  }
  if (one === null) return null;
  const { name, answer, isPlannedByValue } = one;
  const isKnown = name !== null && named.get(name) !== undefined;
  if (name !== null && !isKnown) named.set(name, answer.text);
  const values = filled(answer, inputs);
  const { urnsAt, hasPlaces } = answer;
  return {
    text: answer.text,
    values,
    isPlannedByValue,
    saysEpoch: true,
    hasPlaces,
    ...(urnsAt !== null && { joinable: { group: one, at: urnsAt } }),
    ...(isKnown && { name }),
  };
}

function write(question: Question, viewer: Viewer, parts: ServiceParts, inputs: readonly Input[]): Kept | null {
  const isPlannedByValue = isOfFew(question, viewer);
  if (!isPlannedByValue) {
    const answer = writeAnswer(question, viewer, { ...parts, p: new SharedParameters() }, inputs);
    return answer && withName(answer, isPlannedByValue);
  }
  // Whether some companies have much or little is not in a plan for all callers, which PostgreSQL would make of a shared text.
  const own = writeAnswer(question, viewer, { ...parts, p: new ViewerParameters() }, inputs);
  if (own === null || own.text.length <= mostOfViewer) return own && withName(own, isPlannedByValue);
  const answer = writeAnswer(question, viewer, { ...parts, p: new SharedParameters() }, inputs);
  return answer && { name: null, answer, isPlannedByValue };
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

function shapesOf(question: Question, viewer: Viewer): OfViewer {
  const ofViewers = kept.get(question) ?? new WeakMap<Viewer, OfViewer>();
  kept.set(question, ofViewers);
  const shapes = ofViewers.get(viewer) ?? new Map<string, Kept | null>();
  ofViewers.set(viewer, shapes);
  return shapes;
}

function withName(answer: AnswerText, isPlannedByValue: boolean): Kept {
  const name = nameOf(answer.text);
  const values = answer.values.map(arrayText);
  return { name, answer: { ...answer, text: named.get(name) ?? answer.text, values }, isPlannedByValue };
}

function filled({ values }: AnswerText, inputs: readonly Input[]): unknown[] {
  return values.map((value) => (value instanceof InputHole ? value.read(inputs) : value));
}
