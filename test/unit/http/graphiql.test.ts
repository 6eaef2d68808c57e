// The IDE's page and its files: what a browser may load, and that everything the page names is there.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { graphiqlAssets, graphiqlPage } from '../../../src/http/graphiql.ts';

const page = graphiqlPage({ endpoint: '/graphql', context: '/c', assets: '/graphql/ide', title: 'Commonplace' });

describe('the page of the IDE', () => {
  it('loads exactly the files that graphiqlAssets names', () => {
    const loaded = [...page.html.matchAll(/(?:src|href)="\/graphql\/ide\/([^"]+)"/g)].map((match) => match[1]);

    expect(loaded.sort()).toEqual([...graphiqlAssets().keys()].sort());
  });

  it('names no address outside the service', () => {
    expect(page.html).not.toMatch(/(?:src|href)="(?!\/graphql\/ide\/|data:,")/);
    expect(page.html).not.toContain('//');
  });

  it('has no script of its own, so that the policy can forbid inline scripts', () => {
    expect(page.html).not.toMatch(/<script(?![^>]* src=)/);
    expect(page.csp.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "font-src 'self' data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  it('escapes what it is given', () => {
    const { html } = graphiqlPage({
      endpoint: '/g"><b>',
      context: '/c"',
      assets: "/a'&",
      title: '</title><script>',
    });

    expect(html).toContain('data-endpoint="/g&#34;&#62;&#60;b&#62;"');
    expect(html).toContain('data-context="/c&#34;"');
    expect(html).toContain('src="/a&#39;&#38;/boot.js"');
    expect(html).toContain('<title>&#60;/title&#62;&#60;script&#62;</title>');
  });
});

describe('the files of the IDE', () => {
  it.each([...graphiqlAssets()])('%s is installed and has its content type', (name, asset) => {
    expect(readFileSync(asset.path).byteLength).toBeGreaterThan(1000);
    expect(asset.contentType).toBe(`text/${name.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`);
  });

  it('holds the token in the tab only', () => {
    const boot = readFileSync(graphiqlAssets().get('boot.js')?.path ?? '', 'utf8');

    expect(boot).toContain('storage: sessionStorage');
    expect(boot).not.toContain('localStorage');
  });
});
