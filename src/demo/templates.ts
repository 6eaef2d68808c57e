// The Liquid templates of the magazine's pages, by language. Which names they may use: resource reference 0.
import type { Language } from './article.ts';

const by: Readonly<Record<Language, string>> = { en: 'By', de: 'Von', fr: 'Par' };
const more: Readonly<Record<Language, string>> = { en: 'Read also:', de: 'Lesen Sie auch:', fr: 'À lire aussi :' };

/** The home page: every article it refers to that the reader may see, which leaves out what is not live yet. */
export const homeTemplate = `<header>
  <h1>{{ headline }}</h1>
  <p>{{ standfirst }}</p>
  {%- if notice %}
  <p class="notice">{{ notice }}</p>
  {%- endif %}
</header>
<ul>
{%- for article in items.article %}{% if article.title %}
  <li><a href="{{ article.entity.path }}">{{ article.title }}</a> {{ article.summary }}</li>
{%- endif %}{% endfor %}
</ul>
`;

/** An article: its words, its author, and one more to read. */
export function articleTemplate(language: Language): string {
  return `<article lang="{{ entity.language }}">
  <h1>{{ title }}</h1>
  <p class="byline">${by[language]} <a href="{{ author.entity.path }}">{{ author.fullName }}</a></p>
  <p class="summary">{{ summary }}</p>
  {{ items.body.first.html | raw }}
  {%- if related.title %}
  <p class="related">${more[language]} <a href="{{ related.entity.path }}">{{ related.title }}</a></p>
  {%- endif %}
</article>
`;
}

/** Any other page: a title, its text, and prices if it names any. */
export const plainTemplate = `<article lang="{{ entity.language }}"{% if entity.language == 'ar' %} dir="rtl"{% endif %}>
  <h1>{{ title }}</h1>
  {{ items.body.first.html | raw }}
  {%- for price in items.yearly %}
  <p class="price">{{ price.formattedValue }}</p>
  {%- endfor %}
</article>
`;
