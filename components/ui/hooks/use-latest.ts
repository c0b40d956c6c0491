import { type RefObject, useEffect, useRef } from 'react';

/** Always the latest of what changes from one rendering to the next, for what is not made anew with it. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
