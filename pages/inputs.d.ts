// The types of inputs.js, for tests.
export function inputsOf(folder: string): string;
