// How a stream reports why it ended: the service's codes with the cursor to resume from. Resource reference 1.8, 9.7.
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { ServiceError } from '../../domain/errors.ts';
import { formatError, withoutHints } from '../operation/errors.ts';
import { DocumentErrors } from './operation.ts';

/** The errors a stream ends with. */
export type Ending = readonly GraphQLFormattedError[];

/** The ending for a reader that does not keep up. */
export function slowConsumer(cursor: string): Ending {
  const message = 'The reader is too far behind; subscribe again after the cursor.';
  return [{ message, extensions: { code: 'SLOW_CONSUMER', httpCode: 429, cursor } }];
}

/** The ending for anything thrown; what is a bug goes to `report`. */
export function endingOf(error: unknown, cursor: string | null, report: (bug: unknown) => void): Ending {
  const errors = error instanceof DocumentErrors ? error.errors : [error];
  return errors.map((one) => {
    const formatted = one instanceof GraphQLError ? one.toJSON() : { message: '' };
    const { extensions, ...formattedError } = formatError(formatted, one, '', report);
    const { requestId: _, ...kept } = extensions ?? {};
    const message = withoutHints(formattedError.message);
    return { ...formattedError, message, extensions: { ...kept, ...(cursor === null ? {} : { cursor }) } };
  });
}

/** The ending for a caller that is let in no more, and why. */
export function callerEnded(reason: ServiceError, cursor: string | null): Ending {
  return endingOf(reason, cursor, () => undefined);
}

/** Whether the error says that the caller is let in no more: then everything ends that was opened with its credential. */
export function endsCaller(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'UNAUTHENTICATED';
}
