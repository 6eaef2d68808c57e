// The fields of a type as its form holds them, and as they are sent.
import type { EntityTypeFieldInput } from '../../../made/graphql.ts';
import { texts } from '../../texts/index.ts';
import { toField } from '../../parts/time.ts';
import { beginning, inputOf, kindNames, type FieldRule, type Typed } from '../page/kinds.ts';

const words = texts.types;

/** A kind, as types name it. */
export type Kind = FieldRule['kind'];
export const kinds = Object.keys(kindNames) as Kind[];

/** A field while it is typed; `id` keeps it apart from the others. */
export interface FieldForm {
  readonly id: string;
  readonly name: string;
  readonly kind: Kind;
  readonly label: string;
  readonly help: string;
  readonly required: boolean;
  readonly repeated: boolean;
  readonly maxItems: string;
  readonly minLength: string;
  readonly maxLength: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly choices: string;
  readonly entityTypes: readonly string[];
  /** What new pages begin with; null for nothing. */
  readonly begins: Typed | null;
}

/** Which of the limits a kind has. */
export const isWritten = (kind: Kind): boolean => ['TEXT_ITEM', 'MARKDOWN_ITEM', 'TEMPLATE_ITEM'].includes(kind);
export const isNumber = (kind: Kind): boolean => ['LONG_ITEM', 'DOUBLE_ITEM'].includes(kind);
/** Pictures are uploaded and references chosen once there is a page. */
export const mayBegin = (kind: Kind): boolean => !['IMAGE_ITEM', 'REFERENCE_ITEM'].includes(kind);

/** What a value of a kind is when it is first offered. */
export function firstValue(kind: Kind): Typed {
  return typedDefaults(kind, beginning(kindNames[kind]));
}

function typedDefaults(kind: Kind, defaults: Readonly<Record<string, unknown>>): Typed {
  const typed: Record<string, string> = {};
  for (const [name, value] of Object.entries(defaults))
    typed[name] = typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : String(value ?? '');
  if (kind === 'DATETIME_ITEM') typed['value'] = toField(typed['value'] ?? '');
  return typed;
}

/** A field as its form shows it. */
export function formOf(rule: FieldRule): FieldForm {
  const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value as string));
  return {
    id: crypto.randomUUID(),
    ...{ name: rule.name, kind: rule.kind, label: text(rule.label), help: text(rule.help) },
    ...{ required: rule.required, repeated: rule.repeated, maxItems: text(rule.maxItems) },
    ...{ minLength: text(rule.minLength), maxLength: text(rule.maxLength) },
    ...{ minimum: text(rule.minimum), maximum: text(rule.maximum) },
    choices: rule.choices.join('\n'),
    entityTypes: rule.entityTypes,
    begins: rule.defaults ? typedDefaults(rule.kind, rule.defaults as Readonly<Record<string, unknown>>) : null,
  };
}

/** A field that is yet to be filled in. */
export function newField(): FieldForm {
  return {
    ...{ id: crypto.randomUUID(), name: '', kind: 'TEXT_ITEM', label: '', help: '', required: false, repeated: false },
    ...{ maxItems: '', minLength: '', maxLength: '', minimum: '', maximum: '', choices: '', entityTypes: [] },
    begins: null,
  };
}

function whole(text: string): number | null {
  if (text.trim() === '') return null;
  if (!/^\d{1,9}$/.test(text.trim())) throw new Error(words.wholeNumber);
  return Number(text);
}

/** What is sent of a field; throws what is wrong with it. Limits that its kind does not have are left out. */
export function inputOfField(form: FieldForm): EntityTypeFieldInput {
  const { name, kind, label, help, required, repeated, choices, entityTypes, begins } = form;
  const input: EntityTypeFieldInput = { name, kind, label: label || null, help: help || null, required, repeated };
  if (repeated) input.maxItems = whole(form.maxItems);
  if (isWritten(kind)) Object.assign(input, { minLength: whole(form.minLength), maxLength: whole(form.maxLength) });
  if (isNumber(kind)) Object.assign(input, { minimum: form.minimum || null, maximum: form.maximum || null });
  if (kind === 'TEXT_ITEM')
    input.choices = choices
      .split('\n')
      .map((one) => one.trim())
      .filter(Boolean);
  if (kind === 'REFERENCE_ITEM') input.entityTypes = [...entityTypes];
  if (begins && mayBegin(kind)) {
    const defaults = inputOf(kindNames[kind], begins);
    if (typeof defaults === 'string') throw new Error(defaults);
    input.defaults = Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== null));
  }
  return input;
}
