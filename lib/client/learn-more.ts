/** The place in the documents that explains a screen. */
import { docsPath } from '#lib/client/paths.ts';

export const TOPICS = {
  access: ['api', 'access'],
  activity: ['security', 'the-audit-log'],
  advisories: ['advisories', 'import'],
  api: ['api', 'the-v2beta1-api'],
  domains: ['running-sign-in', 'domains'],
  identities: ['tokens-and-keys', 'tokens'],
  invites: ['signing-in', 'invites'],
  keys: ['tokens-and-keys', 'keys'],
  policy: ['running-sign-in', 'policies'],
  providers: ['running-sign-in', 'identity-providers'],
  requests: ['access-requests', 'requests'],
  repositories: ['registries', 'a-registry-source'],
  settings: ['signing-in', 'signing-in'],
  webhooks: ['webhooks', 'webhooks'],
  system: ['operations', 'the-system-page'],
} as const;

export type Topic = keyof typeof TOPICS;

export const learnMorePath = (topic: Topic): string => docsPath(...TOPICS[topic]);
