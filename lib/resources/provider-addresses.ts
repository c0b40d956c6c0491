/** The addresses of an installation that are registered at an identity provider. `url` is its own. */
import { rootUid } from '#lib/aip/uid.ts';

/** Where people return to after signing in. Each provider has its own, so that none sees another's codes. */
export const redirectAddress = (url: string, provider: string): string =>
  `${url}/api/auth/callback/${provider.replaceAll('/', '.')}`;

/** Where any provider says that somebody has signed out there. */
export const logoutAddress = (url: string): string => `${url}/oauth/backchannelLogout`;

/** Where the people of the provider's organization are offered its providers. */
export const signInAddress = (url: string, uid: string): string =>
  `${url}/sign-in?organization=${rootUid(uid)}`;
