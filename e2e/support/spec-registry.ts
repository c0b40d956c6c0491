/**
 * A small in-memory registry that follows the OCI distribution specification 1.1. It has what the
 * packaged `docker-registry` lacks: a referrers list with several pages, and a token server like
 * Distribution's at the same address. It accepts pushes from plain clients and from skopeo.
 *
 * @see https://github.com/opencontainers/distribution-spec/blob/v1.1.1/spec.md
 * @see https://distribution.github.io/distribution/spec/auth/token/
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { digestOf } from './images.ts';

interface Stored {
  bytes: Buffer;
  mediaType: string;
}

interface Repository {
  blobs: Map<string, Buffer>;
  manifests: Map<string, Stored>;
  tags: Map<string, string>;
}

export interface SpecRegistryOptions {
  /** The account that gets tokens; everyone may read and push if there is none. */
  account?: { username: string; password: string };
  /** PEM; the registry uses http without them. */
  tls?: { key: string; cert: string };
  /** Referrers per page of their list. */
  referrersPage?: number;
}

export interface SpecRegistry {
  url: string;
  port: number;
  /** The requests: method and path with query. */
  seen: string[];
  /** A token for pushing, in an Authorization header. */
  authorization: string;
  close(): Promise<void>;
}

type Exchange = {
  method: string;
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
};

const SERVICE = 'spec registry';
const INDEX = 'application/vnd.oci.image.index.v1+json';

export async function startSpecRegistry(options: SpecRegistryOptions = {}): Promise<SpecRegistry> {
  const registry = new InMemory(options);
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void registry.answer(request, response).catch(() => response.destroy());
  const server =
    options.tls === undefined ? createServer(listener) : createTlsServer(options.tls, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  registry.url = `${options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  return {
    url: registry.url,
    port,
    seen: registry.seen,
    authorization: `Bearer ${registry.newToken('*')}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

class InMemory {
  url = '';
  readonly seen: string[] = [];
  readonly #options: SpecRegistryOptions;
  readonly #repositories = new Map<string, Repository>();
  readonly #uploads = new Map<string, Buffer>();
  /** The scope of each token. */
  readonly #tokens = new Map<string, string>();

  constructor(options: SpecRegistryOptions) {
    this.#options = options;
  }

  newToken(scope: string): string {
    const token = randomUUID();
    this.#tokens.set(token, scope);
    return token;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET' } = request;
    const url = new URL(request.url ?? '/', this.url);
    this.seen.push(`${method} ${url.pathname}${url.search}`);
    const exchange = { method, url, request, response };
    if (url.pathname === '/token') return this.#giveToken(exchange);
    const parts =
      /^\/v2\/(?:(.+)\/(manifests|blobs\/uploads|blobs|tags|referrers)(?:\/(.*))?)?$/.exec(
        url.pathname,
      );
    const [, name = '', kind = '', rest = ''] = parts ?? [];
    if (!this.#isAllowed(exchange, name)) return;
    if (url.pathname === '/v2/') return json(response, 200, {});
    if (url.pathname === '/v2/_catalog') return this.#catalog(exchange);
    if (kind === 'blobs/uploads') return this.#upload(exchange, this.#repository(name), rest);
    if (kind === 'blobs') return this.#blob(exchange, this.#repository(name), rest);
    if (kind === 'manifests') return this.#manifest(exchange, this.#repository(name), rest);
    if (kind === 'referrers') return this.#referrers(exchange, this.#repository(name), rest);
    const repository = this.#repositories.get(name);
    if (kind !== 'tags' || repository === undefined) return failed(response, 404, 'NAME_UNKNOWN');
    json(response, 200, { name, tags: paged(exchange, [...repository.tags.keys()].toSorted()) });
  }

  #repository(name: string): Repository {
    const repository = this.#repositories.get(name) ?? {
      blobs: new Map(),
      manifests: new Map(),
      tags: new Map(),
    };
    this.#repositories.set(name, repository);
    return repository;
  }

  #isAllowed({ url, request, response }: Exchange, name: string): boolean {
    if (this.#options.account === undefined) return true;
    const scope =
      url.pathname === '/v2/_catalog' ? 'registry:catalog:*' : `repository:${name}:pull`;
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const granted = this.#tokens.get(token);
    if (granted !== undefined && url.pathname === '/v2/') return true;
    if (granted === '*' || granted?.split(' ').includes(scope)) return true;
    const asked = url.pathname === '/v2/' ? '' : `,scope="${scope}"`;
    const challenge = `Bearer realm="${this.url}/token",service="${SERVICE}"${asked}`;
    response.setHeader('www-authenticate', challenge);
    failed(response, 401, 'UNAUTHORIZED');
    return false;
  }

  #giveToken({ url, request, response }: Exchange): void {
    const { username, password } = this.#options.account ?? { username: '', password: '' };
    const pair = Buffer.from(`${username}:${password}`).toString('base64');
    const isKnown = request.headers.authorization === `Basic ${pair}`;
    if (!isKnown || url.searchParams.get('service') !== SERVICE) {
      return failed(response, 401, 'UNAUTHORIZED');
    }
    const token = this.newToken(url.searchParams.getAll('scope').join(' '));
    json(response, 200, { token, expires_in: 300, issued_at: new Date().toISOString() });
  }

  #catalog(exchange: Exchange): void {
    const names = [...this.#repositories].filter(([, { manifests }]) => manifests.size > 0);
    const repositories = paged(exchange, names.map(([name]) => name).toSorted());
    json(exchange.response, 200, { repositories });
  }

  async #upload(exchange: Exchange, repository: Repository, id: string): Promise<void> {
    const { method, url, request, response } = exchange;
    const bytes = Buffer.concat([this.#uploads.get(id) ?? Buffer.of(), await buffer(request)]);
    const digest = url.searchParams.get('digest');
    const name = /^\/v2\/(.+)\/blobs\//.exec(url.pathname)?.[1];
    if (method === 'PUT' || (method === 'POST' && digest !== null)) {
      if (digestOf(bytes) !== digest) return failed(response, 400, 'DIGEST_INVALID');
      repository.blobs.set(digest, bytes);
      response.setHeader('docker-content-digest', digest);
      response.writeHead(201, { location: `/v2/${name}/blobs/${digest}` }).end();
      return;
    }
    const next = id || randomUUID();
    this.#uploads.set(next, bytes);
    const range = `0-${Math.max(0, bytes.byteLength - 1)}`;
    response.writeHead(202, { location: `/v2/${name}/blobs/uploads/${next}`, range }).end();
  }

  #blob({ method, response }: Exchange, { blobs }: Repository, digest: string): void {
    const bytes = blobs.get(digest);
    if (bytes === undefined) return failed(response, 404, 'BLOB_UNKNOWN');
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-length': bytes.byteLength,
      'docker-content-digest': digest,
    });
    response.end(method === 'HEAD' ? undefined : bytes);
  }

  async #manifest(exchange: Exchange, repository: Repository, reference: string): Promise<void> {
    const { method, request, response } = exchange;
    const { manifests, tags } = repository;
    if (method === 'PUT') return putManifest(request, response, repository, reference);
    const digest = tags.get(reference) ?? reference;
    const found = manifests.get(digest);
    if (found === undefined) return failed(response, 404, 'MANIFEST_UNKNOWN');
    if (method === 'DELETE') {
      if (tags.delete(reference)) return void response.writeHead(202).end();
      manifests.delete(digest);
      for (const [tag, named] of tags) if (named === digest) tags.delete(tag);
      return void response.writeHead(202).end();
    }
    response.writeHead(200, {
      'content-type': found.mediaType,
      'content-length': found.bytes.byteLength,
      'docker-content-digest': digest,
    });
    response.end(method === 'HEAD' ? undefined : found.bytes);
  }

  #referrers(exchange: Exchange, { manifests }: Repository, digest: string): void {
    const { url, response } = exchange;
    const all = [...manifests]
      .map(([own, stored]) => ({ own, stored, content: parsed(stored.bytes) }))
      .filter(({ content }) => content.subject?.digest === digest)
      .map(({ own, stored, content }) => ({
        mediaType: stored.mediaType,
        digest: own,
        size: stored.bytes.byteLength,
        artifactType: content.artifactType ?? content.config?.mediaType,
        ...(content.annotations && { annotations: content.annotations }),
      }));
    const { referrersPage = 100 } = this.#options;
    const from = Number(url.searchParams.get('from') ?? 0);
    if (from + referrersPage < all.length) {
      response.setHeader('link', `<${url.pathname}?from=${from + referrersPage}>; rel="next"`);
    }
    const page = all.slice(from, from + referrersPage);
    json(response, 200, { schemaVersion: 2, mediaType: INDEX, manifests: page }, INDEX);
  }
}

