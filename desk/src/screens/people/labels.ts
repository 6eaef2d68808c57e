// The labels that are asked about and granted, weakest first.

export const labels = [
  'VIEW',
  'READ',
  'READ_DRAFT',
  'COMMENT',
  'UPDATE',
  'PUBLISH',
  'DELETE',
  'MANAGE',
  'ADMIN',
] as const;

/** One of them. */
export type LabelName = (typeof labels)[number];
