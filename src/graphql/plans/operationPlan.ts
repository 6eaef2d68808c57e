// The plan of an operation: the question that its document puts, and for each run the inputs that its variables bring.
import {
  getVariableValues,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Input } from '../../contract/question.ts';
import type { Contract } from '../../contract/resource.ts';
import { documentTurns } from '../../domain/loopTurns.ts';
import { fragmentsOf } from '../operation/limits.ts';
import { questionOf, type ReadDocument } from '../questions/questionOf.ts';
import { readInput, type InputContext, type Variables } from '../questions/readInput.ts';
import type { InputSource } from '../questions/rowQuestion.ts';
import { switchesOf } from '../questions/selections.ts';

/** What plans are made from. */
export interface PlanParts {
  readonly schema: GraphQLSchema;
  readonly contract: Contract;
}

/** A question with its inputs; null when these variables are not covered. What was put before is there at once. */
export type Plan = (context: InputContext, variables: Variables) => Put | null | Promise<Put | null>;

/** A question with the inputs of one run. */
export interface Put {
  readonly read: ReadDocument;
  readonly inputs: readonly Input[];
}

/** How many combinations of what is skipped and included are kept of one operation. */
const mostSwitched = 16;

/** The plan of an operation; a mutation's covers nothing. */
export function makePlan(
  { schema, contract }: PlanParts,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Plan {
  const query = schema.getQueryType();
  if (operation.operation !== OperationTypeNode.QUERY || !query) return () => null;
  const fragments = fragmentsOf(document);
  const switches = switchesOf(operation, fragments);
  const known = new Map<string, ReadDocument | null>();
  const read = (key: string, variables: Variables): ReadDocument | null => {
    const found = questionOf({ schema, contract, fragments, variables }, operation);
    if (known.size < mostSwitched) known.set(key, found);
    return found;
  };
  return (context, variables) => {
    const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 1 });
    if (!coerced) return null;
    const key = JSON.stringify(switches.map((name) => coerced[name]));
    const found = known.get(key);
    if (found !== undefined) return putOf(context, found, coerced);
    // What follows makes its statement; many may come at once that are not known yet.
    return documentTurns.take(1).then(() => putOf(context, read(key, coerced), coerced));
  };
}

function putOf(context: InputContext, read: ReadDocument | null, variables: Variables): Put | null {
  if (read === null) return null;
  const inputs: Input[] = [];
  for (const source of read.inputs) {
    const input = inputOf(context, source, variables);
    if (input === undefined) return null;
    inputs.push(input);
  }
  return { read, inputs };
}

// Undefined for what is not covered, and for what is refused: execution says what is wrong with it.
function inputOf(context: InputContext, source: InputSource, variables: Variables): Input | undefined {
  try {
    return readInput(context, source, variables);
  } catch {
    return undefined;
  }
}
