// Content negotiation on the Accept header (RFC 9110, 12.5.1).
import { ServiceError } from '../../domain/errors.ts';

interface MediaRange {
  readonly type: string;
  readonly weight: number;
}

/** Refuses a caller who takes neither `application/json` nor problems: 406. A missing header takes everything. */
export function requireJson(accept: string | undefined): void {
  if (accept === undefined || accept.trim() === '') return;
  const ranges = mediaRanges(accept);
  // A client that accepts only problem details reads errors that way; any other response is sent as plain JSON.
  if (acceptsProblem(accept)) return;
  const nearest = ['application/json', 'application/*', '*/*']
    .map((type) => ranges.find((range) => range.type === type))
    .find((range) => range !== undefined);
  if (!nearest || nearest.weight === 0) {
    throw new ServiceError('NOT_ACCEPTABLE', 'This path answers application/json only.');
  }
}

/** Whether the caller names `application/problem+json` (RFC 9457) as something it takes. */
export function acceptsProblem(accept: string | undefined): boolean {
  return mediaRanges(accept ?? '').some((range) => range.type === 'application/problem+json' && range.weight > 0);
}

/** Whether the caller names `application/x-ndjson`, a line of JSON for each resource, as something it takes. */
export function acceptsLines(accept: string | undefined): boolean {
  return mediaRanges(accept ?? '').some((range) => range.type === 'application/x-ndjson' && range.weight > 0);
}

function mediaRanges(accept: string): MediaRange[] {
  return accept.split(',').map((element) => {
    const [type = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    return { type, weight: Number.isFinite(weight) ? weight : 0 };
  });
}
