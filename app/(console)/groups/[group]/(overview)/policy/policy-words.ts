import type { Policy } from '#lib/client/resources/policy.ts';

export const POLICY_LABELS = {
  secondFactor: 'Second factor',
  passkeyRequired: 'Passkey',
  passwordsOff: 'Passwords',
  sessionIdle: 'Unused sessions',
  sessionAbsolute: 'Length of sessions',
  consoleNetworks: 'Networks for the console',
  apiNetworks: 'Networks for the API',
  inviteDomains: 'Domains for invites',
  timedRoles: 'Roles for a while only',
  timedRolesMaxDuration: 'Longest time of these roles',
} as const;

/** Whether a policy allows passwords. */
export const PASSWORD_TEXTS = {
  allowed: 'Allowed',
  off: 'Turned off',
} as const;

/** The people who need a second factor, in words. */
export const SECOND_FACTOR_TEXTS: Readonly<Record<Policy['secondFactor'], string>> = {
  SECOND_FACTOR_UNSPECIFIED: 'Not required',
  WRITERS: 'Required of people who can change something',
  EVERYONE: 'Required of everyone',
};
