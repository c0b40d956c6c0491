'use client';

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import { SearchField } from '#components/ui/fields/search-field.tsx';
import { searchText, withSearch } from '#lib/client/lists/search.ts';
import { askedFor, following, type TypedSearch } from '#lib/client/lists/typed-search.ts';

/** Milliseconds without typing before a search starts. */
const PAUSE_MS = 150;

export interface SearchBoxProps {
  /** "Search identities". */
  label: string;
  view: ListView;
  /** Normalizes a searched name as the server does. */
  namesAs?: ((name: string) => string) | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Searches the list during typing. */
export function SearchBox({ label, view, namesAs, inputRef }: SearchBoxProps) {
  const { state, searches } = view;
  const current = searchText(state, searches);
  const [typed, setTyped] = useState<TypedSearch>({ text: current, shown: current, asked: [] });
  const { text } = typed;
  const searchOf = (it: string) => searchText(withSearch(state, it, searches, namesAs), searches);
  if (typed.shown !== current) setTyped(following(typed, current, searchOf(text) === current));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // When the person goes back, the address decides.
    const forget = () => setTyped((before) => ({ ...before, asked: [] }));
    window.addEventListener('popstate', forget);
    return () => {
      clearTimeout(timer.current);
      window.removeEventListener('popstate', forget);
    };
  }, []);
  /* Letters of one word make one entry in the history. */
  const isGoingOn = useRef(false);

  const apply = (search: string) => {
    clearTimeout(timer.current);
    const next = searchOf(search);
    if (next === current && typed.asked.length === 0) return;
    setTyped((before) => askedFor(before, next));
    view.show(withSearch(state, search, searches, namesAs), { isCorrection: isGoingOn.current });
    isGoingOn.current = true;
  };
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  const type = (search: string) => {
    setTyped((before) => ({ ...before, text: search }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(search), PAUSE_MS);
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text === '') inputRef.current?.blur();
  };
  return (
    <SearchField
      label={label}
      value={text}
      onChange={type}
      onSubmit={apply}
      onClear={() => apply('')}
      onKeyDown={leave}
      onBlur={() => {
        isGoingOn.current = false;
      }}
      inputRef={inputRef}
      className="min-w-0 flex-1 max-sm:order-last max-sm:basis-[calc(100%-3rem)] sm:max-w-64 sm:basis-40"
    />
  );
}
