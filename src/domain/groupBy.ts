// Members of a list that belong together.

/** The members by their key, in their order: both of the keys, and of the members of each. */
export function groupBy<T, Key = string>(members: Iterable<T>, keyOf: (member: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const member of members) {
    const key = keyOf(member);
    const group = groups.get(key);
    if (group) group.push(member);
    else groups.set(key, [member]);
  }
  return groups;
}
