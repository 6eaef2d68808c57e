// A request for a rendered entity: its address and its parameters. Resource reference 3.1.
import type { ViewRequest } from '../../actions/content/viewRequest.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { parseUrn } from '../../domain/urn.ts';
import { isVariant } from '../../domain/variant.ts';
import {
  instantParameter,
  readTogether,
  textParameter,
  wordParameter,
  type QueryParameters,
} from './queryParameters.ts';

/** The parameters of a view. */
export const viewParameters = ['language', 'variant', 'version', 'atTimestamp', 'owner', 'render', 'expand'] as const;

/** What views are addressed under; the path of the entity follows. */
export const viewPrefix = '/v/v1/entityview';

/** Those of a view whose path is a parameter. */
export const viewByPathParameters = ['path', ...viewParameters] as const;

/** The address of a view whose path is a parameter. Throws INVALID_PARAMETER. */
export function viewAddressIn(parameters: QueryParameters): ViewRequest['address'] {
  const path = textParameter(parameters, 'path');
  if (path === null) throw invalidParameter('path', 'The path of the page is expected, such as /about.');
  return { path };
}

/**
 * The addresses a view may mean, likeliest first: the urn for a single segment that is one, else the path. `%2F` is a separator,
 * as generated clients send one parameter; a page whose path holds an escaped one is found where there is no other.
 */
export function viewAddresses(url: string): ViewRequest['address'][] {
  const path = url.split('?', 1)[0]?.slice(viewPrefix.length) ?? '';
  const urn = parseUrn(path.slice(1));
  if (urn !== null) return [{ urn }];
  if (!/%2f/i.test(path)) return [{ path }];
  return [{ path: path.replace(/^\/%2f/i, '/').replace(/%2f/gi, '/') }, { path }];
}

/** Reads the parameters of a view, and the Variant header where no `variant` is given. Throws INVALID_PARAMETER. */
export function readViewRequest(
  address: ViewRequest['address'],
  parameters: QueryParameters,
  variantHeader: string | readonly string[] | undefined,
): ViewRequest {
  const [language, variant, version, atTimestamp, owner, render] = readTogether(
    () => readLanguage(parameters),
    () => readVariant(parameters, variantHeader),
    () => wordParameter(parameters, 'version', ['PUBLISHED', 'LATEST']) ?? 'PUBLISHED',
    () => instantParameter(parameters, 'atTimestamp'),
    () => readOwner(parameters),
    () => wordParameter(parameters, 'render', ['HTML', 'RAW']) ?? 'HTML',
  );
  return { address, language, variant, version, atTimestamp, owner, render };
}

function readLanguage(parameters: QueryParameters): string | null {
  const text = textParameter(parameters, 'language');
  if (text === null || /^[A-Za-z]{1,8}(?:[-_][A-Za-z0-9]{1,8}){0,8}$/.test(text)) return text;
  throw invalidParameter('language', 'A locale tag such as en-GB is expected.');
}

// An empty parameter means the default variant, whatever the header says.
function readVariant(parameters: QueryParameters, header: string | readonly string[] | undefined): string | null {
  const sent = parameters.get('variant');
  if (sent === undefined) return typeof header === 'string' && isVariant(header) ? header : null;
  if (!isVariant(sent)) {
    throw invalidParameter('variant', 'At most 128 letters, digits, "-", "_" and "." are expected.', 128);
  }
  return sent;
}

function readOwner(parameters: QueryParameters): string | null {
  const text = textParameter(parameters, 'owner');
  const urn = parseUrn(text);
  if (text !== null && urn === null) throw invalidParameter('owner', 'The urn of a company is expected.');
  return urn;
}
