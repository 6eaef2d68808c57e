// What a mutation run comes to.

/** What became of one slip. `not reached`: no test enters its place; `excused`: it survives for a written reason. */
export type Outcome = 'caught' | 'survived' | 'not reached' | 'excused';

/** Whether at least `least` of a hundred slips were caught, of those that are not excused. Of none, all were. */
export function isEnough(counts: ReadonlyMap<Outcome, number>, least: number): boolean {
  const caught = counts.get('caught') ?? 0;
  const missed = (counts.get('survived') ?? 0) + (counts.get('not reached') ?? 0);
  return caught * 100 >= least * (caught + missed);
}
