/** Writes the plan to the database, in the transaction that creates the organization. */
import { newKeyedSecret } from '#lib/secrets/keyed-secrets.ts';
import { encryptSecret } from '#lib/secrets/encryption.ts';
import { is, isIn } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';
import type { DemoPlan } from './demo-plan.ts';

export async function writeDemo(tx: Transaction, plan: DemoPlan): Promise<void> {
  await backdate(tx, plan);
  await tx.insertAll('Group', rowsOf(plan.groups));
  await tx.insertAll('Role', plan.roles);
  await tx.insertAll('Identity', plan.identities);
  await tx.insertAll('RoleBinding', rowsOf(plan.bindings));
  await writeDoors(tx, plan);
  await tx.insertAll('Repo', rowsOf(plan.repos));
  const tags = plan.repos.flatMap((repo) => repo.tags);
  await tx.insertAll('Tag', tags);
  await tx.insertAll('Advisory', plan.advisories);
  await tx.insertAll('AuditEvent', plan.events);
}

const rowsOf = <Row>(all: readonly { row: Row }[]): Row[] => all.map(({ row }) => row);

/** Backdates the rows that were created a moment ago to the beginning. */
async function backdate(
  tx: Transaction,
  { root, owner, ownership: { row: ownerBinding } }: DemoPlan,
): Promise<void> {
  const { createTime, updateTime } = root;
  const { description, verified } = root;
  const backdated = { createTime, updateTime };
  await tx.note('Group', is('uid', root.uid), { description, verified, ...backdated });
  await tx.note('Identity', is('uid', owner.uid), backdated);
  await tx.note('RoleBinding', is('uid', ownerBinding.uid), { createTime });
  // The plan has its own records of these rows, with backdated times.
  await tx.deleteAll('AuditEvent', isIn('resource', [root.uid, owner.uid, ownerBinding.uid]));
}

/** Providers, associations, invites and request rules. Their secrets are random, and nobody keeps them. */
async function writeDoors(
  tx: Transaction,
  { providers, association, invites, requestRules }: DemoPlan,
): Promise<void> {
  const withSecrets = providers.map((row) => ({
    ...row,
    clientSecret: encryptSecret(crypto.randomUUID(), row.uid),
  }));
  await tx.insertAll('IdentityProvider', withSecrets);
  await tx.insertAll('AccountAssociation', [association]);
  const withCodes = invites.map(({ row }) => {
    const { keyId, hash: codeHash } = newKeyedSecret('invite');
    return { ...row, keyId, codeHash };
  });
  await tx.insertAll('GroupInvite', withCodes);
  await tx.insertAll('RequestRule', requestRules);
}
