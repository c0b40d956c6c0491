'use client';

import { createContext, useContext } from 'react';

export interface Drawer {
  open: () => void;
}

const DrawerContext = createContext<Drawer>({ open: () => undefined });

export const DrawerProvider = DrawerContext.Provider;

/** Opens the tree on screens too narrow for the rail. */
export function useDrawer(): Drawer {
  return useContext(DrawerContext);
}
