// What is rendered of one view: its markdown and its templates, with the data that templates may name. Plain values in and
// plain values out, so that it can run in a thread of its own.
import { renderMarkdown } from './markdown.ts';
import {
  createRenderBudget,
  createTemplateRenderer,
  type RenderedTemplate,
  type TemplateMediaType,
} from './template.ts';

/** Everything one view needs rendered. */
export interface RenderJob {
  readonly markdowns: readonly string[];
  readonly templates: readonly { readonly source: string; readonly mediaType: TemplateMediaType }[];
  /** What templates can name; a `LazyMarkdown` in it becomes its HTML. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The other templates, by name. */
  readonly partials: Readonly<Record<string, string>>;
}

/** What it looks like, in the order of the job. */
export interface Rendered {
  readonly markdowns: readonly string[];
  readonly templates: readonly RenderedTemplate[];
  /** What it took: steps of templates, and characters of markdown. */
  readonly units: number;
}

const mark = '$markdown';

/** A markdown text in the data of templates, which is rendered only where a template uses its HTML. */
export function lazyMarkdown(source: string): Readonly<Record<string, string>> {
  return { [mark]: source };
}

/** Renders jobs one at a time; keeps parsed templates. Never throws for what authors wrote. */
export function createJobRenderer(): (job: RenderJob) => Rendered {
  const renderer = createTemplateRenderer();
  return ({ markdowns, templates, data, partials }) => {
    const budget = createRenderBudget();
    const sources = [...templates.map(({ source }) => source), ...Object.values(partials)];
    const context = sources.some((source) => source.includes('html')) ? withMarkdown(data) : data;
    const html = markdowns.map(renderMarkdown);
    const texts = templates.map(({ source, mediaType }) =>
      renderer.render({ source, mediaType, context, partials, budget }),
    );
    const characters = markdowns.reduce((sum, { length }) => sum + length, 0);
    return { markdowns: html, templates: texts, units: budget.spent() + characters };
  };
}

function withMarkdown(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = new Map<string, string>();
  const html = (source: string): string => {
    const rendered = known.get(source) ?? renderMarkdown(source);
    known.set(source, rendered);
    return rendered;
  };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const source: unknown = mark in value ? value[mark] : undefined;
    if (typeof source === 'string') return html(source);
    // Names are whatever editors wrote: this object has no prototype that one could reach.
    const copy = Object.create(null) as Record<string, unknown>;
    for (const [name, part] of Object.entries(value)) copy[name] = walk(part);
    return copy;
  };
  // An object gives an object.
  return walk(data) as Record<string, unknown>;
}
