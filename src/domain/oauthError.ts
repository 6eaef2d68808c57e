// The refusals of OAuth, which go by codes of their own. RFC 6749 sections 4.1.2.1 and 5.2.

/** The codes that are used. */
export type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'access_denied'
  | 'server_error'
  | 'temporarily_unavailable';

/** A refusal that the OAuth endpoints answer; the description is for developers and holds no value that was sent. */
export class OAuthError extends Error {
  readonly code: OAuthCode;

  constructor(code: OAuthCode, description: string) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
  }

  /** 401 for a client that is not known, 400 for everything else a client can mend. */
  get status(): number {
    if (this.code === 'invalid_client') return 401;
    if (this.code === 'temporarily_unavailable') return 503;
    return this.code === 'server_error' ? 500 : 400;
  }
}
