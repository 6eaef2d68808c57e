// The limits of a field, in words, with how long a text is that has one.
import { texts } from '../../texts/index.ts';
import type { FieldRule } from './kinds.ts';

const words = texts.page.limits;

/** The limits; empty where there are none. */
export function limitsOf(rule: FieldRule, value: string): string {
  const { minLength, maxLength, minimum, maximum } = rule;
  const said = [
    words.length(minLength ?? null, maxLength ?? null, [...value].length),
    words.range(minimum ?? null, maximum ?? null),
  ];
  return said.filter(Boolean).join(' ');
}
