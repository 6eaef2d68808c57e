// Converts a value of the data to the text a template prints, and escapes it for the media type.
import { escapeHtml } from '../domain/escapeHtml.ts';

/** What a template item may produce (specification of resources, 3.2). */
export type TemplateMediaType = 'text/html' | 'text/plain' | 'application/json';

/** Pays for characters before they are made; throws when the budget is used up. */
export type Charge = (amount: number) => void;

/**
 * The text of a value: nothing for an absent one, the parts one after the other for a list, ISO 8601 for a Date, JSON
 * for any other object. Every character is charged before it is joined, so a list that holds itself many times over
 * ends at the limit and not in the machine's memory.
 */
export function textOf(value: unknown, charge: Charge): string {
  charge(1);
  switch (typeof value) {
    case 'string':
      charge(value.length);
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      break;
    default:
      return '';
  }
  if (value === null) return '';
  if (Array.isArray(value)) return value.map((part) => textOf(part, charge)).join('');
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  return JSON.stringify(value, (key, part: unknown) => {
    charge(key.length + (typeof part === 'string' ? part.length : 1));
    return typeof part === 'bigint' ? String(part) : part;
  });
}

/**
 * Text made safe to stand in a document of the media type: between HTML tags or inside a quoted attribute; inside a
 * quoted JSON string, whose quotes the template itself writes; plain text as it is.
 */
export function escapeFor(mediaType: TemplateMediaType, text: string): string {
  switch (mediaType) {
    case 'text/html':
      return escapeHtml(text);
    case 'application/json':
      return JSON.stringify(text).slice(1, -1);
    case 'text/plain':
      return text;
  }
}
