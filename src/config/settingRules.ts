// What a setting is, and the rules its text can be held to. The tables are in settings.ts, clusterSettings.ts and signInSettings.ts.
import { accessSync, constants } from 'node:fs';
import { parseRange } from '../domain/networkAddress.ts';

/** One setting. */
export interface Setting {
  readonly name: string;
  readonly meaning: string;
  /** What is used when it is not set; null when there is none. */
  readonly default: string | null;
  /** Null when the text is fine, else what is wrong with it. */
  readonly problem: (text: string) => string | null;
}

type Rule = Setting['problem'];

/** A whole number within bounds. */
export const whole =
  (min: number, max: number): Rule =>
  (text) => {
    const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? null : `a whole number from ${String(min)} to ${String(max)} is expected`;
  };

/** One of some words. */
export const oneOf =
  (...words: string[]): Rule =>
  (text) =>
    words.includes(text) ? null : `one of ${words.join(', ')} is expected`;

/** An address of one of these protocols, such as `https:`. */
export const url =
  (...protocols: string[]): Rule =>
  (text) => {
    const isUrl = URL.canParse(text) && protocols.includes(new URL(text).protocol);
    return isUrl ? null : `an address with ${protocols.join(' or ')} is expected`;
  };

/** Base64 of 32 bytes. */
export const key32: Rule = (text) => (/^[A-Za-z0-9+/]{43}=$/.test(text) ? null : 'base64 of 32 bytes is expected');

/** The path of a file that this process can read. */
export const readableFile: Rule = (text) => {
  try {
    accessSync(text, constants.R_OK);
    return null;
  } catch {
    return 'a file that can be read is expected';
  }
};

/** Any text. */
export const any: Rule = () => null;

/** Ranges of addresses, separated by commas. */
export const ranges = (text: string): string | null =>
  text.split(',').every((range) => parseRange(range) !== null)
    ? null
    : 'a comma list of ranges such as 10.0.0.0/8 is expected';
