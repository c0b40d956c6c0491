/** The addresses of an installation that are registered at an identity provider. `url` is its own. */

/** Where people return to after signing in. Each provider has its own, so that none sees another's codes. */
export const redirectAddress = (url: string, provider: string): string =>
  `${url}/api/auth/callback/${provider.replaceAll('/', '.')}`;

/** Where any provider says that somebody has signed out there. */
export const logoutAddress = (url: string): string => `${url}/oauth/backchannelLogout`;

/** Where the people of the organization with a root group are offered its providers. */
export const signInAddress = (url: string, root: string): string =>
  `${url}/sign-in?organization=${root}`;
