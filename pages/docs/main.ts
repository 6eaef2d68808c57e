// The guides: a search over all of them, and buttons that copy examples. Without this script the pages and their list are there all
// the same. The index is made here, of what `/docs/sections.json` holds, when somebody begins to search.
import MiniSearch from 'minisearch';

interface Section {
  readonly address: string;
  readonly document: string;
  readonly heading: string;
  readonly text: string;
}

/** Most sections that are shown. */
const mostShown = 12;

/** How much of a section is shown around a word that was found, in characters. */
const around = 70;

for (const pre of document.querySelectorAll('.guide pre')) addCopyButton(pre);
// On a phone the list stands above the guide: closed, until it is wanted.
if (matchMedia('(max-width: 60rem)').matches)
  for (const list of document.querySelectorAll<HTMLDetailsElement>('.side details')) list.open = false;
const form = document.querySelector<HTMLFormElement>('.search');
if (form) startSearch(form);

function addCopyButton(pre: Element): void {
  // A browser has none for pages of other hosts without TLS.
  if (!('clipboard' in navigator)) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(pre.textContent.trimEnd()).then(
      () => (button.textContent = 'Copied'),
      () => (button.textContent = 'Not allowed'),
    );
  });
  button.addEventListener('blur', () => (button.textContent = 'Copy'));
  const box = document.createElement('div');
  box.className = 'code';
  pre.replaceWith(box);
  box.append(pre, button);
}

function startSearch(form: HTMLFormElement): void {
  const [input, status, list] = [
    form.querySelector('input'),
    form.querySelector('[role=status]'),
    form.querySelector('ol'),
  ];
  if (!input || !status || !list) return;
  form.hidden = false;
  const index = once(loadIndex);
  let asked = 0;
  const show = async (): Promise<void> => {
    const turn = (asked += 1);
    const words = input.value.trim();
    if (words === '') {
      list.replaceChildren();
      status.textContent = '';
      return;
    }
    try {
      const found = search(await index(), words);
      // Somebody typed on meanwhile.
      if (turn !== asked) return;
      list.replaceChildren(...found.slice(0, mostShown).map(entryOf));
      status.textContent = countOf(found.length);
    } catch {
      status.textContent = 'The search could not be loaded. Try again.';
    }
  };
  input.addEventListener('focus', () => void index().catch(() => undefined), { once: true });
  input.addEventListener('input', () => void show());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void show().then(() => list.querySelector('a')?.click());
  });
  form.addEventListener('keydown', (event) => move(event, [input, ...list.querySelectorAll('a')]));
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}

// The arrows go through what was found, beside the tab key.
function move(event: KeyboardEvent, stops: readonly HTMLElement[]): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = step === undefined || at < 0 ? undefined : stops[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

// Tries again after a failure.
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}

async function loadIndex(): Promise<MiniSearch> {
  const answer = await fetch('/docs/sections.json');
  if (!answer.ok) throw new Error(`sections: ${String(answer.status)}`);
  const sections = (await answer.json()) as Section[];
  const index = new MiniSearch({
    fields: ['heading', 'document', 'text'],
    storeFields: ['address', 'document', 'heading', 'text'],
    idField: 'address',
  });
  index.addAll(sections);
  return index;
}

type Found = Section & { readonly terms: readonly string[] };

function search(index: MiniSearch, words: string): Found[] {
  const found = index.search(words, {
    combineWith: 'AND',
    boost: { heading: 4, document: 2 },
    // The last word may be unfinished, and long ones mistyped.
    prefix: (_term, at, terms) => at === terms.length - 1,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  });
  // The fields that are stored.
  return found as unknown as Found[];
}

function countOf(count: number): string {
  if (count === 0) return 'Nothing was found.';
  const shown = count > mostShown ? `, the best ${String(mostShown)} are shown` : '';
  return `${String(count)} ${count === 1 ? 'section' : 'sections'} found${shown}.`;
}

function entryOf({ address, document: title, heading, text, terms }: Found): HTMLLIElement {
  const link = document.createElement('a');
  link.href = address;
  link.textContent = heading === title ? title : `${heading} · ${title}`;
  const excerpt = document.createElement('span');
  excerpt.append(...excerptOf(text, terms));
  const entry = document.createElement('li');
  entry.append(link, excerpt);
  return entry;
}

// The words around the first one that was found.
function excerptOf(text: string, terms: readonly string[]): (string | Node)[] {
  const lower = text.toLowerCase();
  const places = terms.map((term) => ({ term, at: lower.indexOf(term) })).filter(({ at }) => at >= 0);
  const [first] = places.sort((one, other) => one.at - other.at);
  const { term = '', at = 0 } = first ?? {};
  const from = at <= around ? 0 : text.indexOf(' ', at - around) + 1;
  const end = at + term.length + around;
  const to = end >= text.length ? text.length : text.lastIndexOf(' ', end);
  const mark = document.createElement('mark');
  mark.textContent = text.slice(at, at + term.length);
  return [
    `${from > 0 ? '… ' : ''}${text.slice(from, at)}`,
    mark,
    `${text.slice(at + term.length, to)}${to < text.length ? ' …' : ''}`,
  ];
}
