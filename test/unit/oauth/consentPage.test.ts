// The page that asks a person: whom it names, what it sends back, and where its form may lead.
import { expect, test } from 'vitest';
import { consentPage, refusalPage, type Question } from '../../../src/oauth/consentPage.ts';

const asked = (redirectUri: string): Question => ({
  // Only what the page shows.
  request: {
    client: { name: 'Reader <b>', ownerName: 'Lighthouse' },
    scope: ['read', 'x-unknown'],
    redirectUri,
  } as unknown as Question['request'],
  parameters: new Map([
    ['client_id', 'a'],
    ['state', '"><script>'],
  ]),
  person: { name: `Ada & Co's "own"`, csrfToken: 'token' },
});

const policyOf = (text: string): Map<string, string> =>
  new Map(text.split('; ').map((one) => [one.slice(0, one.indexOf(' ')), one.slice(one.indexOf(' ') + 1)]));

test.each([
  ['https://app.example:8443/back?x=1', 'app.example:8443', "'self' https://app.example:8443"],
  ['http://127.0.0.1:4000/back', '127.0.0.1:4000', "'self' http://127.0.0.1:4000"],
  ['http://[::1]:4000/back', '[::1]:4000', "'self' http:"],
])('a form that leads to %s says so, and may lead nowhere else', (redirectUri, host, target) => {
  const { html, policy } = consentPage(asked(redirectUri));
  expect(html).toContain(`<strong>${host}</strong>`);
  expect(html).toContain('by <strong>Lighthouse</strong> wants to use the account of');
  expect(Object.fromEntries(policyOf(policy))).toEqual({
    'default-src': "'none'",
    'style-src': "'self'",
    'img-src': "'self'",
    'form-action': target,
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
  });
});

test('everything that was said by others is escaped, and sent again as it came', () => {
  const { html } = consentPage(asked('https://app.example/'));
  expect(html).not.toContain('<script>');
  expect(html).not.toContain('<b>');
  expect(html).toContain('<strong>Ada &#38; Co&#39;s &#34;own&#34;</strong>');
  const [, asking = ''] = html.split('<main');
  expect(asking.match(/name="(\w+)" value="[^"]*"/g)).toEqual([
    'name="client_id" value="a"',
    expect.stringMatching(/^name="state" value="&#34;&#62;&#60;script&#62;"$/),
    'name="csrfToken" value="token"',
    'name="decision" value="allow"',
    'name="decision" value="deny"',
  ]);
  expect(html).toMatch(/<li>(?!read<)[^<]+<\/li>\s*<li>x-unknown<\/li>/);
});

test('a page that refuses has no form that could be sent', () => {
  const { html, policy } = refusalPage('No <i>');
  expect(policyOf(policy).get('form-action')).toBe("'none'");
  expect(html).not.toContain('<form');
  expect(html).not.toContain('<i>');
});
