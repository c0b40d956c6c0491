/**
 * The part of the OCI distribution API that Grove uses.
 *
 * @see https://github.com/opencontainers/distribution-spec/blob/main/spec.md
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { jsonIn } from '#lib/aip/json.ts';
import { RegistryError } from './errors.ts';
import { RegistryHttp } from './http.ts';
import type { RegistryAccess, RegistryAnswer, RegistryRequest } from './http.ts';
import { nextLink, unreadableLink } from './link.ts';
import { descriptor, digestPattern, listOf, MANIFEST_TYPES, readManifest } from './manifests.ts';
import type { Descriptor, Manifest } from './manifests.ts';

/** How many repositories or tags Grove requests in a page. */
const PAGE_SIZE = 100;
/** Some registries return all tags at once. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024;
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
const MAX_CONFIG_BYTES = 8 * 1024 * 1024;

const CATALOG_SCOPE = 'registry:catalog:*';
const INDEX_TYPE = 'application/vnd.oci.image.index.v1+json';

/** Names in the order of the registry. */
export interface NamePage {
  names: string[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

const catalogPage = z
  .object({ repositories: listOf(z.string()) })
  .transform(({ repositories }) => repositories);
/** A repository without tags may leave them out, but then it has its name. */
const tagPage = z
  .union([
    z.object({ tags: listOf(z.string()) }),
    z.object({ name: z.string(), tags: z.undefined().optional() }),
  ])
  .transform(({ tags = [] }) => tags);
/** The body of a registry's error. */
const errorBody = z.object({ errors: z.array(z.unknown()) });
const referrerList = z.object({ manifests: listOf(descriptor) });

/**
 * A client of the OCI distribution API. Its methods throw RegistryError for what the registry does
 * wrong.
 */
export class RegistryClient {
  readonly #http: RegistryHttp;
  readonly #signal: AbortSignal;

  private constructor(http: RegistryHttp, signal: AbortSignal) {
    this.#http = http;
    this.#signal = signal;
  }

  /**
   * @param signal aborts every request, with its reason.
   * @param attempts how often a request is tried, if not as often as a sync does.
   */
  static open(access: RegistryAccess, signal: AbortSignal, attempts?: number): RegistryClient {
    return new RegistryClient(new RegistryHttp(access, attempts), signal);
  }

  /** Uses the same connections and tokens, but also stops when this signal is aborted. */
  within(signal: AbortSignal): RegistryClient {
    return new RegistryClient(this.#http, AbortSignal.any([this.#signal, signal]));
  }

  close(): void {
    this.#http.close();
  }

  /** Whether the registry, or its token server, has the password. */
  get hasSentPassword(): boolean {
    return this.#http.hasSentPassword;
  }

  /** @param page `next` of the previous page; null for the first. */
  async catalog(page: string | null): Promise<NamePage> {
    const answer = await this.#page(page ?? `v2/_catalog?n=${PAGE_SIZE}`, CATALOG_SCOPE);
    if (answer.status === 404 || answer.status === 405) {
      throw invalid('the registry does not list its repositories');
    }
    return pageOf(answer, catalogPage);
  }

  /**
   * @returns null if the repository no longer exists.
   * @throws RegistryError INVALID also for a 404 that is not a registry's: a proxy may answer so.
   */
  async tags(repository: string, page: string | null): Promise<NamePage | null> {
    const path = page ?? `v2/${repository}/tags/list?n=${PAGE_SIZE}`;
    const answer = await this.#page(path, pull(repository));
    if (isMissing(answer)) return null;
    return pageOf(answer, tagPage);
  }

  /**
   * Checks whether the registry responds at all.
   *
   * @returns the status of the response.
   * @throws RegistryError if there is none.
   */
  async ping(): Promise<number> {
    const asked = { path: 'v2/', scope: CATALOG_SCOPE, accept: '*/*', maxBytes: MAX_CONFIG_BYTES };
    return (await this.#get(asked)).status;
  }

  /**
   * The current digest of the tag; undefined if HEAD does not say it. Some registries answer HEAD with 404
   * for a manifest that GET returns.
   */
  async digestOf(repository: string, reference: string): Promise<string | undefined> {
    const { status, headers } = await this.#pull(repository, `manifests/${reference}`, {
      method: 'HEAD',
      accept: MANIFEST_TYPES,
      maxBytes: 0,
    });
    const digest = headers['docker-content-digest'];
    return status === 200 && digestPattern.test(String(digest)) ? String(digest) : undefined;
  }

  /**
   * @returns null if it is gone.
   * @throws RegistryError INVALID if the 404 is not a registry's, if it is not a manifest, if its media type differs from the
   *   response's, or if its digest differs from the requested one or the response's.
   */
  async manifest(
    repository: string,
    reference: string,
  ): Promise<{ digest: string; sizeBytes: number; manifest: Manifest } | null> {
    const answer = await this.#pull(repository, `manifests/${reference}`, {
      accept: MANIFEST_TYPES,
      maxBytes: MAX_MANIFEST_BYTES,
    });
    if (isMissing(answer)) return null;
    requireOk(answer);
    const { body, headers } = answer;
    if (reference.includes(':'))
      requireDigest(body, reference, `another manifest than ${reference}`);
    const stated = headers['docker-content-digest'];
    if (stated !== undefined) {
      requireDigest(body, String(stated), 'a manifest that differs from its Docker-Content-Digest');
    }
    const manifest = readManifest(jsonIn(answer.body.toString()), headers['content-type']);
    return { digest: digestOfBytes(body, 'sha256'), sizeBytes: body.byteLength, manifest };
  }

