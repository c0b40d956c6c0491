/** Writes the plan to the database, in the transaction that creates the organization. */
import { belowRange } from '#lib/aip/uid.ts';
import { newInviteCode } from '#lib/service/people/invites.ts';
import { encryptSecret } from '#lib/secrets/encryption.ts';
import type { Transaction } from '#lib/store/database.ts';
import { insertRows } from '#lib/store/writes.ts';
import type { DemoPlan } from './demo-plan.ts';

export async function writeDemo(tx: Transaction, plan: DemoPlan): Promise<void> {
  await backdate(tx, plan);
  await insertRows(
    tx,
    'Group',
    plan.groups.map(({ row }) => row),
  );
  await insertRows(tx, 'Role', plan.roles);
  await insertRows(tx, 'Identity', plan.identities);
  await insertRows(
    tx,
    'RoleBinding',
    plan.bindings.map(({ row }) => row),
  );
  await writeDoors(tx, plan);
  await insertRows(
    tx,
    'Repo',
    plan.repos.map(({ row }) => row),
  );
  await insertRows(
    tx,
    'Tag',
    plan.repos.flatMap(({ tags }) => tags),
  );
  await insertRows(tx, 'Advisory', plan.advisories);
  await indexAliases(tx, plan.root.uid);
  await insertRows(tx, 'AuditEvent', plan.events);
}

/** A table of aliases finds advisories by alias. */
async function indexAliases(tx: Transaction, root: string): Promise<void> {
  const { after, before } = belowRange(root);
  await tx.$executeRaw`INSERT INTO "AdvisoryAlias" ("alias", "advisoryUid")
    SELECT alias."value", a."uid" FROM "Advisory" a, json_each(a."aliases") alias
    WHERE a."uid" > ${after} AND a."uid" < ${before}`;
}

/** Backdates the rows that were created a moment ago to the beginning. */
async function backdate(
  tx: Transaction,
  { root, owner, ownership: { row: ownerBinding } }: DemoPlan,
): Promise<void> {
  const { createTime, updateTime } = root;
  const { description, verified } = root;
  await tx.group.update({
    where: { uid: root.uid },
    data: { description, verified, createTime, updateTime },
  });
  await tx.identity.update({ where: { uid: owner.uid }, data: { createTime, updateTime } });
  await tx.roleBinding.update({ where: { uid: ownerBinding.uid }, data: { createTime } });
  // The plan has its own records of these rows, with backdated times.
  const resource = { in: [root.uid, owner.uid, ownerBinding.uid] };
  await tx.auditEvent.deleteMany({ where: { resource } });
}

/** Providers, associations and invites. Their secrets are random, and nobody keeps them. */
async function writeDoors(
  tx: Transaction,
  { providers, association, invites }: DemoPlan,
): Promise<void> {
  const withSecrets = providers.map((row) => ({
    ...row,
    clientSecret: encryptSecret(crypto.randomUUID(), row.uid),
  }));
  await insertRows(tx, 'IdentityProvider', withSecrets);
  await insertRows(tx, 'AccountAssociation', [association]);
  const withCodes = invites.map(({ row }) => {
    const { keyId, codeHash } = newInviteCode();
    return { ...row, keyId, codeHash };
  });
  await insertRows(tx, 'GroupInvite', withCodes);
}
