// What an answer says beside its data: how the language of a view was chosen, and what was accepted although it is better
// not sent. Collected while a request is served; each face shows it in its own way. Resource reference 2.7, 3.1.
import type { Contract, Field, Resource } from '../contract/resource.ts';
import type { Target } from '../domain/redirectTarget.ts';
import { canonicalCurrency } from '../domain/currency.ts';

/** Something that was accepted with a warning. */
export interface Warning {
  readonly code:
    | 'WITHDRAWN_CURRENCY'
    | 'NOTHING_TO_DELIVER'
    | 'NOT_PUBLIC'
    | 'NOT_RESTORED'
    | 'TIMESTAMP_CUT'
    | 'CREATED_TIMESTAMP_IGNORED'
    | 'MEMBER_IGNORED'
    | 'CONDITION_IGNORED'
    | 'TEMPLATE_PARSE'
    | 'TEMPLATE_LIMIT'
    | 'TEMPLATE_DEPTH'
    | 'TEMPLATE_RENDER';
  readonly message: string;
}

/** The language that a view was answered in. */
export interface LanguageNote {
  readonly tag: string;
  /** The step of the language choice that found it. */
  readonly match: string;
}

/** The remarks of one request. */
export interface Warnings {
  readonly warnings: Warning[];
  /** By the name under which the view stands in the answer. */
  readonly languages: Map<string, LanguageNote>;
  /** By the same name, of a view that is not at the path that was asked for. */
  readonly redirects: Map<string, Target>;
}

/** Nothing to remark yet. */
export function createWarnings(): Warnings {
  return { warnings: [], languages: new Map(), redirects: new Map() };
}

/** Warns of instants that were sent finer than they are kept, by their paths. */
export function warnOnCuts({ remarks }: { readonly remarks: Warnings }, cut: readonly string[]): void {
  for (const path of cut)
    remarks.warnings.push({ code: 'TIMESTAMP_CUT', message: `${path} is stored with microsecond precision.` });
}

/** Warns, once, of a date of something imported that the caller may not send. */
export function warnOnIgnoredDate({ remarks }: { readonly remarks: Warnings }, path: string): void {
  const code = 'CREATED_TIMESTAMP_IGNORED';
  if (remarks.warnings.some((one) => one.code === code)) return;
  remarks.warnings.push({ code, message: `${path} is ignored: it needs MANAGE on the owner.` });
}

/** Warns, once, of a condition that a write was sent and does not check. */
export function warnOnIgnoredCondition({ remarks }: { readonly remarks: Warnings }, header: string): void {
  const message = `${header} was ignored: this request checks no version.`;
  if (remarks.warnings.every((one) => one.message !== message))
    remarks.warnings.push({ code: 'CONDITION_IGNORED', message });
}

/** Most entities that an answer names as not public: they stand in a header. */
const mostNotPublic = 20;

/** What an answer says of an entity that is published and that nobody without a token may see. */
export const notPublic = (urn: string): Warning => ({
  code: 'NOT_PUBLIC',
  message:
    `NOT_PUBLIC: nobody without a token may see the entity ${urn}.` +
    ' Set its audience to EVERYONE, or let everyone VIEW its company.',
});

/** Warns of an entity that is published and that nobody without a token may see. */
export function warnNotPublic({ remarks }: { readonly remarks: Warnings }, urn: string): void {
  addWarning(remarks, notPublic(urn));
}

/** Adds what is not said yet; of entities that are not public only so many are named. */
export function addWarning({ warnings }: Pick<Warnings, 'warnings'>, warning: Warning): void {
  const named = warnings.filter(({ code }) => code === 'NOT_PUBLIC').length;
  if (warning.code === 'NOT_PUBLIC' && named >= mostNotPublic) return;
  if (warnings.every(({ message }) => message !== warning.message)) warnings.push(warning);
}

/** Most rows that a warning names: they stand in a header. */
const mostNotRestored = 20;

