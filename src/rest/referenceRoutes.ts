// The fixed lists clients choose from: locales, currencies and countries, with names in the caller's language. Resource
// reference 2.6 to 2.8.
import type { FastifyInstance } from 'fastify';
import { countries, countryName } from '../domain/country.ts';
import { currencies, currencyName, formatMoney } from '../domain/currency.ts';
import { languageCandidates } from '../domain/languageChoice.ts';
import { locales } from '../domain/locale.ts';
import { sendJson } from './answer.ts';
import { handle, type Call, type RestParts } from './handle.ts';
import { offer } from './offer.ts';
import { setVary } from './vary.ts';

/** Registers `/n/v1/locales`, `/n/v1/currencies` and `/n/v1/countries`. */
export function offerReferenceLists(scope: FastifyInstance, parts: RestParts): void {
  offerList(scope, parts, 'locales', () => locales);
  // Withdrawn currencies are accepted where stored data holds them, but not offered.
  const offered = currencies.filter((currency) => currency.isActive);
  offerList(scope, parts, 'currencies', (language) =>
    offered.map((currency) => ({
      code: currency.code,
      numericCode: currency.numericCode,
      exponent: currency.exponent,
      symbol: formatMoney(0n, currency, language).currencySymbol,
      name: currencyName(currency, language),
      isActive: currency.isActive,
    })),
  );
  offerList(scope, parts, 'countries', (language) =>
    countries.map(({ code, alpha3 }) => ({ code, alpha3, name: countryName(code, language) })),
  );
}

function offerList(
  scope: FastifyInstance,
  parts: RestParts,
  name: string,
  entries: (language: string) => readonly unknown[],
): void {
  const path = `/n/v1/${name}`;
  const GET = handle(
    parts,
    [],
    async (call) => {
      setVary(call.reply, ['Accept-Language', 'Authorization']);
      return sendJson(call, 200, { [name]: entries(languageOf(call)), url: `${call.context.baseUrl}${path}` });
    },
    'ANYONE',
  );
  offer(scope, path, { GET });
}

// The language of names: the best of those asked for that is on the list.
function languageOf({ context }: Call): string {
  return languageCandidates({ acceptLanguage: context.acceptLanguage ?? undefined })[0]?.tag ?? 'und';
}
