// Why a template failed to render: the four codes, and which of them an error of the template library maps to. Depends
// on liquidjs' error classes only.
import { AssertionError, LiquidError } from 'liquidjs';
import { DeadlineExceeded } from './deadline.ts';

/** What went wrong: it does not parse; it costs too much; it includes too deep or too often; it fails while running. */
export type TemplateFailureCode = 'TEMPLATE_PARSE' | 'TEMPLATE_LIMIT' | 'TEMPLATE_DEPTH' | 'TEMPLATE_RENDER';

/** A bound of ours was reached while parsing or rendering. */
export class TemplateFailure extends Error {
  override readonly name = 'TemplateFailure';
  readonly code: TemplateFailureCode;

  constructor(code: TemplateFailureCode) {
    super(failureMessages[code]);
    this.code = code;
  }
}

/** One fixed sentence per code. It never holds text of the template or of its data. */
export const failureMessages: Readonly<Record<TemplateFailureCode, string>> = {
  TEMPLATE_PARSE: 'The template is not valid Liquid.',
  TEMPLATE_LIMIT: 'The template takes too much time, memory or output.',
  TEMPLATE_DEPTH: 'The template includes others too deep or too often.',
  TEMPLATE_RENDER: 'The template failed while it was rendered.',
};

/** The code of anything thrown while a template was parsed or rendered. */
export function failureCodeOf(error: unknown): TemplateFailureCode {
  if (error instanceof TemplateFailure) return error.code;
  if (error instanceof DeadlineExceeded) return 'TEMPLATE_LIMIT';
  if (!(error instanceof Error)) return 'TEMPLATE_RENDER';
  // The engine throws RangeError when the stack or the longest possible string is used up; liquidjs' own limits end so.
  if (error.name === 'RangeError') return 'TEMPLATE_LIMIT';
  if (error instanceof AssertionError && error.message.endsWith('limit exceeded')) return 'TEMPLATE_LIMIT';

  const inner = LiquidError.is(error) && error.originalError ? failureCodeOf(error.originalError) : 'TEMPLATE_RENDER';
  if (inner !== 'TEMPLATE_RENDER') return inner;
  return error.name === 'ParseError' || error.name === 'TokenizationError' ? 'TEMPLATE_PARSE' : 'TEMPLATE_RENDER';
}
