'use client';

import { useSyncExternalStore } from 'react';

/** Of the root element, in px, unless somebody lets the browser write larger or smaller. */
const USUAL_SIZE = 14;

const neverChanges = () => () => undefined;

const scale = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_SIZE;

/** How much larger than usual the letters are; 1 on the server and during hydration. */
export const useTextScale = (): number => useSyncExternalStore(neverChanges, scale, () => 1);
