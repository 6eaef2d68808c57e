// What follows every change, whatever its kind: called by the engine within the transaction of the change.
import type { ChangeListener } from '../engine/announcements.ts';
import { recordPermissions } from './access/permissionAudit.ts';
import { snapshotDeleteAudience } from './events/deleteAudience.ts';
import { noteForSearch } from './search/searchIndex.ts';

/** The listeners, in the order in which they are called. */
export const changeListeners: readonly ChangeListener[] = [noteForSearch, recordPermissions, snapshotDeleteAudience];
