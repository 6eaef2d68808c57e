// What is done to images, as it is asked of a process that does nothing else (imageProcesses.ts).
import {
  derivedWidths,
  deriveWidth,
  readImage,
  shapeOf,
  type ImageFacts,
  type ImageProblem,
  type ImageShape,
} from './image.ts';
import { svgType } from './imageType.ts';
import { transformImage, type ImageTransform, type TransformedImage } from './transformImage.ts';

/** An uploaded image as it is stored, and the formats that are derived from it. */
export interface ReadImage {
  readonly facts: ImageFacts;
  readonly derived: readonly { readonly format: keyof typeof derivedWidths; readonly facts: ImageFacts }[];
}

/** Something to be done. */
export type ImageJob =
  /** What the header says. */
  | { readonly kind: 'LOOK'; readonly bytes: Buffer }
  | { readonly kind: 'READ'; readonly bytes: Buffer; readonly derives: boolean }
  | { readonly kind: 'TRANSFORM'; readonly bytes: Buffer; readonly transform: ImageTransform };

/** What each job answers. */
export type ImageResult<Job extends ImageJob> = Job extends { readonly kind: 'LOOK' }
  ? ImageShape | ImageProblem
  : Job extends { readonly kind: 'READ' }
    ? ReadImage | ImageProblem
    : TransformedImage;

/** Does a job. Throws where the bytes are not those of a stored image, and a transform is asked for. */
export async function doImageJob(job: ImageJob): Promise<ImageResult<ImageJob>> {
  switch (job.kind) {
    case 'LOOK':
      return shapeOf(job.bytes);
    case 'READ':
      return read(job.bytes, job.derives);
    case 'TRANSFORM':
      return transformImage(job.bytes, job.transform);
  }
}

// One after the other: the process is for one picture in memory.
async function read(bytes: Buffer, derives: boolean): Promise<ReadImage | ImageProblem> {
  const facts = await readImage(bytes);
  if ('problem' in facts) return facts;
  const derived: { format: keyof typeof derivedWidths; facts: ImageFacts }[] = [];
  for (const format of derives ? (['MEDIUM', 'LARGE'] as const) : []) {
    // One of text is the same in every size.
    const isText = facts.contentType === svgType;
    derived.push({ format, facts: isText ? facts : await deriveWidth(facts.bytes, derivedWidths[format]) });
  }
  return { facts, derived };
}
