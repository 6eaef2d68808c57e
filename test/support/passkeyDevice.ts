// A browser with an authenticator of its own (WebAuthn over CDP), which keeps passkeys and asks nobody.
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A device of a person. */
export interface Device {
  readonly page: Page;
  readonly context: BrowserContext;
  /** How many passkeys it holds. */
  held(): Promise<number>;
}

/** A device that holds no passkey yet. */
export async function passkeyDevice(browser: Browser): Promise<Device> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    page,
    context,
    held: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}
