// Arithmetic of templates: exact on integers of 64 bits, as liquidjs computes otherwise.
import { expect, test } from 'vitest';
import { createTemplateRenderer } from '../../../src/rendering/template.ts';

const renderer = createTemplateRenderer();
const context = {
  n: 9007199254740993n,
  m: -9007199254740993n,
  max: 9223372036854775807n,
  min: -9223372036854775808n,
  safe: 9007199254740991,
  text: '9007199254740993',
  price: 12.5,
  list: [9007199254740993n, 1, null, 'no', '2'],
  lines: [{ value: 9007199254740993n }, { value: 2 }],
  prices: [{ value: 0.5 }, { value: 2 }],
};

test.each([
  ['n | plus: 1', '9007199254740994'],
  ['n | plus: n', '18014398509481986'],
  ['1 | plus: n', '9007199254740994'],
  ['safe | plus: 2', '9007199254740993'],
  ['text | plus: 1', '9007199254740994'],
  ['n | plus: "1"', '9007199254740994'],
  ['m | plus: n', '0'],
  ['n | minus: 1', '9007199254740992'],
  ['n | minus: 9007199254740992', '1'],
  ['min | plus: max', '-1'],
  ['max | minus: 1 | plus: 1', '9223372036854775807'],
  ['n | times: 3', '27021597764222979'],
  ['3037000499 | times: 3037000499', '9223372030926249001'],
  ['n | times: -1', '-9007199254740993'],
  ['n | divided_by: 3', '3002399751580331'],
  ['n | divided_by: 2, true', '4503599627370496'],
  ['m | divided_by: 2, true', '-4503599627370497'],
  ['max | divided_by: max', '1'],
  ['n | modulo: 10', '3'],
  ['m | modulo: 10', '-3'],
  ['m | abs', '9007199254740993'],
  ['n | floor', '9007199254740993'],
  ['n | ceil', '9007199254740993'],
  ['n | round', '9007199254740993'],
  ['text | to_integer', '9007199254740993'],
  ['n | at_least: 5', '9007199254740993'],
  ['n | at_most: 5', '5'],
  ['safe | at_least: n', '9007199254740993'],
  ['list | sum', '9007199254740996'],
  ['lines | sum: "value"', '9007199254740995'],
  // As before, on doubles.
  ['1 | plus: 1', '2'],
  ['0.5 | plus: 1', '1.5'],
  ['price | times: 2', '25'],
  ['7 | divided_by: 2', '3.5'],
  ['7 | divided_by: 2, true', '3'],
  ['-7 | divided_by: 2, true', '-4'],
  ['7 | divided_by: 0', 'Infinity'],
  ['7 | modulo: 0', 'NaN'],
  ['1.25 | round: 1', '1.3'],
  ['-1.5 | abs', '1.5'],
  ['prices | sum: "value"', '2.5'],
  ['nothing | plus: 1', '1'],
  ['"a" | plus: 1', '1'],
  ['n | times: 0.5', '4503599627370496'],
  ['n | divided_by: 2', '4503599627370496'],
  ['5 | sum', '5'],
  // No number grows without bounds.
  ['max | times: max | times: max', '7.846377169233351e+56'],
  ['max | plus: 1', '9223372036854776000'],
])('{{ %s }} is %s', (expression, text) => {
  const rendered = renderer.render({ source: `{{ ${expression} }}`, mediaType: 'text/plain', context, partials: {} });
  expect(rendered).toEqual({ text });
});