interface Content {
  subject?: { digest: string };
  artifactType?: string;
  config?: { mediaType: string };
  annotations?: Record<string, string>;
}

const parsed = (bytes: Buffer) => JSON.parse(bytes.toString()) as Content;

async function putManifest(
  request: IncomingMessage,
  response: ServerResponse,
  { manifests, tags }: Repository,
  reference: string,
): Promise<void> {
  const bytes = await buffer(request);
  const digest = digestOf(bytes);
  if (reference.includes(':') && reference !== digest) {
    return failed(response, 400, 'DIGEST_INVALID');
  }
  manifests.set(digest, { bytes, mediaType: String(request.headers['content-type']) });
  if (!reference.includes(':')) tags.set(reference, digest);
  const { subject } = parsed(bytes);
  if (subject !== undefined) response.setHeader('oci-subject', subject.digest);
  response.setHeader('docker-content-digest', digest);
  response.writeHead(201, { location: `/v2/manifests/${digest}` }).end();
}

/** The page for `n` and `last`, with the next one in the Link header. */
function paged({ url, response }: Exchange, names: readonly string[]): string[] {
  const count = Number(url.searchParams.get('n') ?? names.length);
  const last = url.searchParams.get('last');
  const rest = last === null ? names : names.filter((name) => name > last);
  const page = rest.slice(0, count);
  const end = page.at(-1);
  if (rest.length > page.length && end !== undefined) {
    response.setHeader('link', `<${url.pathname}?n=${count}&last=${end}>; rel="next"`);
  }
  return page;
}

function json(
  response: ServerResponse,
  status: number,
  body: object,
  mediaType = 'application/json',
): void {
  response.writeHead(status, { 'content-type': mediaType }).end(JSON.stringify(body));
}

function failed(response: ServerResponse, status: number, code: string): void {
  json(response, status, { errors: [{ code, message: code.toLowerCase() }] });
}
