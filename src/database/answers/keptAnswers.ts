// Statements of questions that were put before. Their texts follow from the question, from the shape of its inputs and from
// that of the viewer, so that viewers of one shape share a text, and PostgreSQL prepares and plans it once per connection.
import { LRUCache } from 'lru-cache';
import type { Input, Question } from '../../contract/question.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { nameOf, type Statement } from '../connection/statement.ts';
import { companiesWith, coversTenant, effectiveLabels, seesEveryDraft } from '../../domain/heldLabels.ts';
import { hasOwnRule } from '../engine/visibility.ts';
import { writeAnswer, type AnswerText } from './answerStatement.ts';
import { InputHole, shapeOf } from './inputs.ts';
import type { ServiceParts } from './writing.ts';

interface Kept {
  readonly name: string;
  readonly answer: AnswerText;
}

type OfViewer = Map<string, Kept | null>;

// Only a cache of what `writeAnswer` returns: it goes with the question, and with the viewer. Null for what is not covered.
const kept = new WeakMap<Question, WeakMap<Viewer, OfViewer>>();

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
): Statement | null {
  const shape = shapeOf(inputs);
  if (shape === null) {
    const answer = writeAnswer(question, viewer, parts, inputs);
    return answer && { text: answer.text, values: filled(answer, inputs), isPlannedByValue: true, saysEpoch: true };
  }
  const known = shapesOf(question, viewer);
  let one = known.get(shape);
  if (one === undefined) {
    one = withName(writeAnswer(question, viewer, parts, inputs));
    if (known.size < mostShapes) known.set(shape, one);
  }
  if (one === null) return null;
  const { name, answer } = one;
  // Pages of what few may read are planned for the caller, where there are several ways to them (waysToRead).
  const pages = seesEveryDraft(viewer)
    ? []
    : question.roots.flatMap((root) =>
        root.form === 'PAGE' && !hasOwnRule(root.page.resource) ? [root.page.resource] : [],
      );
  const isPlannedByValue = pages.length > 0;
  const isKnown = named.get(name) !== undefined;
  if (!isKnown) named.set(name, answer.text);
  // Whether some companies have much or little is not in a plan for all callers, which PostgreSQL would make of a named text.
  const isNamed = isKnown && !pages.some((resource) => holdsOnSome(viewer, resource));
  const values = filled(answer, inputs);
  return { text: answer.text, values, isPlannedByValue, saysEpoch: true, ...(isNamed ? { name } : {}) };
}

function holdsOnSome(viewer: Viewer, resource: Resource): boolean {
  const companies = companiesWith(viewer, effectiveLabels(viewer, resource.labels.read));
  return companies.length > 0 && !coversTenant(viewer, companies);
}

function shapesOf(question: Question, viewer: Viewer): OfViewer {
  const ofViewers = kept.get(question) ?? new WeakMap<Viewer, OfViewer>();
  kept.set(question, ofViewers);
  const shapes = ofViewers.get(viewer) ?? new Map<string, Kept | null>();
  ofViewers.set(viewer, shapes);
  return shapes;
}

function withName(answer: AnswerText | null): Kept | null {
  if (answer === null) return null;
  const name = nameOf(answer.text);
  return { name, answer: { text: named.get(name) ?? answer.text, values: answer.values.map(asText) } };
}

// The driver would write the lists of a viewer anew for each run.
function asText(value: unknown): unknown {
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return value;
  return `{${value.map((one) => `"${one.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

function filled({ values }: AnswerText, inputs: readonly Input[]): unknown[] {
  return values.map((value) => (value instanceof InputHole ? value.read(inputs) : value));
}
