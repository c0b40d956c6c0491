'use client';

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { ListView } from '#components/resource-table/use-list-state.ts';
import { SearchField } from '#components/ui/fields/search-field.tsx';
import { searchText, withSearch } from '#lib/client/lists/search.ts';

/** After the last key, in ms. */
const PAUSE_MS = 150;

export interface SearchBoxProps {
  /** "Search identities". */
  label: string;
  view: ListView;
  /** Brings a whole name into the form that the server keeps. */
  namesAs?: ((name: string) => string) | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Searches the list while one types. */
export function SearchBox({ label, view, namesAs, inputRef }: SearchBoxProps) {
  const { state, searches } = view;
  const current = searchText(state, searches);
  const [text, setText] = useState(current);
  const [shown, setShown] = useState(current);
  // What was typed shows the same under a shorter spelling, and stays as it was typed.
  if (shown !== current) {
    setShown(current);
    if (searchText(withSearch(state, text, searches, namesAs), searches) !== current) {
      setText(current);
    }
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  /* Letters of one word make one entry in the history. */
  const isGoingOn = useRef(false);

  const apply = (typed: string) => {
    clearTimeout(timer.current);
    const next = withSearch(state, typed, searches, namesAs);
    if (searchText(next, searches) === current) return;
    view.show(next, { isCorrection: isGoingOn.current });
    isGoingOn.current = true;
  };
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(typed), PAUSE_MS);
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
      className="min-w-0 flex-1 max-sm:order-last max-sm:basis-[calc(100%-3rem)] sm:max-w-72 sm:min-w-48"
    />
  );
}
