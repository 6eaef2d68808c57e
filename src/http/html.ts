// HTML templates that escape every interpolated value.

/** Text that is HTML already. */
export interface Html {
  readonly html: string;
}

/** HTML from a template: values are escaped, HTML stays as it is, lists are joined, and null is nothing. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | null | Html | readonly Html[])[]
): Html {
  const shown = values.map((value) => {
    if (value === null) return '';
    if (typeof value === 'string') return escape(value);
    return 'html' in value ? value.html : value.map((one) => one.html).join('');
  });
  return { html: String.raw({ raw: parts }, ...shown) };
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
