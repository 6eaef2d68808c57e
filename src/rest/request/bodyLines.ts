// A body of JSON lines: each line is read by itself, so that one that is no JSON does not take the others with it.
import type { FastifyInstance } from 'fastify';
import { linesType } from '../../contract/resource.ts';
import { isObject } from '../../contract/scalarRules.ts';
import { ServiceError } from '../../domain/errors.ts';
import { readBody } from '../../http/jsonBody.ts';

/** The lines of a body, in their order; a line that cannot be read is an object whose member `$unreadable` says why. */
export class BodyLines {
  readonly lines: readonly unknown[];

  constructor(lines: readonly unknown[]) {
    this.lines = lines;
  }
}

/** Takes bodies of JSON lines on the paths of the scope; `most` lines are read, and more are refused. */
export function acceptLines(scope: FastifyInstance, most: number): void {
  scope.addContentTypeParser([linesType, 'application/jsonl'], { parseAs: 'buffer' }, (request, body, done) => {
    try {
      // parseAs: 'buffer' gives a Buffer.
      done(null, new BodyLines(linesOf(request.headers, body as Buffer, most)));
    } catch (error) {
      done(error as Error);
    }
  });
}

function linesOf(headers: Parameters<typeof readBody>[0], bytes: Buffer, most: number): unknown[] {
  const lines: unknown[] = [];
  for (let at = 0; at < bytes.length;) {
    const next = bytes.indexOf(0x0a, at);
    const end = next < 0 ? bytes.length : next;
    const line = bytes.subarray(at, end);
    at = end + 1;
    if (line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09)) continue;
    if (lines.length === most)
      throw new ServiceError('PAYLOAD_TOO_LARGE', `At most ${String(most)} lines: send the rest in another request.`);
    lines.push(lineOf(headers, line));
  }
  return lines;
}

function lineOf(headers: Parameters<typeof readBody>[0], line: Buffer): unknown {
  try {
    const value = readBody(headers, line);
    return isObject(value) ? value : { $unreadable: 'The line must be a JSON object.' };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'BAD_REQUEST') throw error;
    return { $unreadable: error.message.replace('The body', 'The line') };
  }
}
