// Regions of addresses: free text, but what looks like an ISO 3166-2 code must have its shape. Pure.

const codeLike = /^[A-Z]{2}-[A-Z0-9]*$/;
const code = /^[A-Z]{2}-[A-Z0-9]{1,3}$/;

/** Whether a text may stand as a region: not of the form of an ISO 3166-2 code, or a well-formed one such as `GB-ENG`. */
export function isRegion(text: string): boolean {
  return !codeLike.test(text) || code.test(text);
}
