/**
 * Creates the resources of a person who signs in or accepts an invite: an identity and its
 * bindings, with their audit records.
 */
import { newChildUid } from '#lib/aip/uid.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { eventOf, personActor, recordAudit } from '#lib/audit/record.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { shortened } from '#lib/resources/fields.ts';
import { plainName } from '#lib/resources/names.ts';
import { identity as identityResource } from '#lib/resources/identity.ts';
import { roleBinding as bindingResource } from '#lib/resources/role-binding.ts';
import type { RoleRule, RowOf } from '#lib/resources/rows.ts';
import { logOf } from '#lib/service/calls/audit.ts';
import { recordedBinding } from '#lib/service/rules/rule-bindings.ts';
import { endOfOffered } from '#lib/service/rules/timed-roles.ts';
import { whereLasting } from '#lib/store/in-effect.ts';
import { all, is } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';

export interface NewPerson {
  parent: string;
  /** The name, unless another identity of the group has it. */
  name: string;
  issuer: string;
  /** Null for the identity's own uid, which is the subject of own tokens. */
  subject: string | null;
  email: string | null;
  emailUnverified: boolean;
}

const MAX_NUMBER = 100;

export async function addIdentity(tx: Transaction, person: NewPerson): Promise<RowOf<'Identity'>> {
  const { parent, issuer, email } = person;
  const now = new Date();
  const uid = newChildUid(parent);
  const row = await tx.insert('Identity', {
    uid,
    parent,
    name: await freeName(tx, parent, plainName(person.name), uid),
    description: '',
    issuer,
    subject: person.subject ?? uid,
    claims: {},
    claimPatterns: {},
    email,
    emailUnverified: email !== null && person.emailUnverified ? true : null,
    lastSeenTime: now,
    createTime: now,
    updateTime: now,
  });
  await recordByIdentity(tx, identityResource, uid, uid, { after: identityResource.toJson(row) });
  return row;
}

export async function updateEmail(
  tx: Transaction,
  uid: string,
  email: string,
  emailUnverified: boolean,
): Promise<void> {
  const row = await tx.get('Identity', uid);
  if (row === null) return;
  const before = identityResource.toJson(row);
  const wasUnverified = row.emailUnverified === true;
  if (row.email === email && wasUnverified === emailUnverified) return;
  const changed = await tx.update('Identity', uid, {
    email,
    emailUnverified: emailUnverified ? true : null,
    updateTime: new Date(),
  });
  const after = identityResource.toJson(changed);
  await recordByIdentity(tx, identityResource, uid, uid, { before, after });
}

interface NewBinding {
  parent: string;
  identityUid: string;
  roleUid: string;
  /** Whether the identity took the role itself. Keys that others made of it before do not get it. */
  byItself?: boolean;
  /** The rule that makes it, if one does. */
  madeBy?: { provider: RowOf<'IdentityProvider'>; rule: RoleRule };
}

/** Binds the role unless it is already bound without an end. Permission was checked when the role was offered. */
export async function addBinding(
  tx: Transaction,
  { parent, identityUid, roleUid, byItself = false, madeBy }: NewBinding,
): Promise<{ binding: RowOf<'RoleBinding'>; isNew: boolean }> {
  const whereSame = all(
    is('parent', parent),
    is('identityUid', identityUid),
    is('roleUid', roleUid),
    whereLasting,
  );
  const [known] = await tx.rows('RoleBinding', whereSame);
  if (known !== undefined) return { binding: known, isNew: false };
  const uid = newChildUid(parent);
  // What a rule of a provider gives ends with the rule.
  const end = madeBy === undefined ? await endOfOffered(tx, parent, roleUid) : null;
  const binding = await tx.insert('RoleBinding', {
    uid,
    parent,
    identityUid,
    roleUid,
    providerUid: madeBy?.provider.uid ?? null,
    byItself: byItself ? true : null,
    expirationTime: end,
    createTime: new Date(),
  });
  const after =
    madeBy === undefined
      ? bindingResource.toJson(binding)
      : recordedBinding(binding, madeBy.provider, madeBy.rule);
  await recordByIdentity(tx, bindingResource, identityUid, uid, { after });
  return { binding, isNew: true };
}

/** Removes a binding that a rule of the provider made, because none matches the person any more. */
export async function removeBinding(
  tx: Transaction,
  binding: RowOf<'RoleBinding'>,
  provider: RowOf<'IdentityProvider'>,
): Promise<void> {
  const { uid, identityUid } = binding;
  await tx.delete('RoleBinding', uid);
  const before = recordedBinding(binding, provider);
  await recordByIdentity(tx, bindingResource, identityUid, uid, { before });
}

/** The transaction holds the write lock, so nobody else can take the name before it commits. */
async function freeName(
  tx: Transaction,
  parent: string,
  wanted: string,
  uid: string,
): Promise<string> {
  const isTaken = async (name: string) =>
    (await tx.first('Identity', all(is('parent', parent), is('name', name)))) !== null;
  // A text that is empty or cut could make a name begin or end with a blank.
  const named = (suffix: string) => shortened(wanted, suffix).trim();
  const plain = named('');
  if (plain !== '' && !(await isTaken(plain))) return plain;
  for (let number = 2; number <= MAX_NUMBER; number += 1) {
    const name = named(` (${number})`);
    if (!(await isTaken(name))) return name;
  }
  return named(` (${uid.slice(-16)})`);
}

/** Records what happened in the name of the identity that it happened to. */
export async function recordByIdentity(
  tx: Transaction,
  definition: ResourceDefinition,
  identityUid: string,
  uid: string,
  change: { before?: JsonObject; after?: JsonObject },
): Promise<void> {
  const operation =
    change.before === undefined ? 'create' : change.after === undefined ? 'delete' : 'update';
  await recordAudit(tx, {
    ...(await personActor(tx, identityUid)),
    ...eventOf(definition, operation, uid, logOf(definition, uid)),
    ...change,
  });
}
