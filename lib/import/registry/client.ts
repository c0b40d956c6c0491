/**
 * The part of the OCI distribution API that is read.
 *
 * @see https://github.com/opencontainers/distribution-spec/blob/main/spec.md
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { RegistryError } from './errors.ts';
import { RegistryHttp } from './http.ts';
import type { RegistryAnswer } from './http.ts';
import { nextLink } from './link.ts';
import { descriptor, digestPattern, MANIFEST_TYPES, parseManifest } from './manifests.ts';
import type { Descriptor, Manifest } from './manifests.ts';
import type { Credentials } from './tokens.ts';

/** Repositories, and tags, that a page is asked to have. */
const PAGE_SIZE = 100;
/** Some registries answer with all tags at once. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024;
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
const MAX_CONFIG_BYTES = 8 * 1024 * 1024;

const CATALOG_SCOPE = 'registry:catalog:*';
const INDEX_TYPE = 'application/vnd.oci.image.index.v1+json';

/** Names in the order of the registry. */
export interface NamePage {
  names: string[];
  /** What the page after it is asked for with; null on the last one. */
  next: string | null;
}

export interface FetchedManifest {
  digest: string;
  /** As it was answered, for what Grove cannot look into. */
  contentType: string;
  manifest: Manifest | null;
}

const catalogPage = z.object({ repositories: z.array(z.string()).nullable() });
const tagPage = z.object({ tags: z.array(z.string()).nullish() });
const referrerList = z.object({ manifests: z.array(descriptor).nullish() });

export class RegistryClient {
  readonly #http: RegistryHttp;

  constructor(url: string, credentials: Credentials, signal: AbortSignal) {
    this.#http = new RegistryHttp(url, credentials, signal);
  }

  close(): void {
    this.#http.close();
  }

  /** @param page `next` of the page before; null for the first. */
  async catalog(page: string | null): Promise<NamePage> {
    const answer = await this.#page(page ?? `v2/_catalog?n=${PAGE_SIZE}`, CATALOG_SCOPE);
    if (answer.status === 404 || answer.status === 405) {
      throw new RegistryError('INVALID', 'the registry does not list its repositories');
    }
    return pageOf(answer, (json) => catalogPage.safeParse(json).data?.repositories ?? undefined);
  }

  /** @returns null where there is no such repository any more. */
  async tags(repository: string, page: string | null): Promise<NamePage | null> {
    const path = page ?? `v2/${repository}/tags/list?n=${PAGE_SIZE}`;
    const answer = await this.#page(path, pull(repository));
    if (answer.status === 404) return null;
    return pageOf(answer, (json) => {
      const { data } = tagPage.safeParse(json);
      return data && (data.tags ?? []);
    });
  }

  /** The digest that a tag has now; null where it is gone, undefined where that is not told. */
  async digestOf(repository: string, reference: string): Promise<string | null | undefined> {
    const { status, headers } = await this.#http.request({
      path: `v2/${repository}/manifests/${reference}`,
      scope: pull(repository),
      method: 'HEAD',
      accept: MANIFEST_TYPES,
      maxBytes: 0,
    });
    if (status === 404) return null;
    const digest = headers['docker-content-digest'];
    return status === 200 && digestPattern.test(String(digest)) ? String(digest) : undefined;
  }

  /** @returns null where it is gone. @throws RegistryError INVALID where its digest is another one. */
  async manifest(repository: string, reference: string): Promise<FetchedManifest | null> {
    const answer = await this.#http.request({
      path: `v2/${repository}/manifests/${reference}`,
      scope: pull(repository),
      accept: MANIFEST_TYPES,
      maxBytes: MAX_MANIFEST_BYTES,
    });
    if (answer.status === 404) return null;
    requireOk(answer);
    const digest = digestOfBytes(answer.body);
    if (digestPattern.test(reference) && reference !== digest) {
      throw new RegistryError(
        'INVALID',
        `the registry answers with another manifest than ${reference}`,
      );
    }
    const contentType = answer.headers['content-type'];
    const manifest = parseManifest(jsonOf(answer), contentType);
    return { digest, contentType: contentType?.split(';', 1)[0]?.trim() ?? '', manifest };
  }

  /** A small JSON blob, such as an image's configuration; null where it is gone, or is none. */
  async blob(repository: string, digest: string): Promise<unknown> {
    const answer = await this.#http.request({
      path: `v2/${repository}/blobs/${digest}`,
      scope: pull(repository),
      accept: '*/*',
      maxBytes: MAX_CONFIG_BYTES,
    });
    if (answer.status === 404) return null;
    requireOk(answer);
    const isIt = !digestPattern.test(digest) || digestOfBytes(answer.body) === digest;
    if (!isIt)
      throw new RegistryError('INVALID', `the registry answers with another blob than ${digest}`);
    return jsonOf(answer) ?? null;
  }

  /** What refers to a manifest: signatures, lists of contents. Null where the registry has no such list. */
  async referrers(repository: string, digest: string): Promise<Descriptor[] | null> {
    const answer = await this.#http.request({
      path: `v2/${repository}/referrers/${digest}`,
      scope: pull(repository),
      accept: INDEX_TYPE,
      maxBytes: MAX_MANIFEST_BYTES,
    });
    if (answer.status !== 200) return null;
    return referrerList.safeParse(jsonOf(answer)).data?.manifests ?? null;
  }

  #page(path: string, scope: string): Promise<RegistryAnswer> {
    return this.#http.request({
      path,
      scope,
      accept: 'application/json',
      maxBytes: MAX_PAGE_BYTES,
    });
  }
}

const pull = (repository: string) => `repository:${repository}:pull`;

function digestOfBytes(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

function requireOk({ status, url }: RegistryAnswer): void {
  if (status !== 200) {
    throw new RegistryError(
      'INVALID',
      `the registry answers ${url.pathname} with status ${status}`,
    );
  }
}

function jsonOf({ body }: RegistryAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function pageOf(
  answer: RegistryAnswer,
  namesIn: (json: unknown) => string[] | undefined,
): NamePage {
  requireOk(answer);
  const names = namesIn(jsonOf(answer));
  if (names === undefined) {
    throw new RegistryError(
      'INVALID',
      `the registry answers ${answer.url.pathname} with something else`,
    );
  }
  const link = nextLink([answer.headers['link'] ?? []].flat().join(', '));
  // A relative reference is relative to the page that it stands on.
  const next = link === null ? null : (URL.parse(link, answer.url)?.href ?? null);
  if (next === answer.url.href)
    throw new RegistryError('INVALID', 'the registry has a page that is its own next one');
  return { names, next };
}
