// The form of a bearer token of the service: `ccs_`, a letter for its type, `_`, random characters, and a checksum that
// distinguishes a typing error from a token that is unknown.

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Whether a text has the form of a token made by us, check sum included; such a text may still be unknown. */
export function isTokenForm(token: string): boolean {
  if (!/^ccs_[a-z]_[A-Za-z0-9_-]{43}[0-9A-Za-z]{6}$/.test(token)) return false;
  return checkSum(token.slice(0, -6)) === token.slice(-6);
}

/** Whether a text can be used as a bearer token: one that begins as the service's own must be one of them. */
export function isUsableToken(token: string): boolean {
  if (!/^[A-Za-z0-9\-._~+/]{24,1024}=*$/.test(token)) return false;
  return !token.startsWith('ccs_') || isTokenForm(token);
}

/** CRC-32 (IEEE) in base 62, six characters: the end of every token that the service makes. */
export function checkSum(text: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let digits = '';
  for (let at = 0; at < 6; at += 1) {
    digits = (alphabet[rest % 62] ?? '0') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
