// Puts each document of the graph into the chunk of the screen that sends it, as text with the fragments it needs. What the
// code generator writes instead is one module of all documents, parsed, of which a first screen needs a tenth.
import path from 'node:path';
import { readdirSync, readFileSync } from 'node:fs';
import { parse, stripIgnoredCharacters, visit } from 'graphql';

const literal = /\bgraphql\(`([^`]*)`\)/g;

/**
 * The plugin for the sources in a folder.
 * @param {string} folder that of the desk
 * @returns {import('vite').Plugin}
 */
export function documentsInTheirPlaces(folder) {
  const sources = path.join(folder, 'src');
  const made = path.join(folder, 'made/gql.ts');
  const fragments = fragmentsIn(sources);
  return {
    name: 'documents',
    enforce: 'pre',
    load: (id) => (id === made ? "export { parse as graphql } from '@0no-co/graphql.web';" : null),
    transform: (code, id) =>
      id.startsWith(sources) && code.includes('graphql(`')
        ? code.replaceAll(
            literal,
            (_, text) => `/* @__PURE__ */ graphql(${JSON.stringify(withFragments(text, fragments))})`,
          )
        : null,
  };
}

function fragmentsIn(sources) {
  const found = new Map();
  for (const name of readdirSync(sources, { recursive: true }).filter((one) => /\.tsx?$/.test(one)))
    for (const [, text] of readFileSync(path.join(sources, name), 'utf8').matchAll(literal))
      for (const { kind, name } of parse(text).definitions)
        if (kind === 'FragmentDefinition') found.set(name.value, text);
  return found;
}

function withFragments(text, fragments) {
  const texts = new Set([text]);
  // A set is walked to what is added meanwhile, so that fragments of fragments are found.
  for (const one of texts)
    visit(parse(one), {
      FragmentSpread: ({ name }) => void texts.add(fragments.get(name.value) ?? missing(name.value)),
    });
  return stripIgnoredCharacters([...texts].join('\n'));
}

function missing(name) {
  throw new Error(`There is no fragment ${name}`);
}
