// Statements of questions that were put before. Their texts follow from the question, from the shape of its inputs and from
// that of the viewer, so that viewers of one shape share a text, and PostgreSQL prepares and plans it once per connection. Pages of
// what few may read are planned for the viewer, who stands in their texts.
import { LRUCache } from 'lru-cache';
import type { Input, Question } from '../../contract/question.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { arrayText, nameOf, type Parameters, type Statement } from '../connection/statement.ts';
import { accessScope } from '../../domain/accessScope.ts';
import { isDraft } from '../engine/scope.ts';
import { looksAtEveryKind } from '../engine/visibility.ts';
import { isOfWholeTenant } from '../engine/waysToRead.ts';
import { writeAnswer, type AnswerText } from './answerStatement.ts';
import { InputHole, isFiltered, shapeOf } from './inputs.ts';
import { SharedParameters, ViewerParameters, type ServiceParts } from './writing.ts';

/** A statement that answers a question. */
export type AnsweringStatement = Statement & Pick<AnswerText, 'hasPlaces'>;

/** A plan: what `writeAnswer` returns; `answer` is null for what is not covered. */
interface Plan {
  readonly answer: AnswerText | null;
  /** Null for a text that no connection is to keep. */
  readonly name: string | null;
  readonly isPlannedByValue: boolean;
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
  const key = `${numberOf(question)} ${numberOf(viewer)} ${shapeOf(inputs)}`;
  let plan = plans.get(key);
  // A document that is sent once costs no connection a prepared statement: a text is named when it is put for the second time.
  const isKnown = plan !== undefined;
  plan ??= write(question, viewer, parts, inputs);
  if (!isKnown) plans.set(key, plan);
  const { answer, name, isPlannedByValue } = plan;
  if (answer === null) return null;
  const { text, urnsAt, hasPlaces } = answer;
  return {
    text,
    values: filled(answer, inputs),
    isPlannedByValue,
    saysEpoch: true,
    hasPlaces,
    ...(urnsAt !== null && { joinable: { group: plan, at: urnsAt } }),
    ...(isKnown && name !== null && { name }),
  };
}

// What tells one object from another in a key.
function numberOf(one: object): string {
  const known = numbers.get(one);
  if (known !== undefined) return known;
  count += 1;
  numbers.set(one, String(count));
  return String(count);
}

const numbers = new WeakMap<object, string>();
let count = 0;

function write(question: Question, viewer: Viewer, parts: ServiceParts, inputs: readonly Input[]): Plan {
  const isOfViewer = isOfFew(question, viewer);
  // How many rows a condition leaves depends on what it compares them with.
  const isPlannedByValue = isOfViewer || isFiltered(inputs);
  const written = (p: Parameters): AnswerText | null => writeAnswer(question, viewer, { ...parts, p }, inputs);
  if (isOfViewer) {
    // Whether some companies have much or little is not in a plan for all callers, which PostgreSQL would make of a shared text.
    const own = written(new ViewerParameters());
    if (own === null || own.text.length <= mostOfViewer) return planOf(own, isPlannedByValue);
    return { ...planOf(written(new SharedParameters()), isPlannedByValue), name: null };
  }
  return planOf(written(new SharedParameters()), isPlannedByValue);
}

function planOf(answer: AnswerText | null, isPlannedByValue: boolean): Plan {
  if (answer === null) return { answer, name: null, isPlannedByValue };
  return { answer: { ...answer, values: answer.values.map(arrayText) }, name: nameOf(answer.text), isPlannedByValue };
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

function filled({ values }: AnswerText, inputs: readonly Input[]): unknown[] {
  return values.map((value) => (value instanceof InputHole ? value.read(inputs) : value));
}
