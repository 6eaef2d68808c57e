// Where the hits of a page match: their texts are read, and cut where the words that the index has are found in them.
import { markedCut, mayHaveStem, type Marking } from '../../domain/searchMarks.ts';
import { stemmedForms, type Stems } from '../../domain/searchVector.ts';
import { formsToStem, type StemsByRules } from '../../domain/searchTerms.ts';
import { wordsOf, type Word } from '../../domain/words.ts';
import { Parameters, rowsOf, unprepared, type Executor } from '../connection/statement.ts';
import type { Hit, SoughtWords } from './searchStore.ts';
import { inTurns } from './inTurns.ts';
import { partsSql, searchSourceOf, type SearchedVersion } from './searchSource.ts';
import { readStems, rulesSql } from './wordStems.ts';

/** A cut of a text as HTML, with its matches in `<em>`. */
export interface Cut {
  readonly path: string;
  readonly text: string;
}

/** Cuts of one hit. */
const mostCuts = 5;
/** Characters of the texts of a page's hits that are read, the best hits first. */
export const mostRead = 500_000;

interface Part extends Cut {
  readonly urn: string;
  readonly rules: string | null;
}

/** Where the hits match, for those of one page. */
export async function cutsOf(
  executor: Executor,
  hits: readonly Pick<Hit, 'urn' | 'kind'>[],
  sought: SoughtWords,
  version: SearchedVersion,
): Promise<Map<string, Cut[]>> {
  const cuts = new Map<string, Cut[]>();
  if (hits.length === 0 || sought.terms.every(({ isNegated }) => isNegated)) return cuts;
  const parts = await readParts(executor, hits, version);
  const own = await stemsOfParts(executor, parts, sought);
  for (const { urn, path, text, rules } of parts) {
    const known = cuts.get(urn) ?? [];
    cuts.set(urn, known);
    if (known.length >= mostCuts) continue;
    const words: Word[] = [];
    await inTurns(wordsOf(text), (word) => void words.push(word));
    const cut = markedCut(text, words, { ...sought, rules }, stemsBy(own, rules));
    if (cut !== null) known.push({ path, text: cut });
  }
  return cuts;
}

const stemsBy = (stems: StemsByRules, rules: string | null): Stems =>
  (rules === null ? undefined : stems.get(rules)) ?? new Map();

async function readParts(
  executor: Executor,
  hits: readonly Pick<Hit, 'urn' | 'kind'>[],
  version: SearchedVersion,
): Promise<Part[]> {
  const p = new Parameters();
  const parts = [...new Set(hits.map(({ kind }) => kind))].flatMap((kind) => {
    const source = searchSourceOf(kind);
    const urns = hits.filter((hit) => hit.kind === kind).map(({ urn }) => urn);
    // Whatever is not content is searched as it is now.
    return source ? [partsSql(source, p.add(urns, 'uuid[]'), kind === 'Entity' ? version : 'LATEST')] : [];
  });
  const order = p.add(
    hits.map(({ urn }) => urn),
    'uuid[]',
  );
  const inOrder = 'r.n, x.weight, x.place, x.path';
  const text =
    `SELECT y.urn, y.path, y.text, y.rules FROM (SELECT x.urn, x.path, x.text, ${rulesSql('d."language"')} AS rules,` +
    ` row_number() OVER (ORDER BY ${inOrder}) AS n, sum(length(x.text)) OVER (ORDER BY ${inOrder}) - length(x.text) AS before` +
    ` FROM (${parts.join(' UNION ALL ')}) x JOIN unnest(${order}) WITH ORDINALITY r(urn, n) ON r.urn = x.urn` +
    ` JOIN "search_document" d ON d."urn" = x.urn) y WHERE y.before < ${String(mostRead)} ORDER BY y.n`;
  const rows = await rowsOf<Part>(executor, unprepared(text, p));
  return rows.map((part) => ({ ...part, text: part.text.normalize('NFC') }));
}

// Of words that may be other forms of what is sought.
async function stemsOfParts(executor: Executor, parts: readonly Part[], sought: SoughtWords): Promise<StemsByRules> {
  const forms = new Map<string, Set<string>>();
  // Pairs of characters have none.
  if (formsToStem(sought.terms).length === 0) return new Map();
  for (const { text, rules } of parts) {
    if (rules === null) continue;
    const known = forms.get(rules) ?? new Set();
    forms.set(rules, known);
    const marking: Marking = { ...sought, rules };
    await inTurns(wordsOf(text), (word) => {
      if (mayHaveStem(word, marking)) stemmedForms(word).forEach((form) => known.add(form));
    });
  }
  const all = [...new Set([...forms.values()].flatMap((some) => [...some]))];
  return readStems(executor, all, { rules: [...forms.keys()] });
}
