/** The resources of the corpus: one of each kind, and a person's account. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeV1Callers } from '#lib/audit/v1-callers.ts';
import { collectionPath } from '#lib/resources/define.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { chainAndSign } from '#lib/service/record/upkeep.ts';
import { is } from '#lib/store/predicates.ts';
import { transaction } from '#lib/store/store.ts';
import type { TestGrove } from '../../harness.ts';
import { ok } from '../../support/answers.ts';
import { bind, join, newGroup, newPerson, roleUidOf } from '../../support/people.ts';
import type { Person } from '../../support/people.ts';
import { newWorld } from '../../support/world.ts';
import type { Kind } from '../../support/world.ts';

export interface World {
  grove: TestGrove;
  group: string;
  kinds: readonly Kind[];
  /** Somebody who may do nothing. */
  stranger: Person;
  /** An identity with an account of the installation. */
  account: { uid: string; email: string };
  /** The same in a group that nothing else asks about, so that no record of a refusal joins it. */
  quiet: string;
  /** The address of a registry that never answers. */
  silentRegistry: string;
  /** The group for resources of single requests. No request lists it. */
  scratch: string;
  /** A new name, in a form that `comparable` recognizes. */
  newName(): string;
  stop(): void;
}

const EMAIL = 'account@example.com';

/** An address without a listener, so that a sync fails immediately. */
const REGISTRY = { url: 'https://127.0.0.1:1' };

export async function startWorld(grove: TestGrove): Promise<World> {
  const { group, kinds } = await newWorld(grove);
  const stranger = await newPerson(grove);
  await callV1(grove, group);
  const uid = await join(grove, 'viewer', group, {
    email: EMAIL,
    password: 'a long enough password',
  });
  await chainAndSign();
  const registry = createServer(() => undefined);
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  let count = 0;
  return {
    grove,
    group,
    kinds: [...kinds.map(withChange), await registrySource(grove, group)],
    quiet: (await newWorld(grove)).group,
    stranger,
    account: { uid, email: EMAIL },
    scratch: await newGroup(grove, grove.rootUid),
    silentRegistry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}`,
    newName: () => `fresh-${(count += 1)}`,
    stop() {
      registry.closeAllConnections();
      registry.close();
    },
  };
}

/** A binding has no description, only what it binds. */
function withChange(kind: Kind): Kind {
  const isBinding = kind.family === 'role_bindings';
  return isBinding ? { ...kind, update: { roleUid: roleUidOf('auditor') } } : kind;
}

async function registrySource(grove: TestGrove, group: string): Promise<Kind> {
  const path = '/registry/v2beta1/registrySources';
  return {
    path,
    family: 'repo',
    uid: String(ok(await grove.post(`${path}/${group}`, REGISTRY))['uid']),
    create: REGISTRY,
    parent: await newGroup(grove, group),
    update: { interval: '3600s' },
    deletable: true,
  };
}

/** Calls v1, so that the group has a caller of v1. */
async function callV1(grove: TestGrove, group: string): Promise<void> {
  const { uid, token } = await newPerson(grove, group);
  await bind(grove, group, uid, roleUidOf('viewer'));
  ok(await grove.get('/iam/v1/groups', { token }));
  await writeV1Callers();
}

export function kindOf({ kinds }: World, definition: ResourceDefinition): Kind {
  const path = collectionPath(definition);
  const kind = kinds.find((one) => one.path === path);
  if (kind === undefined) throw new Error(`the world has no ${definition.type}`);
  return kind;
}

/** Gives the account one authenticator app, so that there is something to remove. */
export async function setFactor({ account: { email } }: World): Promise<void> {
  const now = new Date();
  const factor = {
    email,
    createTime: now,
    activeTime: now,
    vouchedSince: null,
    lastUsedTime: null,
  };
  const app = { uid: crypto.randomUUID(), name: 'phone', secret: 'x', lastStep: null };
  await transaction(async (tx) => {
    await tx.deleteAll('AuthenticatorApp', is('email', email));
    await tx.insertAll('AuthenticatorApp', [{ ...factor, ...app }]);
  });
}

/** Gives the account one session. */
export async function setSession({ account: { uid, email }, grove }: World): Promise<void> {
  const now = new Date();
  const session = {
    uid: crypto.randomUUID(),
    issuer: grove.url,
    subject: uid,
    email,
    name: '',
    userAgent: 'Somewhere',
    network: null,
    claims: { iss: grove.url, sub: uid },
    provider: null,
    providerSid: null,
    passkey: false,
    factorTime: null,
    secondFactor: false,
    passkeyShown: false,
    passkeySince: null,
    longestPause: 0,
    authenticatedTime: now,
    createTime: now,
    lastSeenTime: now,
    expireTime: new Date(now.getTime() + 3_600_000),
  };
  await transaction(async (tx) => {
    await tx.deleteAll('Session', is('subject', uid));
    await tx.insertAll('Session', [session]);
  });
}
