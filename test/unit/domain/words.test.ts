// Words: where they end in every script, as Intl.Segmenter has it, and in which pairs scripts without spaces are taken.
import { expect, test } from 'vitest';
import { wordsOf } from '../../../src/domain/words.ts';

const shown = (text: string): string =>
  [...wordsOf(text.normalize('NFC'))]
    .map(
      ({ written, folded, joined }) =>
        written + (folded === written ? '' : `=${folded}`) + (joined ? `(${joined.folded})` : ''),
    )
    .join(' ');

test.each([
  ['l’opéra', 'l(lopera) opéra=opera'],
  ['C++ and C#, F# on .NET; C++17', 'c++=c and c#=c f#=f on .net=net c++=c 17'],
  ['(C++)', 'c++=c'],
  ['the end.Next', 'the end(endnext) next'],
  ['U.S.A. 3.14 1,234.56 1,a', 'u(usa) s a 3(314) 14 1(123456) 234 56 1 a'],
  ['Wi‑Fi e-mail snake_case', 'wi(wifi) fi e(email) mail snake(snakecase) case'],
  ["п’ять п'ять пʼять", 'п(пять) ять п(пять) ять п(пять) ять'],
  ['צה"ל said "x"', 'צה(צהל) ל said x'],
  ['Biblio\u00adthek a\u200db', 'bibliothek ab'],
  ['ـكتـاب', 'كتاب'],
  ['12€ $5 👍🏽ok🎉', '12 $5=5 ok'],
  ['図', '図'],
  ['夏の読書会AI', '夏の の読 読書 書会 会 ai'],
  ['ｶﾞｷ', 'ガキ キ'],
  ['도서관', '도서 서관 관'],
  ['도서관'.normalize('NFD'), '도서 서관 관'],
  ['ไทย\u200bแลนด์', 'ไท ทย ยแ แล ลน นด์ ด์'],
  ['២០២៦ ៛', '២០២៦=2026'],
  ['2026年', '2026 年'],
  ['…—“”«»¿¡।։፡。、 \u00a0\u3000', ''],
  ['ـ \u200d \u0301', ''],
])('%s', (text, words) => {
  expect(shown(text)).toBe(words);
});

test('a word of any length is compared by its beginning', () => {
  const [word, emoji] = [...wordsOf(`${'a'.repeat(70_000)} ${'𝒳'.repeat(300)}`)];
  expect([word?.folded.length, word?.end]).toEqual([255, 70_000]);
  expect(emoji?.folded).toBe('x'.repeat(255));
});

test('words are where Intl.Segmenter has them, in the scripts that are written with spaces', () => {
  const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
  const texts = [
    'She called “welcome” twice — and left… It costs 12€, really? O’Brien’s dogs’ bowl.',
    'Die große Straße: »Häuser«, „Tür“ (klein) & 3,5 % von 1.000.000!',
    'Η οδός της Αθήνας, «λόγος»· ναι; Берёзовая роща — «хорошо», п’ять.',
    'שָׁלוֹם לְךָ, אל־ידי? ذهبَ الطالبُ إلى المدرسةِ، في ٢٠٢٦؟ یہ ایک کتاب ہے۔',
    'यह हिंदी की किताब है। वर्ष २०२६, क्षेत्र। தமிழ் மொழி বাংলা ভাষা। සිංහල',
    'ሰላም፡ዓለም። ኢትዮጵያ፣ Երևան քաղաք։ თბილისი Монгол 🎉party🎉👍🏽ok',
  ];
  for (const text of texts) {
    const theirs = [...segmenter.segment(text)]
      .filter((one) => one.isWordLike)
      .map(({ index, segment }) => [index, index + segment.length]);
    const ours: number[][] = [];
    const all = [...wordsOf(text)];
    // They take what signs join as one.
    for (let at = 0; at < all.length; at += all[at]?.joined?.count ?? 1)
      ours.push([all[at]?.begin ?? 0, all[at + (all[at]?.joined?.count ?? 1) - 1]?.end ?? 0]);
    expect(ours, text).toEqual(theirs);
  }
});
