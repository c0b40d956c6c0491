// @module-tag many-runs
/**
 * A person's access, knowledge and recovery in an organization do not depend on the data of another
 * organization about them, over each transport.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { randomly } from '../../support/random.ts';
import { grove, issuer, over, withIssuerAndTransports as it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newOrganization, register } from '../support/organizations.ts';
import type { Organization } from '../support/organizations.ts';
import { bind, join, roleUidOf } from '../support/people.ts';
import { TRANSPORTS } from '../support/transports.ts';
import type { Call } from '../support/transports.ts';

const IAM = '/iam/v2beta1';

let count = 0;

interface World {
  acme: Organization;
  evil: Organization;
  /** A person of the issuer who may create groups at acme. */
  person: { issuer: string; subject: string };
  token: string;
  /** The identity of an account at acme. */
  account: string;
  /** The uids of evil's resources, in their order. */
  made: string[];
  /** The identities of evil that also match evil's own owner, who may be seen there. */
  matchingOwner: Set<string>;
}

async function build(): Promise<World> {
  const [acme, evil] = [await newOrganization(grove), await newOrganization(grove)];
  const person = { issuer: issuer.issuer, subject: `person ${(count += 1)}` };
  const token = await issuer.sign({ sub: person.subject, aud: grove.url });
  await bind(grove, acme.root, await register(grove, acme, person), 'owner', acme);
  const address = {
    email: `account${count}@example.com`,
    password: 'correct horse battery staple',
  };
  const account = await join(grove, 'viewer', acme.root, address, acme);
  return { acme, evil, person, token, account, made: [], matchingOwner: new Set() };
}

/** A write by an owner of evil. A refused write changes nothing. */
type Step = (world: World, call: Call) => Promise<unknown>;

const names = (match: (world: World) => Json, role?: string): Step =>
  async function named(world, call) {
    const { evil, made } = world;
    const body = { name: `identity ${(count += 1)}`, claimMatch: match(world) };
    const by = { token: evil.token };
    const { status, body: row } = await call('POST', `${IAM}/identities/${evil.root}`, {
      body,
      ...by,
    });
    if (status !== 200) return;
    made.push(String(row['uid']));
    if (role === undefined) return;
    const binding = { identityUid: row['uid'], roleUid: roleUidOf(role) };
    await call('POST', `${IAM}/roleBindings/${evil.root}`, { body: binding, ...by });
  };

const last =
  (change: (uid: string, world: World, call: Call) => Promise<unknown>): Step =>
  async (world, call) => {
    const uid = world.made.at(-1);
    if (uid !== undefined) await change(uid, world, call);
  };

const STEPS: Readonly<Record<string, Step>> = {
  'names the person': names(({ person }) => person, 'owner'),
  'names the person without a role': names(({ person }) => person),
  'names the account': names(({ account }) => ({ issuer: grove.url, subject: account }), 'owner'),
  'has a pattern': names(() => ({ issuer: issuer.issuer, subjectPattern: '.*' }), 'owner'),
  'has a pattern for accounts': async (world, call) => {
    await names(() => ({ issuer: grove.url, subjectPattern: '.*' }), 'owner')(world, call);
    world.matchingOwner.add(world.made.at(-1) ?? '');
  },
  renames: last((uid, { evil, person }, call) =>
    call('PATCH', `${IAM}/identities/${uid}`, {
      body: { claimMatch: { ...person, subject: `nobody ${(count += 1)}` } },
      token: evil.token,
    }),
  ),
  'names the person again': last((uid, { evil, person }, call) =>
    call('PATCH', `${IAM}/identities/${uid}`, { body: { claimMatch: person }, token: evil.token }),
  ),
  blocks: last((uid, { evil }, call) =>
    call('POST', `${IAM}/identities:block`, { body: { uid }, token: evil.token }),
  ),
  deletes: last((uid, { evil }, call) =>
    call('DELETE', `${IAM}/identities/${uid}`, { token: evil.token }),
  ),
  'makes a key': last((uid, { evil }, call) =>
    call('POST', `${IAM}/identityKeys/${evil.root}`, {
      body: { name: `key ${(count += 1)}`, identityUid: uid, ttl: '3600s' },
      token: evil.token,
    }),
  ),
};

const brief = ({ status, body }: Answer): unknown => {
  const details = (body['details'] as { reason?: string; violations?: Json[] }[] | undefined) ?? [];
  return [status, details.map(({ reason, violations }) => reason ?? violations?.[0]?.['type'])];
};

/** The person's access at acme, acme's records of it, and whether a password reset is allowed. */
async function observe({ acme, token, account }: World, call: Call): Promise<unknown[]> {
  const name = `group ${(count += 1)}`;
  const group = await call('POST', `${IAM}/groups/${acme.root}`, { body: { name }, token });
  const uid = String(group.body['uid']);
  const founded = await call('POST', `${IAM}/groups`, { body: { name }, token });
  const invite = { roleUid: roleUidOf('viewer'), ttl: '3600s' };
  const offer = await call('POST', `${IAM}/groupInvites/${uid}`, { body: invite, token });
  const code = { code: offer.body['code'] };
  const accepted = await grove.call('POST', '/auth/v1/invites:accept', { body: code, token });
  const { auditEvents } = ok(await grove.get(`${IAM}/auditEvents?resource=${uid}`, acme));
  const list = `${IAM}/identities?uidp.descendants_of=${acme.root}`;
  return [
    brief(group),
    brief(founded),
    brief(offer),
    brief(accepted),
    (accepted.body['identity'] as Json | undefined)?.['uid'],
    (auditEvents as Json[]).map(({ actor, identities }) => [actor, identities]),
    brief(await call('GET', `${IAM}/groups/${acme.root}`, { token })),
    ok(await call('GET', list, { token }))['totalCount'] ?? null,
    brief(await call('DELETE', `${IAM}/groups/${uid}`, { token })),
    brief(
      await call('POST', `${IAM}/identities:resetPassword`, {
        body: { identityUid: account },
        token: acme.token,
      }),
    ),
  ];
}

/** Evil's knowledge: records of other types than its own writes, and seen identities. */
async function toldTo({ evil, made, matchingOwner }: World): Promise<unknown> {
  await writeJoined();
  const path = `${IAM}/auditEvents?uidp.descendants_of=${evil.root}&page_size=200`;
  const { auditEvents } = ok(await grove.get(path, evil));
  // The translation to v1 reads resources as the owner of the installation's first organization.
  const known = [evil.owner, grove.ownerUid];
  const events = (auditEvents as Json[]).filter(({ actor }) => !known.includes(String(actor)));
  const rows = await rowsIn('Identity').findMany();
  const seen = rows.filter(
    (row) =>
      made.includes(row.uid) &&
      !matchingOwner.has(row.uid) &&
      row.lastSeenTime.getTime() !== row.createTime.getTime(),
  );
  return [events, seen.map(({ uid }) => uid)];
}

const transport = fc.constantFrom(...TRANSPORTS);
const history = fc.array(fc.tuple(fc.constantFrom(...Object.keys(STEPS)), transport), {
  minLength: 1,
  maxLength: 6,
});

it('holds for whatever another organization writes', async () => {
  await fc.assert(
    fc.asyncProperty(history, transport, async (steps, by) => {
      const world = await build();
      const call = over[by];
      const before = await observe(world, call);
      for (const [step, by] of steps) await STEPS[step]?.(world, over[by]);
      expect(await observe(world, call)).toEqual(before);
      expect(await toldTo(world)).toEqual([[], []]);
    }),
    randomly(6),
  );
});
