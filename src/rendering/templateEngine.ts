// The Liquid engine with no file system, no prototypes and a cost on every operation. Uses liquidjs and the bounded
// filters and tags; template.ts limits its time.
import { Context, Drop, Liquid, toValueSync, type FS, type LiquidOptions, type Template } from 'liquidjs';
import { createBoundedFilters } from './boundedFilters.ts';
import { BoundedParser, registerBoundedTags, type Nesting } from './boundedTags.ts';
import { escapeFor, textOf, type TemplateMediaType } from './outputText.ts';
import { TemplateFailure } from './templateFailure.ts';
import { LRUCache } from 'lru-cache';

/** Templates inside templates inside templates. */
const deepestInclude = 10;

/** A template of 65,535 code points has up to twice as many UTF-16 units; quoted partial names are parsed once more. */
const longestParse = 200_000;

/** Characters and list entries one template may make while it is rendered. */
const largestRender = 8_000_000;

/** One rendering of one template: what it may see and what it may still spend. */
export interface TemplateRun {
  readonly mediaType: TemplateMediaType;
  readonly context: Readonly<Record<string, unknown>>;
  readonly partials: Readonly<Record<string, string>>;
  /** Called for each list of tags and outputs that is run, with their number and one more; throws when it is too much. */
  readonly step: (count: number) => void;
  /** Called for each template taken in; throws when the view has had enough of them. */
  readonly expand: () => void;
}

/** Parses and renders, and throws whatever stops it. */
export interface TemplateEngine {
  /** The parsed form of a source, from the cache if it was parsed before. */
  parse(source: string): Template[];
  /** The text of a parsed template. Runs to its end before another may start. */
  render(templates: Template[], run: TemplateRun): string;
}

/** An engine with a cache of its own: at most 500 templates, at most 4 million characters of source. */
export function createTemplateEngine(): TemplateEngine {
  const parsed = createBoundedCache<Template[]>(500, 4_000_000);
  let current: { readonly run: TemplateRun; depth: number } | undefined;

  function parse(source: string): Template[] {
    const known = parsed.read(source);
    if (known) return known;
    const templates = new BoundedParser(liquid).parse(source);
    parsed.write(source, templates);
    return templates;
  }

  const liquid = createLiquid({
    mediaType: () => current?.run.mediaType ?? 'text/html',
    readPartial(name) {
      if (!current) return [];
      const { expand, partials } = current.run;
      expand();
      // What the reader may not see was not handed in, and shows exactly as what never existed: as nothing.
      const source = Object.hasOwn(partials, name) ? partials[name] : undefined;
      return source === undefined ? [] : parse(source);
    },
    enter() {
      if (!current) return;
      current.depth += 1;
      if (current.depth > deepestInclude) throw new TemplateFailure('TEMPLATE_DEPTH');
    },
    leave() {
      if (current) current.depth -= 1;
    },
  });

  countSteps(liquid, (count) => current?.run.step(count));

  return {
    parse,
    render(templates, run) {
      current = { run, depth: 0 };
      // The data are the globals, so that `render` sees them too; what `increment` writes goes into an empty scope.
      const options = { sync: true, globals: run.context };
      const context = new DataContext({}, liquid.options, options, { liquid });
      return String(toValueSync(liquid.renderer.renderTemplates(templates, context)));
    },
  };
}

interface EngineHooks extends Nesting {
  readonly mediaType: () => TemplateMediaType;
  /** The templates of another item; throws when the view may not take in more. */
  readonly readPartial: (name: string) => Template[];
}

function createLiquid(hooks: EngineHooks): Liquid {
  function escapeOutput(this: { readonly context: Context }, value: unknown): string {
    const charge = (amount: number): void => this.context.memoryLimit.use(amount);
    const text = textOf(value, charge);
    const escaped = escapeFor(hooks.mediaType(), text);
    charge(escaped.length - text.length);
    return escaped;
  }
  // liquidjs looks up each included template in its cache as `<type>:<name>`: nothing else reaches beyond the source.
  const cache: LiquidOptions['cache'] = {
    read: (key) => hooks.readPartial(key.slice(key.indexOf(':') + 1)),
    write: () => undefined,
    remove: () => undefined,
  };
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictVariables: false,
    strictFilters: true, // A misspelled filter is reported to the author on write, not silently skipped.
    relativeReference: false,
    fs: noFiles,
    cache,
    outputEscape: escapeOutput,
    locale: 'en-US',
    timezoneOffset: 0,
    parseLimit: longestParse,
    memoryLimit: largestRender,
  });
  for (const [name, filter] of Object.entries(createBoundedFilters())) liquid.registerFilter(name, filter);
  registerBoundedTags(liquid, hooks);
  return liquid;
}

// Every block of a template, and every round of a loop, is run by this one method.
function countSteps({ renderer }: Liquid, step: (count: number) => void): void {
  const run = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, ...rest) => {
    step(templates.length + 1);
    return run(templates, ...rest);
  };
}

/** A scope in which only plain data can be read: no getters, functions or promises, wherever they come from. */
class DataContext extends Context {
  override spawn(scope: object = {}): Context {
    return new DataContext(
      scope,
      this.opts,
      { sync: this.sync, globals: this.globals, strictVariables: this.strictVariables, ownPropertyOnly: true },
      { renderLimit: this.renderLimit, memoryLimit: this.memoryLimit, liquid: this.liquid as unknown },
    );
  }

  override readProperty(owner: Context['globals'], key: string | number | Drop): unknown {
    if (owner instanceof Drop) return super.readProperty(owner, key) as unknown;
    if (Object(owner) === owner && isActive(Object.getOwnPropertyDescriptor(owner, String(key)))) return undefined;
    return super.readProperty(owner, key) as unknown;
  }
}

function isActive(property: PropertyDescriptor | undefined): boolean {
  if (!property) return false;
  const value: unknown = property.value;
  return property.get !== undefined || typeof value === 'function' || value instanceof Promise;
}

/** liquidjs would otherwise read the working directory. Nothing calls this one, and it has no files. */
const noFiles: FS = {
  exists: () => Promise.resolve(false),
  existsSync: () => false,
  readFile: () => Promise.reject(new Error('there are no files')),
  readFileSync: () => {
    throw new Error('there are no files');
  },
  resolve: (_directory, file) => file,
  containsSync: () => false,
};

/** Keeps values by text key. */
interface BoundedCache<Value> {
  /** The value kept for a key, which thereby counts as used just now; undefined when there is none. */
  read(key: string): Value | undefined;
  /** Keeps a value. Drops the least recently used ones until both limits hold again. */
  write(key: string, value: Value): void;
}

/** A cache of at most `entries` values whose keys are at most `characters` long together (UTF-16 units). */
export function createBoundedCache<Value extends object>(entries: number, characters: number): BoundedCache<Value> {
  const values = new LRUCache<string, Value>({
    max: entries,
    maxSize: characters,
    sizeCalculation: (_, key) => Math.max(1, key.length),
  });
  return {
    read: (key) => values.get(key),
    write(key, value) {
      values.set(key, value);
    },
  };
}
