// The types of oidc-provider that the tests use; it ships none.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Configuration {
    readonly clients: readonly object[];
    readonly clientAuthMethods: readonly string[];
    readonly jwks: object;
    readonly cookies: { readonly keys: readonly string[] };
    readonly ttl: Readonly<Record<string, number>>;
    readonly features: object;
    readonly claims: Readonly<Record<string, readonly string[]>>;
    findAccount(context: unknown, sub: string): { readonly accountId: string; claims(): { readonly sub: string } };
    readonly interactions: { url(context: unknown, interaction: { readonly uid: string }): string };
    loadExistingGrant(context: {
      readonly oidc: {
        readonly provider: { readonly Grant: new (of: { clientId: string; accountId: string }) => Grant };
        readonly session: { readonly accountId: string };
      };
    }): Promise<Grant>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
