// The sign that one statement cannot answer a question.

/** Thrown for what one statement cannot read; `answerStatement` gives null instead. */
export class NotCovered extends Error {}
