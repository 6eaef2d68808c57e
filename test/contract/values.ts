// Good and bad values for every field of the specification's tables: what a contract test sends. Built on spec.ts alone.
export { ends } from './values/ends.ts';
export { good, strangeUrn } from './values/good.ts';
export { bad } from './values/bad.ts';
export type { BadValue } from './values/refuse.ts';
