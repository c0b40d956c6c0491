import { QueryClient } from '@tanstack/react-query';
import { cache } from 'react';
import { prefetch } from '#app/(console)/prefetch.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

/** Who asks and which groups they reach, once for each request; undefined for nobody. */
export const readCaller = cache(() => prefetch(new QueryClient(), currentCaller()));
