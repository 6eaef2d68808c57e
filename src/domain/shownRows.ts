// What the answer to a request shows, noted while it is made where the answer is kept: before it is sent again, its caller
// has to be one that may still read all of it. Resource reference 1.6, 7.2.

/** How a resource is shown: as its readers read it, with its drafts, or to its maker, who may not read it. */
export type ShownAs = 'READ' | 'DRAFT' | 'MADE';

/** A resource in an answer. */
export interface ShownRow {
  readonly kind: string;
  readonly urn: string;
  readonly as: ShownAs;
}

/** The notes about one answer. */
export interface ShownRows {
  /** Notes whatever stands in the answer, or a list of it; what is no resource is passed over. */
  note(shown: unknown): void;
  /** Says that the request changes nothing: it is carried out again when it is sent again. */
  noteRead(): void;
  /** The resources; null where the answer is not to be kept. */
  rows(): readonly ShownRow[] | null;
}

/** As many are noted; longer answers are not kept. */
const mostRows = 5_000;

/** No notes yet. */
export function createShownRows(): ShownRows {
  const rows = new Map<string, ShownRow>();
  let isRead = false;
  const note = (shown: unknown): void => {
    if (Array.isArray(shown)) {
      for (const one of shown as readonly unknown[]) note(one);
      return;
    }
    const row = shownRow(shown);
    if (row) rows.set(JSON.stringify(row), row);
  };
  return {
    note,
    noteRead() {
      isRead = true;
    },
    rows: () => (isRead || rows.size > mostRows ? null : [...rows.values()]),
  };
}

// A row of a kind, under the stable urn of its item where it is a value of one, or what a search found.
function shownRow(shown: unknown): ShownRow | null {
  if (typeof shown !== 'object' || shown === null) return null;
  const { $kind, $itemUrn, $seesDrafts, $isUnread, kind, urn } = shown as Readonly<Record<string, unknown>>;
  const named = typeof $kind === 'string' ? $kind : nameOf(kind);
  if (named === null || typeof urn !== 'string') return null;
  const as = $isUnread === true ? 'MADE' : $seesDrafts === true ? 'DRAFT' : 'READ';
  return { kind: named, urn: typeof $itemUrn === 'string' ? $itemUrn : urn, as };
}

function nameOf(kind: unknown): string | null {
  if (typeof kind !== 'object' || kind === null || !('name' in kind)) return null;
  return typeof kind.name === 'string' ? kind.name : null;
}
