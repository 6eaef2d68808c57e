// The words of the trash.
const names: Readonly<Record<string, string>> = {
  Entity: 'Page',
  EntityList: 'List',
  MessageThread: 'Thread',
  ThreadPost: 'Post',
};

export const trash = {
  title: 'Trash',
  lead: 'What was deleted in the companies that you administer, for as long as it can be brought back.',
  kind: 'Kind',
  anyKind: 'Any kind',
  kinds: (kind: string) => names[kind] ?? kind,
  none: 'There is nothing here that you could bring back.',
  deleted: (time: string) => `Deleted ${time}`,
  until: (time: string) => `can be brought back until ${time}`,
  restore: 'Bring back',
  notRestored: (name: string, what: string) => `“${name}” is back, but not all of it. ${what}`,
  restored: (name: string) => `“${name}” is back.`,
};
