// The words around all screens.
export const shell = {
  product: 'Commonplace',
  desk: 'Desk',
  places: 'Places',
  skip: 'Skip to content',
  theme: 'Colors',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  signedInAs: (name: string) => `Signed in as ${name}`,
  withToken: (name: string) => `Token of ${name}`,
  signOut: 'Sign out',
  forget: 'Forget the token',
  loading: 'Loading …',
  failed: 'That did not work',
  failedText: 'The screen could not be shown. What you typed before is saved, unless a notice said otherwise.',
  again: 'Try again',
  notFound: 'There is no such screen',
  toStart: 'Go to My day',
  connectionLost: 'The service cannot be reached. Trying again …',
  connectionBack: 'Connected again.',
  sessionEnded: 'Your session has ended. Sign in again in another tab, then go on here.',
  refused: (message: string) => `Refused: ${message}`,
  close: 'Close',
  more: 'Show more',
  choose: (label: string) => `Choose: ${label}`,
};

/** The words of signing in. */
export const signIn = {
  title: 'Sign in to the desk',
  lead: 'The desk is where people write, plan and publish.',
  button: 'Sign in',
  orToken: 'Or use a token',
  token: 'Token',
  tokenHint: 'Kept in this tab until you close it. The first start of the service printed one.',
  use: 'Use',
  wrong: 'This token is not valid.',
};
