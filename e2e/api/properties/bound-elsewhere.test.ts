// @module-tag many-runs
/**
 * Whatever another organization binds, an organization changes its own identities as if nobody had bound
 * them. Nothing that it writes after somebody lost the right to see it is read there, over each transport.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { randomly } from '../../support/random.ts';
import { grove, issuer, over, withIssuerAndTransports as it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { newOrganization, register } from '../support/organizations.ts';
import type { Organization } from '../support/organizations.ts';
import { bind, join, newGroup, roleUidOf } from '../support/people.ts';
import { TRANSPORTS } from '../support/transports.ts';
import type { Call, Transport } from '../support/transports.ts';

const IAM = '/iam/v2beta1';

let count = 0;

interface World {
  acme: Organization;
  others: Organization[];
  /** A viewer of acme who owns the others. */
  token: string;
  /** Their identity at acme. */
  viewer: string;
  /** Whether they may still see acme. */
  isSeen: boolean;
  /** Identities of acme: one literal, one with a pattern, one of an account. */
  uids: string[];
  /** Role bindings in other organizations. */
  bound: string[];
  /** The root groups of other organizations. */
  roots: string[];
}

async function build(): Promise<World> {
  const acme = await newOrganization(grove);
  const others = [await newOrganization(grove), await newOrganization(grove)];
  const person = { issuer: issuer.issuer, subject: `both ${(count += 1)}` };
  const token = await issuer.sign({ sub: person.subject, aud: grove.url });
  const viewer = await register(grove, acme, person);
  await bind(grove, acme.root, viewer, 'viewer', acme);
  for (const other of others) {
    await bind(grove, other.root, await register(grove, other, person), 'owner', other);
  }
  const team = await newGroup(grove, acme.root, 'team', acme);
  const employee = { issuer: issuer.issuer, subject: `employee ${count}` };
  const pattern = { issuer: issuer.issuer, subjectPattern: `pattern ${count}` };
  const account = {
    email: `employee${count}@example.com`,
    password: 'correct horse battery staple',
  };
  const uids = [
    await register(grove, { ...acme, root: team }, employee),
    await register(grove, acme, pattern),
    await join(grove, 'editor', acme.root, account, acme),
  ];
  const roots = others.map(({ root }) => root);
  return { acme, others, token, viewer, isSeen: true, uids, bound: [], roots };
}

interface Step {
  what: string;
  /** Which identity, binding or root group. */
  which: number;
  transport: Transport;
}

const at = (list: readonly string[], which: number) => list[which % list.length] ?? '';

type Act = (world: World, step: Step, call: Call) => Promise<Answer | undefined>;

/** What acme writes while nobody elsewhere may see it is `later`. */
const written = ({ isSeen }: World, step: Step) =>
  `${isSeen ? 'early' : 'later'} ${step.what} ${step.which}`.toLowerCase();

const byAcme =
  (
    method: string,
    path: (uid: string) => string,
    body?: (text: string, uid: string) => Json,
  ): Act =>
  (world, step, call) => {
    const uid = at(world.uids, step.which);
    const text = written(world, step);
    return call(method, `${IAM}/${path(uid)}`, {
      body: body?.(text, uid),
      token: world.acme.token,
    });
  };

/** Changes by an owner of acme of its own identities. */
const OWN: Readonly<Record<string, Act>> = {
  renames: byAcme(
    'PATCH',
    (uid) => `identities/${uid}`,
    (name) => ({ name }),
  ),
  describes: byAcme(
    'PATCH',
    (uid) => `identities/${uid}`,
    (description) => ({ description }),
  ),
  'changes the claim match of': byAcme(
    'PATCH',
    (uid) => `identities/${uid}`,
    (subject) => ({ claimMatch: { issuer: issuer.issuer, subject } }),
  ),
  blocks: byAcme(
    'POST',
    () => 'identities:block',
    (reason, uid) => ({ uid, reason }),
  ),
  unblocks: byAcme(
    'POST',
    () => 'identities:unblock',
    (_, uid) => ({ uid }),
  ),
  deletes: byAcme('DELETE', (uid) => `identities/${uid}`),
  'resets the password of': byAcme(
    'POST',
    () => 'identities:resetPassword',
    (_, identityUid) => ({ identityUid }),
  ),
  'makes a key of': byAcme(
    'POST',
    (uid) => `identityKeys/${uid.slice(0, uid.lastIndexOf('/'))}`,
    (name, identityUid) => ({ name, identityUid, ttl: '3600s' }),
  ),
};

