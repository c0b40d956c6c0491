/** The documents that registered third-party issuers publish, with a cache for each issuer. */
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { isJsonObject } from '#lib/aip/json.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { boundsOf, fetchJson } from '#lib/net/fetch-guard.ts';
import { FetchError, parseAddress, shown } from '#lib/net/guarded-request.ts';
import type { Bounds } from '#lib/net/guarded-request.ts';
import { perProcess } from '#lib/per-process.ts';
import { is } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';

const FRESH_MS = 10 * 60 * 1000;
/** How long keys stay in use after they can no longer be fetched. */
const STALE_MS = 24 * 60 * 60 * 1000;
const FAILURE_MS = 10_000;
/** An unknown key id makes Grove fetch the keys again, at most once in this time. */
const REFRESH_MS = 30_000;
const MAX_CACHED = 1_000;

export type IssuerKeys = ReturnType<typeof createLocalJWKSet>;

const discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.string(),
  authorization_endpoint: z.string().optional(),
  token_endpoint: z.string().optional(),
  userinfo_endpoint: z.string().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

export type Discovery = z.infer<typeof discovery>;

export interface Published {
  document: Discovery;
  keys: IssuerKeys;
}

interface Entry {
  published: Published | null;
  fetched: number;
  failure: { error: FetchError; until: number } | null;
  pending: Promise<Published> | null;
}

const issuers = perProcess('issuers', () => new Map<string, Entry>());

/** Skips entries that are not keys, as RFC 7517, section 5, asks for. */
const jwks = z.object({
  keys: z
    .array(z.unknown())
    .max(100)
    .transform((keys) => keys.filter(isJsonObject)),
});

/** @throws FetchError that names the flaw of the issuer's discovery document. */
export async function fetchDiscovery(issuer: string, bounds: Bounds): Promise<Discovery> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const document = discovery.safeParse(await fetchJson(address, bounds));
  if (!document.success) {
    throw new FetchError('NOT_DISCOVERY', `${address} is not a discovery document`);
  }
  const named = document.data.issuer;
  if (named !== issuer) {
    const found = named.slice(0, 200);
    throw new FetchError('ISSUER_MISMATCH', `${address} says that its issuer is ${found}`, found);
  }
  return document.data;
}

/** @throws FetchError that names the flaw of the issuer's keys. */
export async function fetchKeys(
  { jwks_uri: address }: Discovery,
  bounds: Bounds,
): Promise<IssuerKeys> {
  const keys = jwks.safeParse(await fetchJson(address, bounds));
  if (!keys.success)
    throw new FetchError('NOT_KEYS', `${shown(parseAddress(address), bounds)} is not a key set`);
  return createLocalJWKSet(keys.data as JSONWebKeySet);
}

async function fetchPublished(issuer: string): Promise<Published> {
  const bounds = boundsOf(issuer);
  const document = await fetchDiscovery(issuer, bounds);
  return { document, keys: await fetchKeys(document, bounds) };
}

function entryOf(issuer: string): Entry {
  const entries = issuers.value;
  const known = entries.get(issuer);
  if (known !== undefined) return known;
  if (entries.size >= MAX_CACHED) entries.clear();
  const entry: Entry = { published: null, fetched: 0, failure: null, pending: null };
  entries.set(issuer, entry);
  return entry;
}

const badAnswer = (error: unknown) =>
  new FetchError('BAD_ANSWER', error instanceof Error ? error.message : String(error));

/**
 * One fetch at a time for each issuer. A failure is cached, so that callers do not wait for it
 * again.
 */
function refresh(issuer: string, entry: Entry): Promise<Published> {
  if (entry.failure !== null && entry.failure.until > Date.now()) {
    return Promise.reject(entry.failure.error);
  }
  entry.pending ??= fetchPublished(issuer)
    .then((published) => {
      Object.assign(entry, { published, fetched: Date.now(), failure: null });
      return published;
    })
    .catch((error: unknown) => {
      const failure = error instanceof FetchError ? error : badAnswer(error);
      entry.failure = { error: failure, until: Date.now() + FAILURE_MS };
      throw failure;
    })
    .finally(() => {
      entry.pending = null;
    });
  return entry.pending;
}

/**
 * The documents as last fetched. If the issuer is unreachable, they are used for up to a day.
 *
 * @throws FetchError if there are no usable documents.
 */
export async function publishedBy(issuer: string): Promise<Published> {
  const entry = entryOf(issuer);
  const age = Date.now() - entry.fetched;
  if (entry.published !== null && age < FRESH_MS) return entry.published;
  try {
    return await refresh(issuer, entry);
  } catch (error) {
    if (entry.published !== null && age < STALE_MS) return entry.published;
    throw error;
  }
}

/** Fetches the keys again, for an unknown key id. Null if they were fetched just now. */
export async function publishedAnewBy(issuer: string): Promise<Published | null> {
  const entry = entryOf(issuer);
  if (entry.pending === null && Date.now() - entry.fetched < REFRESH_MS) return null;
  return refresh(issuer, entry);
}

/**
 * Whether Grove fetches the keys of the issuer: an identity or an identity provider names it literally. A
 * pattern registers no issuer, since the author of a token must not choose where Grove sends requests.
 * A registration that moves from the one to the other between the two reads refuses tokens of that moment.
 */
export async function isRegistered(issuer: string): Promise<boolean> {
  const whereIssuer = is('issuer', issuer);
  return (
    (await committed.first('Identity', whereIssuer)) !== null ||
    (await committed.first('IdentityProvider', whereIssuer)) !== null
  );
}

/** The root groups of the organizations that registered the issuer themselves. */
export async function registeredIn(issuer: string): Promise<readonly string[]> {
  const whereIssuer = is('issuer', issuer);
  const identities = await committed.uids('Identity', whereIssuer, 'uid');
  const providers = await committed.uids('IdentityProvider', whereIssuer, 'uid');
  return [...new Set([...identities, ...providers].map(rootUid))];
}
