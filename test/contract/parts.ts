// What contract tests need of the specification's tables and their values.
export { spec, type SpecField, type SpecKind } from './spec.ts';
export { bad, good, type BadValue } from './values.ts';