/** Warns of permission edges, or of rows whose link ended with what is restored, that do not come back with it. */
export function warnNotRestored(
  { remarks }: { readonly remarks: Warnings },
  { name }: Resource,
  urns: readonly string[],
  field: Field | null = null,
): void {
  if (urns.length === 0) return;
  const named = urns.slice(0, mostNotRestored).join(', ');
  const what = field ? `${name}.${field.name}` : name;
  const message = `NOT_RESTORED: ${what} of ${String(urns.length)} did not come back, since the caller may not give it: ${named}.`;
  remarks.warnings.push({ code: 'NOT_RESTORED', message: field ? message : message.replace(' of ', ', ') });
}

/** Warns of items that stay as they are although they were to be as they were, with the reason: half a sentence. */
export function warnNotReturned(
  { remarks }: { readonly remarks: Warnings },
  urns: readonly string[],
  why: string,
): void {
  if (urns.length === 0) return;
  const named = urns.slice(0, mostNotRestored).join(', ');
  const message = `NOT_RESTORED: ${String(urns.length)} of the items stay as they are, since ${why}: ${named}.`;
  remarks.warnings.push({ code: 'NOT_RESTORED', message });
}

/** Most members that an answer names as ignored: they stand in a header. */
const mostIgnored = 20;

// Warns of members of a write that were passed over.
function warnOnIgnored({ remarks }: { readonly remarks: Warnings }, ignored: readonly string[]): void {
  for (const message of ignored) {
    const known = remarks.warnings.filter(({ code }) => code === 'MEMBER_IGNORED');
    if (known.length >= mostIgnored) return;
    if (known.every((one) => one.message !== message)) remarks.warnings.push({ code: 'MEMBER_IGNORED', message });
  }
}

/** Most templates that an answer names as failed: they stand in a header. */
const mostTemplates = 20;

/** Warns of a template item that failed while it was rendered: the same ones in the same order, whichever was rendered first. */
export function warnOnTemplate(
  { remarks }: { readonly remarks: Warnings },
  urn: string,
  { code, message }: Warning,
): void {
  const warning: Warning = { code, message: `Template item ${urn}: ${message}` };
  const isFailed = (one: Warning): boolean => one.code.startsWith('TEMPLATE_');
  const failed = remarks.warnings.filter(isFailed);
  if (failed.some((one) => one.message === warning.message)) return;
  const named = [...failed, warning].sort((a, b) => (a.message < b.message ? -1 : 1)).slice(0, mostTemplates);
  remarks.warnings.splice(0, Infinity, ...remarks.warnings.filter((one) => !isFailed(one)), ...named);
}

/** Warns of withdrawn currencies in the values of a write, of the instants that were cut in it, and of what was passed over. */
export function warnOnInput(
  parts: { readonly contract: Contract; readonly remarks: Warnings },
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
  { cut, ignored }: { readonly cut: readonly string[]; readonly ignored: readonly string[] },
): void {
  warnOnCurrencies(parts, resource, values);
  warnOnCuts(parts, cut);
  warnOnIgnored(parts, ignored);
}

// Those of what the write makes along with itself included.
function warnOnCurrencies(
  { contract, remarks }: { readonly contract: Contract; readonly remarks: Warnings },
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const field of resource.fields) {
    const value = values[field.name];
    if (field.typeName === 'CurrencyCode') {
      const currency = canonicalCurrency(value);
      if (!currency || currency.isActive) continue;
      const message = `The currency ${currency.code} is withdrawn.`;
      if (remarks.warnings.every((one) => one.message !== message))
        remarks.warnings.push({ code: 'WITHDRAWN_CURRENCY', message });
    }
    const child = Array.isArray(value) ? contract.resources.find(({ name }) => name === field.typeName) : undefined;
    if (!child || !Array.isArray(value)) continue;
    for (const one of value as readonly unknown[]) {
      // Whatever is no object was refused before anything was written, or is a link.
      if (typeof one === 'object' && one !== null) warnOnCurrencies({ contract, remarks }, child, { ...one });
    }
  }
}
