// Cleans SVG, which is a program as much as a picture: what is left draws, and does nothing else. Elements and attributes that are not on the
// list are dropped; nothing leads outside of the picture. Depends on sanitize-html, and on saxes, which reads the text as strictly as XML
// has it before, and once more afterwards: what is not as it should be is refused then.
import sanitizeHtml, { type IOptions } from 'sanitize-html';
import { SaxesParser } from 'saxes';

/** Bounds of a picture: its bytes, its elements with their attributes, how deep they stand, and what is drawn with all repetitions. */
export const svgLimits = { bytes: 1024 * 1024, nodes: 100_000, depth: 100, drawn: 1_000_000 } as const;

/** A picture that draws and does nothing else, and its size in pixels. */
export interface CleanSvg {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** Why there is none: the text is no SVG that can be read, or it is larger than a bound. */
export interface SvgProblem {
  readonly problem: 'DAMAGED' | 'TOO_COMPLEX';
}

const namespaces = { xmlns: 'http://www.w3.org/2000/svg', 'xmlns:xlink': 'http://www.w3.org/1999/xlink' } as const;

const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'];
const gradients = ['linearGradient', 'radialGradient'];
const filters = [
  ...['feBlend', 'feColorMatrix', 'feComponentTransfer', 'feComposite', 'feConvolveMatrix', 'feDiffuseLighting'],
  ...['feDisplacementMap', 'feDistantLight', 'feDropShadow', 'feFlood', 'feFuncA', 'feFuncB', 'feFuncG', 'feFuncR'],
  ...['feGaussianBlur', 'feMerge', 'feMergeNode', 'feMorphology', 'feOffset', 'fePointLight', 'feSpecularLighting'],
  ...['feSpotLight', 'feTile', 'feTurbulence', 'filter'],
];
const elements = new Set([
  ...['svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'style', 'image', 'text', 'tspan', 'textPath', 'stop'],
  ...['pattern', 'clipPath', 'mask', 'marker'],
  ...[...shapes, ...gradients, ...filters],
]);

/** What goes with all that is in it; of other elements that are not on the list what is in them stays. */
const wholly = ['foreignObject', 'metadata', 'script', 'animate', 'animateMotion', 'animateTransform', 'set'];

const attributes = new Set([
  ...['id', 'class', 'style', 'transform', 'viewBox', 'preserveAspectRatio', 'xml:space', 'lang', 'role', 'version'],
  ...[
    'x',
    'y',
    'x1',
    'x2',
    'y1',
    'y2',
    'z',
    'cx',
    'cy',
    'r',
    'rx',
    'ry',
    'fx',
    'fy',
    'fr',
    'd',
    'points',
    'width',
    'height',
  ],
  ...[
    'dx',
    'dy',
    'rotate',
    'textLength',
    'lengthAdjust',
    'startOffset',
    'pathLength',
    'offset',
    'method',
    'spacing',
    'side',
  ],
  ...['gradientUnits', 'gradientTransform', 'spreadMethod', 'patternUnits', 'patternContentUnits', 'patternTransform'],
  ...['clipPathUnits', 'maskUnits', 'maskContentUnits', 'filterUnits', 'primitiveUnits'],
  ...['markerUnits', 'markerWidth', 'markerHeight', 'refX', 'refY', 'orient'],
  ...[
    'in',
    'in2',
    'result',
    'mode',
    'type',
    'values',
    'tableValues',
    'slope',
    'intercept',
    'amplitude',
    'exponent',
    'operator',
  ],
  ...[
    'k1',
    'k2',
    'k3',
    'k4',
    'order',
    'kernelMatrix',
    'divisor',
    'bias',
    'targetX',
    'targetY',
    'edgeMode',
    'preserveAlpha',
  ],
  ...[
    'surfaceScale',
    'diffuseConstant',
    'specularConstant',
    'specularExponent',
    'azimuth',
    'elevation',
    'scale',
    'radius',
  ],
  ...['xChannelSelector', 'yChannelSelector', 'stdDeviation', 'baseFrequency', 'numOctaves', 'seed', 'stitchTiles'],
  ...['pointsAtX', 'pointsAtY', 'pointsAtZ', 'limitingConeAngle', 'lighting-color', 'flood-color', 'flood-opacity'],
  ...[
    'fill',
    'fill-opacity',
    'fill-rule',
    'stroke',
    'stroke-width',
    'stroke-opacity',
    'stroke-linecap',
    'stroke-linejoin',
  ],
  ...['stroke-miterlimit', 'stroke-dasharray', 'stroke-dashoffset', 'paint-order', 'vector-effect', 'color', 'opacity'],
  ...[
    'stop-color',
    'stop-opacity',
    'clip-path',
    'clip-rule',
    'mask',
    'filter',
    'marker-start',
    'marker-mid',
    'marker-end',
  ],
  ...['display', 'visibility', 'overflow', 'mix-blend-mode', 'isolation', 'image-rendering', 'shape-rendering'],
  ...['color-interpolation', 'color-interpolation-filters', 'text-rendering', 'text-anchor', 'text-decoration'],
  ...['dominant-baseline', 'alignment-baseline', 'baseline-shift', 'writing-mode', 'direction', 'unicode-bidi'],
  ...['font-family', 'font-size', 'font-size-adjust', 'font-stretch', 'font-style', 'font-variant', 'font-weight'],
  ...['letter-spacing', 'word-spacing', 'kerning'],
]);

const within = /^\s*#([\w.-]+)\s*$/;
const urlWithin = /url\(\s*(["']?)#([\w.-]+)\1\s*\)/g;
const picture = /^\s*data:image\/(png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]*$/;
const isLink = (name: string): boolean => name === 'href' || name === 'xlink:href';

/** What a style or another value refers to within the picture; null for one that may lead outside, or do what we do not know. */
function referencesOf(value: string): string[] | null {
  const found = [...value.matchAll(urlWithin)].map(([, , id = '']) => id);
  const rest = value.replace(urlWithin, ' ');
  return /[\\<>&@]|url|image-set|expression|javascript:|behavior|binding|\/\*/i.test(rest) ? null : found;
}

/** Whether an attribute stays, and what it refers to. */
function keptReferences(element: string, name: string, value: string): readonly string[] | null {
  if (name in namespaces) return namespaces[name as keyof typeof namespaces] === value ? [] : null;
  if (isLink(name)) {
    const id = within.exec(value)?.[1];
    if (id !== undefined && element !== 'image') return [id];
    return element === 'image' && picture.test(value) ? [] : null;
  }
  return attributes.has(name) ? referencesOf(value) : null;
}

/** The picture in some bytes. Its time grows with the bytes, of which there is a bound. */
export function cleanSvg(bytes: Buffer): CleanSvg | SvgProblem {
  if (bytes.length > svgLimits.bytes) return { problem: 'TOO_COMPLEX' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const gradientIds = new Set(
      readElements(text).flatMap(({ name, attributes }) => (gradients.includes(name) ? [attributes['id'] ?? ''] : [])),
    );
    const clean = sanitizeHtml(text, optionsFor(gradientIds)).trim();
    return { text: clean, ...sizeOf(requireClean(clean, gradientIds)) };
  } catch (error) {
    // Whatever reads the text throws at what it does not know.
    return { problem: error instanceof TooComplexError ? 'TOO_COMPLEX' : 'DAMAGED' };
  }
}

class TooComplexError extends Error {}

interface SvgElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: SvgElement[];
  readonly texts: string[];
}

// All elements, the first one being the root. Entities that are not those of XML are refused by the parser, as their definitions are here.
function readElements(text: string): SvgElement[] {
  const all: SvgElement[] = [];
  const open: SvgElement[] = [];
  let nodes = 0;
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', (type) => {
    if (/[[\]]|<!/.test(type)) throw new Error('A document type with definitions.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, children: [], texts: [] };
    nodes += 1 + Object.keys(attributes).length;
    if (nodes > svgLimits.nodes || open.length >= svgLimits.depth) throw new TooComplexError();
    open.at(-1)?.children.push(element);
    open.push(element);
    all.push(element);
  });
  const onText = (part: string): void => void open.at(-1)?.texts.push(part);
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  const [root] = all;
  if (root?.name !== 'svg' || (root.attributes['xmlns'] ?? namespaces.xmlns) !== namespaces.xmlns)
    throw new Error('No SVG.');
  return all;
}

// Styles of a whole picture may use its gradients, as programs that draw write them, and nothing else by its name: what they repeat is
// bounded then.
function isPlainStyle(text: string, gradientIds: ReadonlySet<string>): boolean {
  return referencesOf(text)?.every((id) => gradientIds.has(id)) === true;
}

function optionsFor(gradientIds: ReadonlySet<string>): IOptions {
  return {
    parser: { xmlMode: true, decodeEntities: true },
    allowedTags: [...elements, ...wholly.filter((name) => name !== 'script')],
    allowedAttributes: { '*': [...attributes, ...Object.keys(namespaces), 'href', 'xlink:href'] },
    // What they hold is looked at below; a style that might hold markup goes.
    allowVulnerableTags: true,
    allowedSchemes: [],
    allowedSchemesByTag: { image: ['data'] },
    allowedSchemesAppliedToAttributes: ['href', 'xlink:href'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    parseStyleAttributes: false,
    selfClosing: [],
    transformTags: {
      '*': (tagName, sent) => {
        const kept = Object.entries(sent).filter(([name, value]) => keptReferences(tagName, name, value) !== null);
        return { tagName, attribs: { ...(tagName === 'svg' ? namespaces : {}), ...Object.fromEntries(kept) } };
      },
    },
    exclusiveFilter: ({ tag, text }) => wholly.includes(tag) || (tag === 'style' && !isPlainStyle(text, gradientIds)),
  };
}

// Reads what was cleaned as if it had not been.
function requireClean(text: string, gradientIds: ReadonlySet<string>): SvgElement {
  const all = readElements(text);
  const references = new Map<SvgElement, readonly string[]>();
  for (const element of all) {
    if (!elements.has(element.name)) throw new Error('An element that draws nothing.');
    if (element.name === 'style' && !isPlainStyle(element.texts.join(''), gradientIds))
      throw new Error('A style that leads elsewhere.');
    const named = Object.entries(element.attributes).flatMap(([name, value]) => {
      const ids = keptReferences(element.name, name, value);
      if (ids === null) throw new Error('An attribute that leads elsewhere.');
      return ids;
    });
    references.set(element, named);
  }
  const [root] = all as [SvgElement];
  if (drawnBy(root, references, firstById(all)) > svgLimits.drawn) throw new TooComplexError();
  return root;
}

// The first of those with the same name is the one that is meant.
function firstById(all: readonly SvgElement[]): Map<string, SvgElement> {
  return new Map([...all].reverse().map((one) => [one.attributes['id'] ?? '', one]));
}

/** How often references lead on at most. */
const mostSteps = 1_000;

// How many elements are drawn, those that are referred to each time anew. What refers to itself is drawn by nobody alike, and refused.
function drawnBy(
  root: SvgElement,
  references: ReadonlyMap<SvgElement, readonly string[]>,
  byId: ReadonlyMap<string, SvgElement>,
): number {
  const known = new Map<SvgElement, number>();
  const within = new Set<SvgElement>();
  const count = (element: SvgElement): number => {
    const drawn = known.get(element);
    if (drawn !== undefined) return drawn;
    if (within.has(element)) throw new Error('A picture that holds itself.');
    if (within.size > mostSteps) throw new TooComplexError();
    within.add(element);
    const parts = [...element.children, ...(references.get(element) ?? []).flatMap((id) => byId.get(id) ?? [])];
    const total = Math.min(
      parts.reduce((sum, part) => sum + count(part), 1),
      svgLimits.drawn + 1,
    );
    within.delete(element);
    known.set(element, total);
    return total;
  };
  return count(root);
}

const pixels: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};

/** The size of a picture that says nothing of it, as browsers have it. */
const usual = { width: 300, height: 150 } as const;
const mostPixels = 10_000;

function sizeOf({ attributes: { width, height, viewBox } }: SvgElement): { width: number; height: number } {
  const length = (value: string | undefined): number | null => {
    const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?|\.\d+)([a-z]*)$/i.exec((value ?? '').trim()) ?? [];
    const scale = pixels[unit.toLowerCase()];
    return number === '' || scale === undefined || Number(number) === 0 ? null : Number(number) * scale;
  };
  const [, , across = NaN, down = NaN] = (viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const ratio = across > 0 && down > 0 ? across / down : null;
  const [w, h] = [length(width), length(height)];
  const wide = w ?? (h !== null && ratio !== null ? h * ratio : ratio === null ? usual.width : across);
  const high = h ?? (ratio === null ? usual.height : wide / ratio);
  const whole = (value: number): number => Math.min(mostPixels, Math.max(1, Math.round(value)));
  return { width: whole(wide), height: whole(high) };
}
