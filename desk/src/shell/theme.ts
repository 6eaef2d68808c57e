// Light or dark: as the system says, unless the person chose.
const key = 'commonplace.desk.theme';

/** The choices. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** What was chosen in this browser. */
export function readTheme(): Theme {
  const kept = localStorage.getItem(key);
  return themes.find((theme) => theme === kept) ?? 'system';
}

/** Shows the page as chosen. */
export function applyTheme(): void {
  document.documentElement.dataset['theme'] = readTheme();
}

/** Chooses, and keeps the choice. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(key, theme);
  applyTheme();
}
