// The tags and the parser of the template engine that need tighter limits than liquidjs sets. Depends on liquidjs.
import {
  evalTokenValue,
  IncludeTag,
  LayoutTag,
  Parser,
  RawTag,
  RenderTag,
  Token,
  TokenKind,
  Tokenizer,
  TypeGuards,
  type Context,
  type Emitter,
  type FilteredValueToken,
  type Liquid,
  type RangeToken,
  type TopLevelToken,
} from 'liquidjs';
import { TemplateFailure } from './templateFailure.ts';

/** Blocks inside blocks a template may have. Every level costs several frames of the stack, at parsing and rendering. */
const deepestBlock = 100;

/** Notified when a template starts and finishes including another one. `enter` throws when it is too deep. */
export interface Nesting {
  enter(): void;
  leave(): void;
}

/** Gives the engine tags that report their nesting and pay for the text they print. */
export function registerBoundedTags(liquid: Liquid, nesting: Nesting): void {
  liquid.registerTag(
    'render',
    class extends RenderTag {
      override *render(context: Context, emitter: Emitter): Generator<unknown, void> {
        nesting.enter();
        yield* super.render(context, emitter);
        nesting.leave();
      }
    },
  );
  liquid.registerTag(
    'include',
    class extends IncludeTag {
      override *render(context: Context, emitter: Emitter): Generator<unknown, void> {
        nesting.enter();
        yield* super.render(context, emitter);
        nesting.leave();
      }
    },
  );
  liquid.registerTag(
    'layout',
    class extends LayoutTag {
      override *render(context: Context, emitter: Emitter): Generator<unknown, unknown> {
        nesting.enter();
        const result = yield* super.render(context, emitter);
        nesting.leave();
        return result;
      }
    },
  );
  liquid.registerTag(
    'raw',
    class extends RawTag {
      override render(context?: Context): string {
        const text = super.render();
        context?.memoryLimit.use(text.length);
        return text;
      }
    },
  );
}

/** Parses one template: no deeper than `deepestBlock`, and so that its literal text is paid for when it is printed. */
export class BoundedParser extends Parser {
  #depth = 0;

  override parseToken(token: TopLevelToken, rest: TopLevelToken[]): ReturnType<Parser['parseToken']> {
    if (this.#depth >= deepestBlock) throw new TemplateFailure('TEMPLATE_LIMIT');
    this.#depth += 1;
    const template = super.parseToken(token, rest);
    this.#depth -= 1;

    if (TypeGuards.isHTMLToken(token)) {
      const { length } = token.getContent();
      const print = template.render.bind(template);
      template.render = (context: Context, emitter: Emitter) => {
        context.memoryLimit.use(length);
        return print(context, emitter);
      };
    }
    return template;
  }
}

/**
 * A range liquidjs can finish. It counts up by adding 1, which from 2^53 on changes nothing: `(9007199254740992 ..
 * 9007199254740994)` costs 3 by its own estimate and then fills memory until it is stopped.
 */
class BoundedRange extends Token {
  readonly filters: [] = [];
  readonly initial: { evaluate(context: Context): Generator<unknown, number[]> };

  constructor(range: RangeToken) {
    super(TokenKind.FilteredValue, range.input, range.begin, range.end, range.file);
    this.initial = { evaluate: (context) => countUp(range, context) };
  }
}

function* countUp(range: RangeToken, context: Context): Generator<unknown, number[]> {
  const first = Number(yield evalTokenValue(range.lhs, context));
  const last = Number(yield evalTokenValue(range.rhs, context));
  if (Math.abs(first) >= Number.MAX_SAFE_INTEGER || Math.abs(last) >= Number.MAX_SAFE_INTEGER) {
    throw new TemplateFailure('TEMPLATE_LIMIT');
  }
  context.memoryLimit.use(last - first + 1);
  const numbers: number[] = [];
  for (let number = first; number <= last; number += 1) numbers.push(number);
  return numbers;
}

// liquidjs makes its tokenizers in many places and takes none from outside, so the class itself is the only seam.
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with its owner below
const readGroupOrRange = Tokenizer.prototype.readGroupOrRange;
Tokenizer.prototype.readGroupOrRange = function (): FilteredValueToken | RangeToken | undefined {
  const token = readGroupOrRange.call(this);
  // A BoundedRange has what liquidjs reads of a FilteredValueToken: the kind, `initial.evaluate` and `filters`.
  return TypeGuards.isRangeToken(token) ? (new BoundedRange(token) as unknown as FilteredValueToken) : token;
};
