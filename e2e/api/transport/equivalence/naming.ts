/** Another organization that names the caller of the corpus, who has not joined it. */
import { rowsIn } from '../../support/database.ts';
import { newOrganization } from '../../support/organizations.ts';
import type { World } from './world.ts';

const roots = new WeakMap<World, Promise<string>>();

async function rootOf(world: World): Promise<string> {
  const known = roots.get(world) ?? newOrganization(world.grove).then(({ root }) => root);
  roots.set(world, known);
  return known;
}

/** The identity is new for each request, with the same uid. */
export async function namingCaller(world: World): Promise<{ root: string; uid: string }> {
  const root = await rootOf(world);
  const uid = `${root}/00000000000000aa`;
  const now = new Date();
  const { url: issuer, ownerUid: subject } = world.grove;
  await rowsIn('Identity').delete({ where: { uid } });
  const columns = { uid, parent: root, name: 'caller', issuer, subject, claims: {} };
  const times = { unconfirmedTime: now, lastSeenTime: now, createTime: now, updateTime: now };
  await rowsIn('Identity').create({ ...columns, claimPatterns: {}, ...times });
  return { root, uid };
}
