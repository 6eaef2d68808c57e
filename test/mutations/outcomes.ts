// What a mutation run comes to.

/** What became of one slip. `not reached`: no test enters its place; `excused`: it survives for a written reason. */
export type Outcome = 'caught' | 'survived' | 'not reached' | 'excused';

/** Whether at least `least` of a hundred slips were caught, of those that are not excused. Of none, all were. */
export function isEnough(counts: Partial<Record<Outcome, number>>, least: number): boolean {
  const caught = counts.caught ?? 0;
  const missed = (counts.survived ?? 0) + (counts['not reached'] ?? 0);
  return caught * 100 >= least * (caught + missed);
}
