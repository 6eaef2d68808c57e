// Goes through the words of long texts without keeping other requests waiting.
import { setImmediate as pause } from 'node:timers/promises';

/** Words after which other work gets its turn. */
const wordsInTurn = 2_000;

/** Does the work with each of the words, in their order. */
export async function inTurns<Word>(words: Iterable<Word>, work: (word: Word) => void): Promise<void> {
  let left = wordsInTurn;
  for (const word of words) {
    work(word);
    left -= 1;
    if (left > 0) continue;
    left = wordsInTurn;
    await pause();
  }
}