/** Writes by the owner of the other organizations. A refused write changes nothing. */
const OTHERS: Readonly<Record<string, Act>> = {
  ...Object.fromEntries(
    ['owner', 'viewer'].map((role): [string, Act] => [
      `binds as ${role}`,
      async ({ uids, roots, bound, token }, { which }, call) => {
        const body = { identityUid: at(uids, which), roleUid: roleUidOf(role) };
        const path = `${IAM}/roleBindings/${at(roots, which >> 2)}`;
        const answer = await call('POST', path, { body, token });
        if (answer.status === 200) bound.push(String(answer.body['uid']));
        return answer;
      },
    ]),
  ),
  'founds a root group for': async ({ uids, roots, bound, token }, { which }, call) => {
    const made = await call('POST', `${IAM}/groups`, { body: { name: `for ${which}` }, token });
    const root = String(made.body['uid']);
    roots.push(root);
    const { roleBindings } = ok(await grove.get(`${IAM}/roleBindings?group=${root}`, { token }));
    const body = { identityUid: at(uids, which), roleUid: roleUidOf('owner') };
    const binding = await call('POST', `${IAM}/roleBindings/${root}`, { body, token });
    if (binding.status !== 200) return binding;
    bound.push(String(binding.body['uid']));
    const [own] = roleBindings as Json[];
    return call('DELETE', `${IAM}/roleBindings/${String(own?.['uid'])}`, { token });
  },
  confirms: ({ bound, token }, { which }, call) =>
    call('POST', `${IAM}/roleBindings:confirm`, { body: { uid: at(bound, which) }, token }),
  unbinds: ({ bound, token }, { which }, call) =>
    call('DELETE', `${IAM}/roleBindings/${at(bound, which)}`, { token }),
};

/** The person who owns the others may see nothing of acme from here on. */
async function endSight(world: World): Promise<void> {
  await grove.del(`${IAM}/identities/${world.viewer}`, world.acme);
  world.isSeen = false;
}

const ENDS_SIGHT = 'ends the sight';

/** What the caller of a change learns, without uids and times. */
const brief = ({ status, body }: Answer): unknown => {
  const {
    code,
    message,
    details = [],
  } = body as { code?: number; message?: string; details?: Json[] };
  const facts = details.map(({ reason, violations }) => [reason, violations]);
  const text = JSON.stringify([status, code ?? 0, message ?? '', facts]);
  return text.replaceAll(/[0-9a-f]{40}(?:\/[0-9a-f]{16})*/g, 'UID').replaceAll(/\d+\.\d+/g, 'N');
};

/** @returns the outcomes of acme's changes. */
async function play(world: World, steps: readonly Step[], withOthers: boolean): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (const step of steps) {
    const call = over[step.transport];
    const own = OWN[step.what];
    if (step.what === ENDS_SIGHT) await endSight(world);
    else if (own === undefined && withOthers) await OTHERS[step.what]?.(world, step, call);
    const answer = await own?.(world, step, call);
    if (answer === undefined) continue;
    outcomes.push([step.what, brief(answer)]);
    if (answer.status < 400) continue;
    for (const root of world.roots) expect(answer.text).not.toContain(root);
  }
  return outcomes;
}

/** All that owners of the other organizations may read. */
async function readElsewhere({ others, token, roots, uids }: World): Promise<string> {
  await writeJoined();
  const found: string[] = [];
  const keep = (answer: Answer) => found.push(answer.text);
  for (const by of [{ token }, ...others]) {
    for (const transport of TRANSPORTS) {
      const call = over[transport];
      for (const collection of ['groups', 'identities', 'roleBindings', 'auditEvents']) {
        keep(await call('GET', `${IAM}/${collection}?page_size=200`, by));
      }
    }
    for (const root of roots) {
      keep(await grove.get(`${IAM}/groups:summarize?group_uid=${root}`, by));
      const who = `access:whoCan?group_uid=${root}&capability=groups.list`;
      keep(await grove.get(`${IAM}/${who}`, by));
      for (const identityUid of uids) {
        keep(await grove.post(`${IAM}/access:explain`, { identityUid, groupUid: root }, by));
      }
    }
    keep(await grove.get('/auth/v1/me', by));
  }
  return found.join('\n');
}

const transport = fc.constantFrom(...TRANSPORTS);
const which = fc.nat(11);
const stepOf = (...whats: string[]) =>
  fc.record({ what: fc.constantFrom(...whats), which, transport });
const some = (arbitrary: fc.Arbitrary<Step>, maxLength: number) =>
  fc.array(arbitrary, { minLength: 1, maxLength });

const history = fc
  .tuple(
    some(stepOf(...Object.keys(OTHERS)), 4),
    some(stepOf(...Object.keys(OWN), ...Object.keys(OTHERS)), 4),
    some(stepOf(...Object.keys(OWN), 'confirms'), 6),
  )
  .map(([bound, before, after]): Step[] => [
    ...bound,
    ...before,
    { what: ENDS_SIGHT, which: 0, transport: 'rest' },
    ...after,
  ]);

it('holds for whatever another organization binds', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const [world, alone] = [await build(), await build()];
      const outcomes = await play(world, steps, true);
      expect(outcomes).toEqual(await play(alone, steps, false));
      const text = await readElsewhere(world);
      expect(text).not.toMatch(/later /);
      expect(text).not.toContain(world.acme.owner);
    }),
    randomly(4),
  );
});
