'use client';

import { useSyncExternalStore } from 'react';

/** The font size of the root element in px, if the person has not changed the browser's. */
export const USUAL_SIZE = 14;

const neverChanges = () => () => undefined;

const scale = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_SIZE;

/** The size of the letters relative to the usual one; 1 on the server and during hydration. */
export const useTextScale = (): number => useSyncExternalStore(neverChanges, scale, () => 1);
