// Writes src/domain/data/countries.json: the ISO 3166-1 codes, with CLDR's English names. Run:
// npx tsx scripts/generateCountries.ts
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import countries from 'i18n-iso-countries';
import { writeData } from './writeData.ts';

const require = createRequire(import.meta.url);

// CLDR guarantees the shape of its files within a major release.
const english = JSON.parse(readFileSync(require.resolve('cldr-localenames-full/main/en/territories.json'), 'utf8')) as {
  main: { en: { localeDisplayNames: { territories: Record<string, string> } } };
};
const names = english.main.en.localeDisplayNames.territories;

// The package's list is ISO 3166-1 and XK, which is user-assigned and in wide use.
const rows = Object.entries(countries.getAlpha2Codes())
  .map(([code, alpha3]) => ({ code, alpha3, name: names[code] ?? code }))
  .sort((one, other) => (one.code < other.code ? -1 : 1));
if (rows.length !== 250) throw new Error(`Expected 249 countries and XK, found ${rows.length}.`);
await writeData('countries', rows);
