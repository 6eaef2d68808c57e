// The second witness: the specification's tables, typed in by hand from interface.md and resources.md and derived from
// nothing else. Contract tests hold the service, and its schema, against it.
import { access } from './spec/access.ts';
import { community } from './spec/community.ts';
import { content } from './spec/content.ts';
import { events } from './spec/events.ts';
import { identities } from './spec/identity.ts';
import { items } from './spec/items.ts';
import { work } from './spec/work.ts';
import type { SpecKind } from './spec/field.ts';

export type { SpecField, SpecForm, SpecKind, SpecShape, SpecType, SpecVerb } from './spec/field.ts';
export type { SpecEndpoint } from './spec/endpoints.ts';
export type { ViolationCode } from './spec/errors.ts';
export { statesOfEntity, subjects } from './spec/enums.ts';
export { errorCodes, successLabels, violationCodes } from './spec/errors.ts';
export { endpoints } from './spec/endpoints.ts';
export { limits } from './spec/limits.ts';
export { shapes } from './spec/shapes.ts';

/** Every resource kind with a path of its own, by area. */
export const spec: readonly SpecKind[] = [
  ...content,
  ...items,
  ...identities,
  ...work,
  ...community,
  ...access,
  ...events,
];
