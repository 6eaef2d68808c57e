// Who is told of something that happens again and again.

/** Listeners of one kind of news. */
export interface Listeners<News> {
  readonly tell: (news: News) => void;
  /** The answer ends it. */
  readonly listen: (listener: (news: News) => void) => () => void;
}

/** Nobody listens yet. */
export function createListeners<News = void>(): Listeners<News> {
  const all = new Set<(news: News) => void>();
  return {
    tell(news) {
      for (const listener of all) listener(news);
    },
    listen(listener) {
      all.add(listener);
      return () => void all.delete(listener);
    },
  };
}
