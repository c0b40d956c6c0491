/** The published keys of registered third-party issuers, cached each for itself. */
import { createLocalJWKSet } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { prepared } from '#lib/store/database.ts';
import { fetchJson, FetchError } from './fetch-guard.ts';

const FRESH_MS = 10 * 60 * 1000;
const FAILURE_MS = 10_000;
/** How often an unknown key id may make the keys be fetched again. */
const REFRESH_MS = 30_000;
const MAX_CACHED = 1_000;

export type KeySet = ReturnType<typeof createLocalJWKSet>;

interface Entry {
  keys: KeySet | null;
  fetched: number;
  failure: { message: string; until: number } | null;
  pending: Promise<KeySet> | null;
}

const shared = globalThis as typeof globalThis & { groveIssuers?: Map<string, Entry> };

const REGISTERED = `SELECT 1 FROM "Identity" WHERE "issuer" = ?
  UNION ALL SELECT 1 FROM "IdentityProvider" WHERE "issuer" = ? LIMIT 1`;

/**
 * True where an identity or an identity provider names the issuer literally. A
 * pattern registers none: whoever writes a token must not choose whom Grove asks.
 */
export function isRegistered(issuer: string): boolean {
  return prepared(REGISTERED).get(issuer, issuer) !== undefined;
}

const discovery = z.object({ issuer: z.string(), jwks_uri: z.string() });
const jwks = z.object({ keys: z.array(z.record(z.string(), z.unknown())).max(100) });

/** @throws FetchError that says what is wrong with what the issuer publishes. */
export async function fetchKeys(issuer: string): Promise<KeySet> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found = discovery.safeParse(await fetchJson(address));
  if (!found.success) throw new FetchError(`${address} is not a discovery document`);
  if (found.data.issuer !== issuer) {
    throw new FetchError(`${address} says that its issuer is ${found.data.issuer}`);
  }
  const keys = jwks.safeParse(await fetchJson(found.data.jwks_uri));
  if (!keys.success) throw new FetchError(`${found.data.jwks_uri} is not a key set`);
  return createLocalJWKSet(keys.data as JSONWebKeySet);
}

function entryOf(issuer: string): Entry {
  const entries = (shared.groveIssuers ??= new Map());
  const known = entries.get(issuer);
  if (known !== undefined) return known;
  if (entries.size >= MAX_CACHED) entries.clear();
  const entry: Entry = { keys: null, fetched: 0, failure: null, pending: null };
  entries.set(issuer, entry);
  return entry;
}

/** One fetch at a time for each issuer; a failure is remembered so that callers do not wait for it again. */
function refresh(issuer: string, entry: Entry): Promise<KeySet> {
  if (entry.failure !== null && entry.failure.until > Date.now()) {
    return Promise.reject(new FetchError(entry.failure.message));
  }
  entry.pending ??= fetchKeys(issuer)
    .then((keys) => {
      Object.assign(entry, { keys, fetched: Date.now(), failure: null });
      return keys;
    })
    .catch((error: unknown) => {
      const message = error instanceof Error ? error.message : 'unknown';
      entry.failure = { message, until: Date.now() + FAILURE_MS };
      throw error;
    })
    .finally(() => {
      entry.pending = null;
    });
  return entry.pending;
}

/** The keys as last fetched; stale ones are used where the issuer cannot be reached now. */
export async function keysOf(issuer: string): Promise<KeySet> {
  const entry = entryOf(issuer);
  if (entry.keys !== null && Date.now() - entry.fetched < FRESH_MS) return entry.keys;
  try {
    return await refresh(issuer, entry);
  } catch (error) {
    if (entry.keys !== null) return entry.keys;
    throw error;
  }
}

/** The keys anew, for a key id that is not among them; null where they were just fetched. */
export async function newerKeysOf(issuer: string): Promise<KeySet | null> {
  const entry = entryOf(issuer);
  if (entry.pending === null && Date.now() - entry.fetched < REFRESH_MS) return null;
  return refresh(issuer, entry);
}
