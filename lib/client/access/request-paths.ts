/** The paths of what people may do and ask for, apart from those that every page has. */
import { segmentOfUid } from '#lib/client/paths.ts';

export const MY_ACCESS_PATH = '/my-access';

/** Asks for a role, at once at a group. */
export const askPath = (group?: string): string =>
  `${MY_ACCESS_PATH}/ask${group === undefined ? '' : `?${new URLSearchParams({ group })}`}`;

/** The requests that wait for an answer of the person. */
export const REQUESTS_PATH = '/requests';

/** Opening it answers nothing. */
export const requestPath = (uid: string): string => `${REQUESTS_PATH}/${segmentOfUid(uid)}`;
