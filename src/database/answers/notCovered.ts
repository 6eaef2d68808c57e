// What one statement cannot say.

/** Thrown inside this room; the door (answerStatement.ts) answers null instead. */
export class NotCovered extends Error {}
