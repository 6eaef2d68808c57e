// Parses and renders template items: Liquid over the items of one entity, bounded in time, memory, depth and output.
// Talks to the template engine and the deadline; it is given plain values and reads nothing itself.
import { LiquidError } from 'liquidjs';
import { createDeadline, type Deadline } from './deadline.ts';
import type { TemplateMediaType } from './outputText.ts';
import { createTemplateEngine, type TemplateEngine } from './templateEngine.ts';
import { failureCodeOf, failureMessages, TemplateFailure, type TemplateFailureCode } from './templateFailure.ts';

export type { TemplateMediaType } from './outputText.ts';
export type { TemplateFailureCode } from './templateFailure.ts';

/** Milliseconds one template may take to parse and render. */
const timePerTemplate = 200;

/** UTF-8 bytes one template may produce. */
const largestOutput = 1024 * 1024;

const defaultViewLimits = { expansions: 1000, milliseconds: 1000 };

/** What all templates of one view together may spend. Make one per view and hand it to each rendering of it. */
export interface RenderBudget {
  /** Takes one inclusion. Throws TEMPLATE_DEPTH when there are none left. */
  expand(): void;
  /** Milliseconds left. */
  timeLeft(): number;
  /** Books time spent, in milliseconds. */
  spend(milliseconds: number): void;
}

/** What a template is rendered with. */
export interface RenderTemplateOptions {
  readonly source: string;
  readonly mediaType: TemplateMediaType;
  /** Plain data by name. It is printed, compared and walked, and never read as a template itself. */
  readonly context: Readonly<Record<string, unknown>>;
  /** The other template items of the entity, by name, that the reader may see. Others render as nothing. */
  readonly partials: Readonly<Record<string, string>>;
  /** Shared by the templates of one view. Without it the template has a budget for itself. */
  readonly budget?: RenderBudget;
}

/** The text, or a marker in its place and the reason. */
export interface RenderedTemplate {
  readonly text: string;
  readonly error?: { readonly code: TemplateFailureCode; readonly message: string };
}

/** Why a source cannot be a template; line and column count from 1. */
export interface TemplateProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** Parses on write and renders on read. Both are synchronous and block for at most 200 ms. */
export interface TemplateRenderer {
  /** The first problem of a template's source; empty when it may be stored. */
  parse(source: string): { readonly problem?: TemplateProblem };
  /**
   * Never throws. A template that fails gives, in place of all its text, a comment (HTML), a bracketed note (plain text)
   * or a JSON string that names the code and nothing of the template, and `error`; such a result must not be cached.
   */
  render(options: RenderTemplateOptions): RenderedTemplate;
}

/** A budget for one view: 1,000 inclusions and one second unless said otherwise. */
export function createRenderBudget(limits: Partial<typeof defaultViewLimits> = {}): RenderBudget {
  let { expansions, milliseconds } = { ...defaultViewLimits, ...limits };
  return {
    expand() {
      expansions -= 1;
      if (expansions < 0) throw new TemplateFailure('TEMPLATE_DEPTH');
    },
    // Timers count whole milliseconds: a rest below a few of them is what a stopped template left over, not time to use.
    timeLeft: () => (milliseconds < 5 ? 0 : milliseconds),
    spend(spent) {
      milliseconds -= spent;
    },
  };
}

/**
 * A renderer with its own cache of parsed templates.
 *
 * Three bounds lie over each other. Counts (inclusions, depth, blocks, characters made) give the same answer on every
 * machine and stop nearly all hostile templates. liquidjs' clock is looked at between two tags. The deadline stops the
 * thread wherever it is, for what happens inside one tag: so a worker would add nothing but copying.
 */
export function createTemplateRenderer(): TemplateRenderer {
  const engine = createTemplateEngine();
  const deadline = createDeadline();
  return {
    parse(source) {
      try {
        deadline.within(timePerTemplate, () => engine.parse(source));
        return {};
      } catch (error) {
        return { problem: problemOf(error) };
      }
    },
    render(options) {
      try {
        return { text: renderWithin(engine, deadline, options) };
      } catch (error) {
        const code = failureCodeOf(error);
        return { text: markerFor(options.mediaType, code), error: { code, message: failureMessages[code] } };
      }
    },
  };
}

function renderWithin(engine: TemplateEngine, deadline: Deadline, options: RenderTemplateOptions): string {
  const { source, mediaType, context, partials, budget = createRenderBudget() } = options;
  const milliseconds = Math.min(timePerTemplate, budget.timeLeft());
  if (milliseconds <= 0) throw new TemplateFailure('TEMPLATE_LIMIT');
  const expand = (): void => budget.expand();
  const start = performance.now();
  try {
    const text = deadline.within(milliseconds, () =>
      engine.render(engine.parse(source), { mediaType, context, partials, milliseconds, expand }),
    );
    if (Buffer.byteLength(text) > largestOutput) throw new TemplateFailure('TEMPLATE_LIMIT');
    return text;
  } finally {
    budget.spend(performance.now() - start);
  }
}

function markerFor(mediaType: TemplateMediaType, code: TemplateFailureCode): string {
  switch (mediaType) {
    case 'text/html':
      return `<!-- template error: ${code} -->`;
    case 'application/json':
      return `"[template error: ${code}]"`;
    case 'text/plain':
      return `[template error: ${code}]`;
  }
}

function problemOf(error: unknown): TemplateProblem {
  const code = failureCodeOf(error);
  if (!LiquidError.is(error)) return { message: failureMessages[code], line: 1, column: 1 };
  const [line = 1, column = 1] = error.token.getPosition();
  if (code !== 'TEMPLATE_PARSE') return { message: failureMessages[code], line, column };
  // The library appends the position, which we give apart; its messages quote the author's own text at any length.
  const message = (error.originalError?.message ?? error.message).replace(/, line:\d+, col:\d+$/, '');
  return { message: message.length > 200 ? `${message.slice(0, 200)}…` : message, line, column };
}
