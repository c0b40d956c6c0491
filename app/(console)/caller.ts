import { QueryClient } from '@tanstack/react-query';
import { cache } from 'react';
import { prefetch } from '#app/(console)/prefetch.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

/** The caller and the groups they can reach, read once per request. Undefined without a session. */
export const readCaller = cache(() => prefetch(new QueryClient(), currentCaller()));
