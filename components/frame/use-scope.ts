'use client';

import { usePathname } from 'next/navigation';
import { type Scope, scopeOf } from '#components/frame/scope-of.ts';

/** The group and tab in the address. */
export const useScope = (): Scope => scopeOf(usePathname());
