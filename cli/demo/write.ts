/** Puts the plan into the database, as part of the transaction that makes the organization. */
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

/** Advisories are found by their aliases through a table of these. */
async function indexAliases(tx: Transaction, root: string): Promise<void> {
  const { after, before } = belowRange(root);
  await tx.$executeRaw`INSERT INTO "AdvisoryAlias" ("alias", "advisoryUid")
    SELECT alias."value", a."uid" FROM "Advisory" a, json_each(a."aliases") alias
    WHERE a."uid" > ${after} AND a."uid" < ${before}`;
}

/** What was made a moment ago is to have been there from the beginning. */
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
  // The plan has records of these with the time at which they would have been made.
  const resource = { in: [root.uid, owner.uid, ownerBinding.uid] };
  await tx.auditEvent.deleteMany({ where: { resource } });
}

/** Ways in and out; their secrets belong to no one and are forgotten at once. */
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
