// Telephone numbers in E.164 form. The one place that knows libphonenumber.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

const allowed = /^\+?[0-9 ().-]*[0-9][0-9 ().-]*$/;

/** Whether a number is written with a `+`, digits, spaces and `().-` alone. Resource reference 4.7. */
export function isTelephoneNumber(text: string): boolean {
  return allowed.test(text);
}

/** The E.164 form of a number that names its country, such as `+442079460958`; null when none can be derived. */
export function toE164(number: string): string | null {
  const parsed = parsePhoneNumberFromString(number, { extract: false });
  return parsed?.isValid() ? parsed.number : null;
}
