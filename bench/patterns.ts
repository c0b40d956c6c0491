/**
 * `npm run bench -- --patterns`: what a request of one organization costs before and after a hundred
 * others have the maximum number of patterns.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fillOrganizations } from '../e2e/support/full-organizations.ts';
import { startOidcIssuer } from '../e2e/support/oidc-issuer.ts';
import type { OidcIssuer } from '../e2e/support/oidc-issuer.ts';
import { newChildUid } from '#lib/aip/uid.ts';
import { drive } from './load.ts';
import { UNREACHED } from './measure.ts';
import { startServer } from './processes.ts';
import type { RunningServer } from './processes.ts';
import { ADDRESS, adoptSettings } from './settings.ts';

const ORGANIZATIONS = 100;
const WINDOW_MS = 3_000;
const SETTLE_MS = 4_000;
/** New tokens of a subject, like those of the runs of a pipeline. */
const TOKENS = 50;

/** Prints a table, in Markdown. */
export async function measurePatterns(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'grove-bench-'));
  const issuers = await Promise.all([startOidcIssuer(), startOidcIssuer()]);
  const [own, shared] = issuers;
  try {
    const env = {
      GROVE_DATA_DIR: join(folder, 'data'),
      GROVE_URL: ADDRESS,
      GROVE_ALLOW_PRIVATE_ISSUERS: '127.0.0.0/8,::1/128',
      ...UNREACHED,
    };
    adoptSettings(env);
    const { openDatabase, closeDatabase } = await import('#lib/store/store.ts');
    const { createOrganization } = await import('#lib/service/people/organization.ts');
    const { mintToken } = await import('#lib/auth/tokens/minting.ts');
    await openDatabase();
    const { group, identity } = await createOrganization({
      name: 'bench',
      ownerEmail: 'owner@example.com',
      ownerPassword: 'four words make a passphrase',
    });
    const root = String(group['uid']);
    for (const { issuer } of issuers) await addMachine(root, issuer);
    const token = await mintToken(String(identity['uid']), 3_600, { url: ADDRESS });
    const path = `/iam/v2beta1/groups/${root}`;
    const server = await startServer('Grove', 'server.ts', { env, path, token });
    try {
      await wait(SETTLE_MS);
      console.log(
        '| | own token, p50 ms | p99 ms | CPU ms | first token of an own issuer, ms | of a shared issuer, ms | later tokens, p50 ms |\n| - | - | - | - | - | - | - |',
      );
      const callers = { token, own, shared };
      console.log(`| before | ${(await measureOnce(server, path, callers)).join(' | ')} |`);
      await fillOrganizations(ORGANIZATIONS, { issuer: shared.issuer });
      console.log(`| after | ${(await measureOnce(server, path, callers)).join(' | ')} |`);
    } finally {
      await server.stop();
    }
    await closeDatabase();
  } finally {
    await Promise.all(issuers.map((issuer) => issuer.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An identity for the subject, which may see its organization. */
export async function addMachine(root: string, issuer: string, subject = 'machine'): Promise<void> {
  const { transaction } = await import('#lib/store/store.ts');
  const { builtInRole } = await import('#lib/resources/built-in-roles.ts');
  const uid = newChildUid(root);
  const time = new Date();
  const times = { createTime: time, updateTime: time };
  await transaction(async (tx) => {
    await tx.insert('Identity', {
      uid,
      parent: root,
      name: `machine of ${issuer}`,
      issuer,
      subject,
      claims: {},
      claimPatterns: {},
      lastSeenTime: time,
      ...times,
    });
    await tx.insert('RoleBinding', {
      uid: newChildUid(root),
      parent: root,
      identityUid: uid,
      roleUid: builtInRole('viewer').uid,
      createTime: time,
    });
  });
}

async function measureOnce(
  server: RunningServer,
  path: string,
  { token, own, shared }: { token: string; own: OidcIssuer; shared: OidcIssuer },
): Promise<string[]> {
  const get = (bearer: string) =>
    drive([server], {
      session: async (send) => {
        await send('GET', path);
      },
      token: bearer,
      connections: 1,
      ms: 1,
    });
  const sign = ({ sign: signed }: OidcIssuer, nth: number) =>
    signed({ sub: 'machine', aud: ADDRESS, jti: String(nth) });
  const firsts = [];
  for (const issuer of [own, shared]) firsts.push((await get(await sign(issuer, 0))).p50);
  const later = [];
  for (let nth = 1; nth <= TOKENS; nth += 1) {
    later.push((await get(await sign(shared, nth))).p50);
  }
  const everyday = await drive([server], {
    session: async (send) => {
      await send('GET', path);
    },
    token,
    connections: 1,
    ms: WINDOW_MS,
  });
  const middle = later.toSorted((a, b) => a - b)[TOKENS / 2] ?? Number.NaN;
  const { p50, p99, cpuPerRequest } = everyday;
  return [p50, p99, cpuPerRequest, ...firsts, middle].map((figure) => figure.toFixed(2));
}
