// What a mutation run is asked for; run.ts says what each option does.
import { parseArgs } from 'node:util';

/** The options of a command line. Throws for one that there is not. */
export const readOptions = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      record: { type: 'boolean', default: false },
      sample: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
      only: { type: 'string', default: 'src/' },
      kind: { type: 'string', default: '' },
      changed: { type: 'string' },
      patience: { type: 'string', default: '60' },
      project: { type: 'string', default: '' },
      tests: { type: 'string', default: '' },
      least: { type: 'string', default: '100' },
      list: { type: 'boolean', default: false },
    },
  }).values;
