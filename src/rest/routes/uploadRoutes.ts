// Image files: sent as a form, then read and changed like any other resource. Spec: Image Item File; resource reference
// 3.4.
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { readResource } from '../../engine/readResource.ts';
import { uploadImage } from '../../actions/images/uploadImage.ts';
import { fieldOf, type Resource } from '../../contract/resource.ts';
import { invalid, notFound, type Violation } from '../../domain/errors.ts';
import { parseUrn } from '../../domain/urn.ts';
import { sendWritten } from '../response/answer.ts';
import { handle, pathUrn, type Act, type Call, type RestParts } from '../request/handle.ts';
import { textParameter } from '../request/queryParameters.ts';
import { registerResource } from './resourceRoutes.ts';
import { readShape, shapeParameters } from '../request/shape.ts';
import { readUploadForm, type UploadForm } from '../request/uploadForm.ts';

/** Registers the paths of image files, in a scope of their own: nowhere else is a form accepted. */
export function registerImageFiles(scope: FastifyInstance, parts: RestParts): void {
  void scope.register(async (forms) => {
    await forms.register(multipart);
    const files = parts.contract.kinds.ImageItemFile;
    const known = [...shapeParameters, 'imageItemFormat'];
    registerResource(forms, parts, files, {
      onKind: {
        POST: handle(
          parts,
          known,
          uploadTo(files, () => null),
        ),
      },
      onUrn: { POST: handle(parts, known, uploadTo(files, pathUrn)) },
    });
  });
}

/** POST: stores the file as a format of an image item, which the path names or else the form. */
function uploadTo(files: Resource, itemInPath: (call: Call) => string | null): Act {
  return async (call) => {
    const { context, request } = call;
    const shape = readShape(files, call.parameters);
    const addressed = itemInPath(call);
    // Before 20 MiB are taken in for an item that is not there.
    const images = context.contract.kinds.ImageItem;
    if (addressed !== null && !(await readResource(context, images, addressed))) throw notFound();
    const form = await readUploadForm(request, context.limits.imageBytes);
    // However long the form took to arrive, the work on it begins now.
    context.budget.restart(workMillis);
    const row = await uploadImage(context, checkForm(call, files, form, addressed));
    return sendWritten(call, { resource: files, row, shape }, true);
  };
}

/** How long an image may wait for its turn, be worked on and be kept, in milliseconds. */
const workMillis = 30_000;

type Upload = Parameters<typeof uploadImage>[1];

function checkForm({ parameters }: Call, files: Resource, form: UploadForm, addressed: string | null): Upload {
  const violations: Violation[] = [];
  const sentItem = form.fields.get('imageItem');
  const imageItemUrn = addressed ?? parseUrn(sentItem);
  if (imageItemUrn === null) violations.push(refusal('/imageItem', sentItem, 'The urn of an image item is expected.'));
  const sentFormat = form.fields.get('imageItemFormat') ?? textParameter(parameters, 'imageItemFormat') ?? undefined;
  const format = formatOf(files, sentFormat);
  if (format === null) violations.push(formatRefusal(files, sentFormat));
  const sentUrn = form.fields.get('urn');
  const urn = parseUrn(sentUrn);
  if (sentUrn !== undefined && urn === null) violations.push(refusal('/urn', sentUrn, 'A UUID is expected.'));
  const { src } = form;
  if (src === null) violations.push(refusal('/src', undefined, 'A file in a part named src is expected.'));
  if (imageItemUrn === null || format === null || src === null) throw invalid(violations);
  return { imageItemUrn, format, bytes: src, urn };
}

function refusal(path: string, sent: string | undefined, message: string): Violation {
  return { path, code: sent === undefined ? 'REQUIRED' : 'INVALID_FORMAT', message };
}

function formatOf(files: Resource, sent: string | undefined): Upload['format'] | null {
  const member = fieldOf(files, 'imageItemFormat').members.find((name) => name === sent?.toUpperCase());
  // The contract's ImageItemFormat has these three members.
  return (member as Upload['format'] | undefined) ?? null;
}

function formatRefusal(files: Resource, sent: string | undefined): Violation {
  const path = '/imageItemFormat';
  const members = fieldOf(files, 'imageItemFormat').members.join(', ');
  if (sent === undefined) return { path, code: 'REQUIRED', message: 'Required.' };
  return { path, code: 'INVALID_ENUM', message: `One of ${members} is expected.`, limit: members };
}
