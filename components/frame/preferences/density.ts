'use client';

import { useSyncExternalStore } from 'react';
import {
  type Density,
  DENSITY_COOKIE,
  rememberPreference,
} from '#components/frame/preferences/preferences.ts';

/** The row height of tables. */
export const DENSITIES = [
  { id: 'comfortable', label: 'Comfortable' },
  { id: 'compact', label: 'Compact' },
] as const;

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/* The server has set it on the root element, so the first paint is right. */
const current = (): Density =>
  document.documentElement.dataset['density'] === 'compact' ? 'compact' : 'comfortable';

const onServer = (): Density => 'comfortable';

export function useDensity(): [Density, (density: Density) => void] {
  const density = useSyncExternalStore(subscribe, current, onServer);
  return [density, choose];
}

function choose(density: Density): void {
  rememberPreference(DENSITY_COOKIE, density);
  if (density === 'compact') document.documentElement.dataset['density'] = density;
  else delete document.documentElement.dataset['density'];
  listeners.forEach((notify) => notify());
}
