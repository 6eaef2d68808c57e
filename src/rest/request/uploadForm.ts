// Reads an upload: a multipart form with exactly one file. Sizes hold while the bytes arrive, so that no more than
// allowed is ever kept. Resource reference 3.4.
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { invalid, ServiceError } from '../../domain/errors.ts';

/** What was sent: the text fields by name, and the file. */
export interface UploadForm {
  readonly fields: ReadonlyMap<string, string>;
  /** The file in the part `src`; null when there is none. */
  readonly src: Buffer | null;
  /** What the part calls the type of the file; null when it says nothing. */
  readonly srcType: string | null;
}

const mostFields = 10;
const longestField = 2048;
const mostHeaders = 20;
/** What a form holds beside its file. */
const mostBeside = 256 * 1024;

const known = new WeakMap<FastifyRequest, Promise<UploadForm>>();

/**
 * What identifies a form that was sent: its fields and the bytes of its file, in whatever order they came. Null for a request that
 * sends none, and where none is accepted.
 * @param mostBytes largest file
 */
export async function formContent(request: FastifyRequest, mostBytes: number): Promise<string | null> {
  // Only where forms are accepted do requests have this.
  if (!('isMultipart' in request) || !request.isMultipart()) return null;
  const { fields, src, srcType } = await readUploadForm(request, mostBytes);
  const digest = src && createHash('sha256').update(src).digest('base64url');
  return JSON.stringify([[...fields].sort(([one], [other]) => (one < other ? -1 : 1)), digest, srcType]);
}

/** The form of a request; it is read once. See `readForm`. */
export function readUploadForm(request: FastifyRequest, mostBytes: number): Promise<UploadForm> {
  const reading = known.get(request) ?? readForm(request, mostBytes);
  known.set(request, reading);
  return reading;
}

/**
 * Reads the form. Throws PAYLOAD_TOO_LARGE, VALIDATION_FAILED (TOO_MANY files, DUPLICATE fields), UNSUPPORTED_MEDIA_TYPE for anything but
 * a form, and BAD_REQUEST for a broken one.
 * @param mostBytes largest file
 */
async function readForm(request: FastifyRequest, mostBytes: number): Promise<UploadForm> {
  if (!request.isMultipart()) {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Send uploads as multipart/form-data.');
  }
  // Who asks before sending is told before all of it is here.
  const { expect, 'content-length': length } = request.headers;
  if (expect !== undefined && Number(length) > mostBytes + mostBeside) throw new ServiceError('PAYLOAD_TOO_LARGE');
  const fields = new Map<string, string>();
  let src: Buffer | null = null;
  let srcType: string | null = null;
  const limits = {
    files: 1,
    fileSize: mostBytes,
    fields: mostFields,
    fieldSize: longestField,
    parts: mostFields + 1,
    headerPairs: mostHeaders,
  };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        if (part.fieldname !== 'src') continue;
        src = bytes;
        srcType = part.mimetype;
        continue;
      }
      const { fieldname, value } = part;
      if (part.valueTruncated) throw tooLong(fieldname);
      if (fields.has(fieldname)) throw repeated(fieldname);
      if (typeof value === 'string') fields.set(fieldname, value);
    }
  } catch (error) {
    throw refusalOf(error, mostBytes);
  }
  return { fields, src, srcType };
}

function tooLong(name: string): ServiceError {
  return new ServiceError(
    'PAYLOAD_TOO_LARGE',
    `${JSON.stringify(name.slice(0, 64))}: a field may have at most ${String(longestField)} bytes.`,
  );
}

function repeated(name: string): ServiceError {
  return invalid([{ path: `/${name}`, code: 'DUPLICATE', message: 'The field was sent twice.' }]);
}

// Whatever the form parser throws is about the form that was sent.
function refusalOf(error: unknown, mostBytes: number): ServiceError {
  if (error instanceof ServiceError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  switch (code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return new ServiceError('PAYLOAD_TOO_LARGE', `A file may have at most ${String(mostBytes)} bytes.`);
    case 'FST_FILES_LIMIT':
      return invalid([{ path: '/src', code: 'TOO_MANY', message: 'Send exactly one file.', limit: 1 }]);
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return new ServiceError('PAYLOAD_TOO_LARGE', 'The form has too many parts.');
    default:
      return new ServiceError('BAD_REQUEST', 'The form cannot be read.');
  }
}
