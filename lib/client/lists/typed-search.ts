/** The text of a search box. On a slow machine, more keys come before the address follows it. */
export interface TypedSearch {
  text: string;
  shown: string;
  /** Searches that the address does not have yet, oldest first. */
  asked: readonly string[];
}

/** @param next the search of the text, which is on its way to the address. */
export function askedFor(typed: TypedSearch, next: string): TypedSearch {
  return { ...typed, asked: [...typed.asked, next] };
}

/**
 * The text after the address changed. A search from this box keeps keys typed since then. Any other
 * change, such as the back button, replaces the text.
 *
 * @param current the search of the address.
 * @param isSame whether the text stands for that search, in another spelling.
 */
export function following(typed: TypedSearch, current: string, isSame: boolean): TypedSearch {
  const place = typed.asked.indexOf(current);
  if (place >= 0) return { ...typed, shown: current, asked: typed.asked.slice(place + 1) };
  return { text: isSame ? typed.text : current, shown: current, asked: [] };
}
