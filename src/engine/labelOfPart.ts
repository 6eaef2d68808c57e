// A label that is enough for a part of a resource. Spec: Permission; resource reference 2.4, 12.
import { fieldOf, targetOf } from '../contract/resource.ts';
import { linkedUrns } from '../database/engine/changeStore.ts';
import type { Executor } from '../database/connection/statement.ts';
import type { Row } from '../database/engine/row.ts';
import { holds, readableAmong } from './authorize.ts';
import type { PendingWrite } from './kind.ts';
import { storedRow } from './readResource.ts';

/** The label that is enough, and the fields it is enough for. */
export interface Part {
  readonly label: string;
  readonly fields: readonly string[];
}

/**
 * The label that a change needs: that of the part, for a caller who holds it and not the kind's own, where nothing but the
 * part differs; else the kind's own. Fields sent back as they are differ in nothing: legacy clients send whole objects.
 */
export async function labelOfPart(
  { context, resource, operation, urn, values }: Omit<PendingWrite, 'transaction'>,
  executor: Executor,
  part: Part,
): Promise<string> {
  if (operation !== 'UPDATE') return resource.labels.delete;
  const usual = resource.labels.update;
  if (part.fields.every((name) => values[name] === undefined)) return usual;
  const may = (label: string): Promise<boolean> => holds(executor, context.viewer, { resource, urn }, label);
  if ((await may(usual)) || !(await may(part.label))) return usual;
  const row: Row | null = await storedRow(executor, resource, urn);
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(resource, name);
    if (part.fields.includes(name)) continue;
    const isLinks = field.storage === 'LINKS' || field.storage === 'INVERSE_LINKS';
    // What cannot be compared may differ.
    if (!isLinks && field.storage !== 'COLUMN') return usual;
    // Of a list, what the caller is shown: it could not send back more, and is not told whether it guessed the rest.
    const stored = isLinks
      ? await readableAmong(executor, context.viewer, targetOf(field), await linkedUrns(executor, resource, field, urn))
      : row?.[name];
    if (JSON.stringify(stored) !== JSON.stringify(value)) return usual;
  }
  return part.label;
}
