// What processes of one database tell each other by NOTIFY, beside what the event log needs.

/** Who edits an entity has changed: its urn. */
export const editorsChannel = 'commonplace_editors_changed';
