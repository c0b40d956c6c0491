import { readAuth } from '#app/(console)/read.ts';
import type { Caller } from '#components/frame/data.ts';

/** Who asks and which groups they reach. */
export const readCaller = () => readAuth<Caller>('/auth/v1/me');
