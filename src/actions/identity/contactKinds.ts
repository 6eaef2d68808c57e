// How one reaches an identity (e-mail addresses, telephone numbers, postal addresses), and the names that other systems know it
// by, of which each belongs to one identity while it has not expired. Spec: Client Identifier; resource reference 4.6 to 4.8.
import { isRegion } from '../../domain/identityFields.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';
import { exclusiveFlag } from '../../engine/exclusiveFlag.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { releaseExpired } from '../../database/identity/identityStore.ts';
import { isAtOrBefore } from '../../domain/instant.ts';

const primary = exclusiveFlag('isPrimary');

/** E-mail addresses: one is primary, and a new address is not verified. */
export const emailKind: Kind = {
  ...primary,
  prepare(step) {
    refuseAnonymous(step);
    const { email } = step.values;
    const isOther = typeof email === 'string' && email !== step.before?.['email'];
    if (step.operation !== 'CREATE' && !isOther) return;
    step.values['isVerified'] = false;
    step.values['verifiedTimestamp'] = null;
  },
};

/** Telephone numbers: their form, their E.164 form, and which is primary. */
export const telephoneKind: Kind = {
  ...primary,
  prepare(step) {
    refuseAnonymous(step);
    const { number, extension } = step.values;
    if (typeof number === 'string') {
      if (isTelephoneNumber(number)) step.values['e164'] = toE164(number);
      else refuse(step, 'number', 'A +, digits, spaces and ().- are allowed.');
    }
    if (typeof extension === 'string' && !/^[0-9]+$/.test(extension)) refuse(step, 'extension', 'Digits are expected.');
  },
};

/** Postal addresses: their region, and which is primary. */
export const addressKind: Kind = {
  ...primary,
  prepare(step) {
    refuseAnonymous(step);
    const { region } = step.values;
    if (typeof region === 'string' && !isRegion(region)) {
      refuse(step, 'region', 'A code of a region has two letters, a hyphen and one to three letters or digits.');
    }
  },
};

/** Refuses a child of an anonymous identity: such an identity holds no contact data. */
function refuseAnonymous(step: WriteContext): void {
  // Only a create by itself has a container.
  if (step.container?.['type'] !== 'ANONYMOUS') return;
  const message = 'An anonymous identity holds no contact data.';
  step.violations.push({ path: '/identity', code: 'INVALID_REFERENCE', message, related: [step.container.urn] });
}

function refuse(step: WriteContext, name: string, message: string): void {
  step.violations.push({ path: `${step.path}/${name}`, code: 'INVALID_FORMAT', message });
}

/** Whether a number is written with a `+`, digits, spaces and `().-` alone. Resource reference 4.7. */
function isTelephoneNumber(text: string): boolean {
  return /^\+?[0-9 ().-]+$/.test(text) && /[0-9]/.test(text);
}

/** The E.164 form of a number that names its country, such as `+442079460958`; null when none can be derived. */
function toE164(number: string): string | null {
  const parsed = parsePhoneNumberFromString(number, { extract: false });
  return parsed?.isValid() ? parsed.number : null;
}

const keyFields = ['domain', 'token', 'expiresTimestamp'] as const;

/** Uniqueness is the database's; here an expired name is taken out of its reach, and a renewed one put back into it. */
export const clientIdentifierKind: Kind<'ClientIdentifier'> = {
  async prepare(step) {
    refuseAnonymous(step);
    if (step.operation === 'DELETE' || !isTouched(step)) return;
    const now = { ...step.before, ...step.values };
    const end = now.expiresTimestamp;
    const isExpired = typeof end === 'string' && isAtOrBefore(end, step.now);
    step.hidden['is_released'] = isExpired;
    const { domain, token } = now;
    // Without a place to live there is no owner: that is refused already.
    if (isExpired || step.owner === '' || typeof domain !== 'string' || typeof token !== 'string') return;
    await releaseExpired(step.transaction, { owner: step.owner, domain, token }, step.now);
  },
};

function isTouched({ before, values }: WriteContext<'ClientIdentifier'>): boolean {
  return before === null || keyFields.some((name) => values[name] !== undefined && values[name] !== before[name]);
}
