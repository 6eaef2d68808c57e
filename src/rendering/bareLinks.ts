// Which addresses in running text become links: those of GitHub Flavored Markdown ("Autolinks (extended)"). Sets up the
// recognizer of markdown-it.
import type MarkdownIt from 'markdown-it';

/** Makes links of http://, https://, www. and e-mail addresses, but not of every word with a dot in it. */
export function linkBareAddresses({ linkify }: MarkdownIt): void {
  linkify.onCompile = () => {
    // The library knows e-mail addresses by a list of top-level domains. GFM takes any that ends with a letter.
    // Its types forget that the patterns which it compiles afterwards are text.
    (linkify.re as Record<string, RegExp | string>)['tpl_email_fuzzy'] = emailAddress;
  };
  linkify.set({ fuzzyLink: false, fuzzyEmail: true }).add('ftp:', null).add('//', null);
  linkify.add('www.', {
    validate: (text, position) =>
      /^[^\s<>]*[^\s<>.,:;!?'")\]*_~]/.exec(text.slice(position, position + 2048))?.[0].length ?? 0,
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
}

// Letters of alphabets belong to the word they stand in: `jörg@a.example` is not an address of `rg`. Han, kana and
// hangul are written without blanks and end an address.
const letters = String.raw`a-z0-9\u00aa\u00b5\u00c0-\u1fff`;
// What stands before it (group 1), and the address (group 2): at least one dot in the domain, a letter at the end.
const emailAddress =
  String.raw`(^|[^${letters}.+_/-])` +
  String.raw`([a-z0-9.+_-]{1,64}@[${letters}_-]{1,63}(?:\.[${letters}][${letters}_-]{0,62}){1,20}(?<=[^0-9_-]))` +
  String.raw`(?![@${letters}_-]|\.[${letters}])`;
