'use client';

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import { SearchField } from '#components/ui/fields/search-field.tsx';
import { searchText, withSearch } from '#lib/client/lists/search.ts';

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

/** What a person types, as long as the box is in use. */
interface Typed {
  text: string;
  /** What of it was searched for. The address follows later, and must not be written over newer keys. */
  searched: readonly string[];
}

/** Searches the list during typing. */
export function SearchBox({ label, view, namesAs, inputRef }: SearchBoxProps) {
  const { state, searches } = view;
  const current = searchText(state, searches);
  const [typed, setTyped] = useState<Typed | null>(null);
  const [isInUse, setInUse] = useState(false);
  const [shown, setShown] = useState(current);
  if (shown !== current) {
    setShown(current);
    if (!isInUse || typed?.searched.includes(current) === false) setTyped(null);
  }
  const text = typed?.text ?? current;
  const searchOf = (it: string) => searchText(withSearch(state, it, searches, namesAs), searches);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // When the person goes back, the address decides.
    const forget = () => {
      clearTimeout(timer.current);
      setTyped(null);
    };
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
    const last = typed?.searched.at(-1) ?? current;
    if (next === last) return;
    setTyped((before) => before && { ...before, searched: [...before.searched, next] });
    view.show(withSearch(state, search, searches, namesAs), { isCorrection: isGoingOn.current });
    isGoingOn.current = true;
  };
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  const type = (search: string) => {
    setTyped((before) => ({ text: search, searched: before?.searched ?? [] }));
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
      onFocus={() => setInUse(true)}
      onBlur={() => {
        isGoingOn.current = false;
        setInUse(false);
        if (searchOf(text) === current) setTyped(null);
      }}
      inputRef={inputRef}
      className="min-w-0 flex-1 max-sm:order-last max-sm:basis-[calc(100%-3rem)] sm:max-w-64 sm:basis-40"
    />
  );
}
