/** Whose turn it is to read a registry, how far that has come, and what is due. */
import type { RegistrySource } from '#lib/generated/prisma/client.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import type { SyncRun } from '#lib/resources/registry-source.ts';
import { prepared, prisma } from './database.ts';
import type { Transaction } from './database.ts';

/** Nobody has told that they are at it for so long: whoever comes next goes on. */
export const LEASE_MS = 15_000;

/** Pages of the registry that a run goes on from; null for the first one. */
export interface RegistryPosition {
  catalog: string | null;
  /** The repository whose `tags` page is next. */
  repository: string | null;
  tags: string | null;
}

/** Something that could not be read. */
export interface Problem {
  /** The repository, or the repository, a colon and the tag. */
  name: string;
  reason: string;
}

/** A run under way, as the column `run` keeps it. */
export interface StoredRun extends SyncRun {
  actor: { actor: string; identities: readonly string[]; requestId: string };
  cursor: RegistryPosition;
  /** The first ones; `counts.skipped` counts all. */
  problems: Problem[];
}

const DUE = `SELECT "uid" FROM "RegistrySource"
  WHERE ("state" = 'RUNNING' AND ("leaseTime" IS NULL OR "leaseTime" < ?))
     OR ("state" <> 'RUNNING' AND "nextSyncTime" <= ?)`;

/** Those that were cut off, and those whose time has come. */
export function dueSources(now: number): string[] {
  return (prepared(DUE).all(now, now) as { uid: string }[]).map(({ uid }) => uid);
}

export function findSource(tx: Transaction, uid: string): Promise<RegistrySource | null> {
  return tx.registrySource.findUnique({ where: { uid } });
}

export function isLeased({ state, leaseTime }: RegistrySource, now: number): boolean {
  return state === 'RUNNING' && leaseTime !== null && leaseTime.getTime() >= now;
}

/** Takes the lease. What a source does shows in no ETag, so the revision stays. */
export async function beginRun(
  tx: Transaction,
  uid: string,
  { holder, run }: { holder: string; run: StoredRun },
): Promise<void> {
  await tx.$executeRawUnsafe(
    `UPDATE "RegistrySource" SET "state" = 'RUNNING', "run" = ?, "leaseHolder" = ?, "leaseTime" = ?
     WHERE "uid" = ?`,
    JSON.stringify(run),
    holder,
    Date.now() + LEASE_MS,
    uid,
  );
}

/** Writes how far the run is and renews the lease. @returns false where it is somebody else's by now. */
export async function saveRun(
  tx: Transaction,
  uid: string,
  { holder, run }: { holder: string; run: StoredRun },
): Promise<boolean> {
  const count = await tx.$executeRawUnsafe(
    `UPDATE "RegistrySource" SET "run" = ?, "leaseTime" = ? WHERE "uid" = ? AND "leaseHolder" = ?`,
    JSON.stringify(run),
    Date.now() + LEASE_MS,
    uid,
    holder,
  );
  return count === 1;
}

/** @returns false where the run is somebody else's by now. */
export async function renewLease(tx: Transaction, uid: string, holder: string): Promise<boolean> {
  const count = await tx.$executeRawUnsafe(
    `UPDATE "RegistrySource" SET "leaseTime" = ? WHERE "uid" = ? AND "leaseHolder" = ?`,
    Date.now() + LEASE_MS,
    uid,
    holder,
  );
  return count === 1;
}

/** Lets go of a run that is to be gone on with. */
export async function releaseRun(tx: Transaction, uid: string, holder: string): Promise<void> {
  await tx.$executeRawUnsafe(
    `UPDATE "RegistrySource" SET "leaseHolder" = NULL, "leaseTime" = NULL
     WHERE "uid" = ? AND "leaseHolder" = ?`,
    uid,
    holder,
  );
}

/** @returns false where the run is somebody else's by now. */
export async function endRun(
  tx: Transaction,
  uid: string,
  { holder, state, lastSync }: { holder: string; state: 'IDLE' | 'FAILED'; lastSync: JsonObject },
): Promise<boolean> {
  const count = await tx.$executeRawUnsafe(
    `UPDATE "RegistrySource"
     SET "state" = ?, "run" = NULL, "leaseHolder" = NULL, "leaseTime" = NULL, "lastSync" = ?,
         "nextSyncTime" = ? + "interval" * 1000
     WHERE "uid" = ? AND "leaseHolder" = ?`,
    state,
    JSON.stringify(lastSync),
    Date.now(),
    uid,
    holder,
  );
  return count === 1;
}

/** The registry source of a group; null where it has none. */
export function sourceOfGroup(group: string): Promise<RegistrySource | null> {
  return prisma().registrySource.findUnique({ where: { parent: group } });
}

/** The source whose notifications carry this key; null for none. */
export function sourceOfKey(keyId: string): Promise<RegistrySource | null> {
  return prisma().registrySource.findUnique({ where: { notificationKeyId: keyId } });
}
