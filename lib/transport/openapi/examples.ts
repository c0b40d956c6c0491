/** A body of each resource that can be written, as somebody might send it. */
import type { JsonObject } from '#lib/aip/json.ts';
import type { ResourceType } from '#lib/resources/define.ts';

const ROOT = '678d31da80a166288828f0c2c85b59aecca01078';

export const BODIES: Readonly<Partial<Record<ResourceType, JsonObject>>> = {
  Group: { name: 'payments', description: 'Everything that moves money' },
  Identity: {
    name: 'deploy',
    claimMatch: {
      issuer: 'https://token.actions.githubusercontent.com',
      subject: 'repo:acme/shop:ref:refs/heads/main',
    },
  },
  Role: { name: 'reader', capabilities: ['groups.list', 'repo.list'] },
  RoleBinding: { identityUid: `${ROOT}/f32073104fd75b9b`, roleUid: ROOT },
  IdentityProvider: {
    name: 'Corporate sign-in',
    oidc: { issuer: 'https://login.example.com', clientId: 'grove' },
  },
  AccountAssociation: { name: 'Production', amazon: { account: '123456789012' } },
  GroupInvite: { roleUid: ROOT, ttl: '604800s', email: 'ada@example.com', singleUse: true },
  RegistrySource: { url: 'https://registry.example.com', interval: '3600s' },
};
