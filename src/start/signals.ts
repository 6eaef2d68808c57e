// The signals that end the process: what they do changes while it starts.

/** What answers the signals. */
export interface Signals {
  /** Has this answer them from now on, and also those that arrived but were not answered yet. */
  answerWith(answer: (signal: NodeJS.Signals) => void): void;
}

/**
 * Answers signals by `first` until another answer is given. Their listeners stay: a signal that arrives while one listener
 * is exchanged for another is lost, and who sent it waits for a process that never stops.
 */
export function listenToSignals(names: readonly NodeJS.Signals[], first: (signal: NodeJS.Signals) => void): Signals {
  let answered = first;
  for (const name of names) process.on(name, () => answered(name));
  return {
    answerWith(answer) {
      answered = answer;
    },
  };
}
