// Answers one question about rows that are known by their urns: what is asked about several of them in one turn is one statement.
import DataLoader from 'dataloader';
import type { Input, RowQuestion } from '../contract/question.ts';
import { countObjects } from './answeredObjects.ts';
import { rowTexts, type RowsContext } from './rowTexts.ts';

/** What was answered about a row, by the keys of its question. */
export type AnsweredRow = Readonly<Record<string, unknown>>;

/**
 * What the caller is shown of the row; null where there is none, or none that the caller may read. `inputs` are those that the question
 * names: pages, names. Throws what rowTexts throws.
 */
export function answerRow(
  context: RowsContext,
  row: RowQuestion,
  urn: string,
  inputs: readonly Input[],
): Promise<AnsweredRow | null> {
  const ofRequest = asking.get(context.loaders) ?? new Map<RowQuestion, Asked[]>();
  asking.set(context.loaders, ofRequest);
  const ofRow = ofRequest.get(row) ?? [];
  ofRequest.set(row, ofRow);
  let known = ofRow.find((one) => one.inputs === inputs);
  if (!known) {
    // Written to in between: nothing that was read is kept.
    const loader = new DataLoader((urns: readonly string[]) => answerAll(context, row, urns, inputs), { cache: false });
    known = { inputs, loader };
    ofRow.push(known);
  }
  return known.loader.load(urn);
}

/** A question with the inputs that it is put with, and the rows about which it is put in this turn. */
interface Asked {
  readonly inputs: readonly Input[];
  readonly loader: DataLoader<string, AnsweredRow | null>;
}

// Of each request, by the loaders that it alone has.
const asking = new WeakMap<RowsContext['loaders'], Map<RowQuestion, Asked[]>>();

async function answerAll(
  context: RowsContext,
  row: RowQuestion,
  urns: readonly string[],
  inputs: readonly Input[],
): Promise<(AnsweredRow | null)[]> {
  const texts = await rowTexts(context, { row, urns, inputs, at: inputs.length });
  const known = new Map<string, { readonly row: AnsweredRow; readonly objects: number }>();
  return urns.map((urn) => {
    const text = texts.get(urn);
    const shown = known.get(urn);
    if (shown) {
      // It was read once, and is answered once more.
      context.budget.addObjects(shown.objects);
      context.budget.addBytes(text?.length ?? 0);
      return shown.row;
    }
    if (text === null) throw new Error(`No statement says what is asked of ${row.resource.name}.`);
    if (text === undefined) return null;
    // A row is an object.
    const found = JSON.parse(text) as AnsweredRow;
    known.set(urn, { row: found, objects: countObjects(`{"data":${text}`, null) });
    return found;
  });
}
