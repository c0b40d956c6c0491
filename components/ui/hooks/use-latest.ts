import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * The latest value of something that changes between renders, for callbacks that are not recreated.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
