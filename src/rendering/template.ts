// Parses and renders template items: Liquid over the items of one entity, bounded in time, memory, depth and output.
// Uses the template engine and the deadline; it receives plain values and reads nothing itself.
import { LiquidError } from 'liquidjs';
import { createDeadline, DeadlineExceeded, type Deadline } from './deadline.ts';
import type { TemplateMediaType } from './outputText.ts';
import { createTemplateEngine, type TemplateEngine } from './templateEngine.ts';
import { failureCodeOf, failureMessages, TemplateFailure, type TemplateFailureCode } from './templateFailure.ts';

export type { TemplateMediaType } from './outputText.ts';
export type { TemplateFailureCode } from './templateFailure.ts';

/**
 * Milliseconds one template may take to parse and render. Far above what the counted limits let through: the same template
 * renders on a busy machine.
 */
const timePerTemplate = 2_000;

/** Tags, outputs and rounds of loops that one template may come to. */
const mostSteps = 100_000;

/** UTF-8 bytes one template may produce. */
const largestOutput = 1024 * 1024;

const defaultViewLimits = { expansions: 1_000, steps: 400_000 };

/** What all templates of one view together may spend. Make one per view and hand it to each rendering of it. */
export interface RenderBudget {
  /** Takes one inclusion. Throws TEMPLATE_DEPTH when there are none left. */
  expand(): void;
  /** Takes so many steps. Throws TEMPLATE_LIMIT when there are not that many left. */
  step(count: number): void;
  /** Steps taken so far. */
  spent(): number;
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
  /** Whether the clock ended it: it may end well where less else is done. */
  readonly isByClock?: boolean;
}

/** Why a source cannot be a template; line and column count from 1. */
export interface TemplateProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** Parses on write and renders on read. Both are synchronous and may take two seconds. */
export interface TemplateRenderer {
  /** The first problem of a template's source; empty when it may be stored. */
  parse(source: string): { readonly problem?: TemplateProblem };
  /**
   * Never throws. A template that fails gives, in place of all its text, a comment (HTML), a bracketed note (plain text)
   * or a JSON string that names the code and nothing of the template, and `error`.
   */
  render(options: RenderTemplateOptions): RenderedTemplate;
}

/** A budget for one view: 1,000 inclusions and 400,000 steps unless said otherwise. */
export function createRenderBudget(limits: Partial<typeof defaultViewLimits> = {}): RenderBudget {
  const { expansions, steps } = { ...defaultViewLimits, ...limits };
  const spent = { expansions: 0, steps: 0 };
  return {
    expand() {
      spent.expansions += 1;
      if (spent.expansions > expansions) throw new TemplateFailure('TEMPLATE_DEPTH');
    },
    step(count) {
      spent.steps += count;
      if (spent.steps > steps) throw new TemplateFailure('TEMPLATE_LIMIT');
    },
    spent: () => spent.steps,
  };
}

/**
 * A renderer with its own cache of parsed templates.
 *
 * Two bounds lie over each other. Counts (steps, inclusions, depth, blocks, characters made) give the same answer on every
 * machine and stop nearly all hostile templates. The deadline stops the thread wherever it is, for what happens inside one
 * tag. Views are rendered in threads of their own: see renderPool.ts.
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
        const failed = { text: markerFor(options.mediaType, code), error: { code, message: failureMessages[code] } };
        return error instanceof DeadlineExceeded ? { ...failed, isByClock: true } : failed;
      }
    },
  };
}

function renderWithin(engine: TemplateEngine, deadline: Deadline, options: RenderTemplateOptions): string {
  const { source, mediaType, context, partials, budget = createRenderBudget() } = options;
  let steps = 0;
  const step = (count: number): void => {
    steps += count;
    budget.step(count);
    if (steps > mostSteps) throw new TemplateFailure('TEMPLATE_LIMIT');
  };
  const expand = (): void => budget.expand();
  const text = deadline.within(timePerTemplate, () =>
    engine.render(engine.parse(source), { mediaType, context, partials, step, expand }),
  );
  if (Buffer.byteLength(text) > largestOutput) throw new TemplateFailure('TEMPLATE_LIMIT');
  return text;
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