  /** A small JSON blob, such as an image's configuration; null if it is gone or is not JSON. */
  async blob(repository: string, digest: string): Promise<unknown> {
    const asked = { accept: '*/*', maxBytes: MAX_CONFIG_BYTES };
    const answer = await this.#pull(repository, `blobs/${digest}`, asked);
    if (answer.status === 404) return null;
    requireOk(answer);
    requireDigest(answer.body, digest, `another blob than ${digest}`);
    return jsonIn(answer.body.toString());
  }

  /**
   * The manifests that refer to a manifest, such as signatures and software bills of materials.
   *
   * @param limit ends the reading of further pages.
   * @returns null if the registry has no such list.
   */
  async referrers(repository: string, digest: string, limit: number): Promise<Descriptor[] | null> {
    const found: Descriptor[] = [];
    let path: string | null = `v2/${repository}/referrers/${digest}`;
    const asked = { scope: pull(repository), accept: INDEX_TYPE, maxBytes: MAX_MANIFEST_BYTES };
    while (path !== null && found.length < limit) {
      const answer: RegistryAnswer = await this.#get({ ...asked, path });
      const list =
        answer.status === 200
          ? referrerList.safeParse(jsonIn(answer.body.toString())).data
          : undefined;
      if (list === undefined) return null;
      found.push(...list.manifests);
      path = list.manifests.length === 0 ? null : nextPage(answer);
    }
    return found.slice(0, limit);
  }

  #page(path: string, scope: string): Promise<RegistryAnswer> {
    return this.#get({ path, scope, accept: 'application/json', maxBytes: MAX_PAGE_BYTES });
  }

  #pull(
    repository: string,
    path: string,
    request: Pick<RegistryRequest, 'method' | 'accept' | 'maxBytes'>,
  ): Promise<RegistryAnswer> {
    return this.#get({ ...request, path: `v2/${repository}/${path}`, scope: pull(repository) });
  }

  #get(request: Omit<RegistryRequest, 'signal'>): Promise<RegistryAnswer> {
    return this.#http.request({ ...request, signal: this.#signal });
  }
}

const pull = (repository: string) => `repository:${repository}:pull`;

type Algorithm = 'sha256' | 'sha512';

function digestOfBytes(bytes: Uint8Array, algorithm: Algorithm): string {
  return `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;
}

/** @param found a description of the bytes if they have another digest. */
function requireDigest(bytes: Uint8Array, digest: string, found: string): void {
  const algorithm = /^(sha256|sha512):/.exec(digest)?.[1] as Algorithm | undefined;
  if (algorithm !== undefined && digestOfBytes(bytes, algorithm) === digest) return;
  throw invalid(`the registry answers with ${found}`);
}

const invalid = (message: string) => new RegistryError('INVALID', message);

function requireOk({ status, url }: RegistryAnswer): void {
  if (status !== 200) throw invalid(`the registry answers ${url.pathname} with status ${status}`);
}

/** Whether the registry itself says that it has nothing there. */
function isMissing({ status, body }: RegistryAnswer): boolean {
  return status === 404 && errorBody.safeParse(jsonIn(body.toString())).success;
}

function pageOf(answer: RegistryAnswer, page: z.ZodType<string[]>): NamePage {
  requireOk(answer);
  const names = page.safeParse(jsonIn(answer.body.toString())).data;
  if (names === undefined) {
    throw invalid(`the registry answers ${answer.url.pathname} with something else`);
  }
  return { names, next: nextPage(answer) };
}

/** The address of the next page; null on the last one. */
function nextPage({ headers, url }: RegistryAnswer): string | null {
  const link = nextLink([headers['link'] ?? []].flat().join(', '));
  // A relative reference is relative to the address of its page.
  const next = link === null ? null : URL.parse(link, url);
  if (link !== null && next === null) throw unreadableLink();
  if (next?.href === url.href) {
    throw invalid('the registry has a page that is its own next one');
  }
  return next?.href ?? null;
}
