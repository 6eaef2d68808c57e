// The parts of the specification's tables and their values that contract tests share.
export { spec, type SpecField, type SpecKind } from './spec.ts';
export { bad, ends, good, type BadValue } from './values.ts';
