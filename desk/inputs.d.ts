// The types of inputs.js, for tests.
export function deskInputs(folder: string): string;
