// Folding: which texts are the same to who searches, typed by hand, and which are not.
import { expect, test } from 'vitest';
import { fold } from '../../../src/domain/fold.ts';

test.each([
  // Case and marks of Latin.
  ['Théâtre', 'theatre'],
  ['the\u0301a\u0302tre', 'theatre'],
  ['ÜBER', 'uber'],
  ['Gdańsk', 'gdansk'],
  ['Nguyễn Thị Đặng', 'nguyen thi dang'],
  ['Příliš žluťoučký kůň', 'prilis zlutoucky kun'],
  ['Ñandú', 'nandu'],
  ['façade', 'facade'],
  ['Șușiță', 'susita'],
  ['Āpaʻapaʻa', "apa'apa'a"],
  // Letters that do not decompose.
  ['Łódź', 'lodz'],
  ['Ærøskøbing', 'aeroskobing'],
  ['Œuvre', 'oeuvre'],
  ['Þórður', 'thordur'],
  ['Ħal Għaxaq', 'hal ghaxaq'],
  ['Sáŋgoŋ', 'sangon'],
  ['ŧahppi', 'tahppi'],
  ['Straße', 'strasse'],
  ['GROẞ', 'gross'],
  ['Əliyev', 'eliyev'],
  // Turkish capitals.
  ['IŞIK', 'isik'],
  ['ışık', 'isik'],
  ['İzmir', 'izmir'],
  ['DİYARBAKIR', 'diyarbakir'],
  // Greek, with the sigma at the end, tonos and old accents.
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδός', 'οδοσ'],
  ['Ἀθῆναι', 'αθηναι'],
  ['ΰ', 'υ'],
  ['ᾳ', 'α'],
  // Cyrillic, Georgian, Armenian.
  ['Берёзовая', 'березовая'],
  ['ҐАНОК', 'ганок'],
  ['Київ', 'киів'],
  ['ᲗᲑᲘᲚᲘᲡᲘ', 'თბილისი'],
  ['ԵՐԵՎԱՆ', 'երեվան'],
  // Hebrew and Arabic, with and without points, and the forms of one letter.
  ['שָׁלוֹם', 'שלום'],
  ['الْعَرَبِيَّة', 'العربيه'],
  ['أحمد', 'احمد'],
  ['كتـــاب', 'كتاب'],
  ['کتاب', 'كتاب'],
  ['می\u200cخواهم', 'ميخواهم'],
  ['ﻣﺮﺣﺒﺎ', 'مرحبا'],
  // Scripts whose vowels are marks keep them; the nukta goes.
  ['हिंदी', 'हिंदी'],
  ['क़लम', 'कलम'],
  ['বাংলা', 'বাংলা'],
  ['ไทย', 'ไทย'],
  ['ทำ', 'ทํา'],
  // Width, ligatures, and signs of compatibility.
  ['ＡＢＣ１２３', 'abc123'],
  ['ｶﾞｷﾞ', 'ガギ'],
  ['ﬁnal oﬃce', 'final office'],
  ['㎏ ① Ⅷ x²', 'kg 1 viii x2'],
  ['도서관'.normalize('NFD'), '도서관'],
  // Digits.
  ['٢٠٢٦', '2026'],
  ['۲۰۲۶', '2026'],
  ['२०२६', '2026'],
  ['২০২৬', '2026'],
  ['๒๐๒๖', '2026'],
  ['၂၀၂၆', '2026'],
  // What is not seen, and the forms of ASCII signs.
  ['Biblio\u00adthek', 'bibliothek'],
  ['a\u2060b\ufeff\u200d', 'ab'],
  ['l’opéra ‘n’ “go” – on', "l'opera 'n' \"go\" - on"],
])('%s is %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
  expect(fold(folded)).toBe(folded);
});

test.each([
  ['か', 'が'],
  ['は', 'ぱ'],
  ['ア', 'あ'],
  ['की', 'का'],
  ['เก่า', 'เก้า'],
  ['ка', 'ke'],
  ['图', '圖'],
  ['α', 'a'],
])('%s is not %s', (one, other) => {
  expect(fold(one)).not.toBe(fold(other));
});

test('what is folded stays as it is when it is folded again, of every character', () => {
  const changed: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += code === 0xd7ff ? 0x801 : 1) {
    const folded = fold(String.fromCodePoint(code));
    if (fold(folded) !== folded) changed.push(code.toString(16));
  }
  expect(changed).toEqual([]);
});
