// Time zone names.
import { expect, test } from 'vitest';
import { isTimeZone } from '../../../src/domain/identityFields.ts';

test('an IANA name is a time zone', () => {
  for (const name of ['Europe/London', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'asia/tokyo']) {
    expect(isTimeZone(name), name).toBe(true);
  }
});

test('offsets, unknown names and other texts are not time zones', () => {
  for (const name of ['+01:00', 'Europe/Atlantis', 'London time', '', '/UTC', 'UTC/']) {
    expect(isTimeZone(name), name).toBe(false);
  }
});
