// The status that each refusal of OAuth is answered with.
import { expect, test } from 'vitest';
import { OAuthError } from '../../../src/domain/oauthError.ts';

test.each([
  ['invalid_request', 400],
  ['invalid_client', 401],
  ['invalid_grant', 400],
  ['unauthorized_client', 400],
  ['unsupported_grant_type', 400],
  ['unsupported_response_type', 400],
  ['invalid_scope', 400],
  ['access_denied', 400],
  ['server_error', 500],
  ['temporarily_unavailable', 503],
] as const)('%s is %i', (code, status) => {
  expect(new OAuthError(code, 'Why.').status).toBe(status);
});
