/** A server that a test has started, and how the test communicates with it. */
export type Json = Record<string, unknown>;

export interface Answer {
  status: number;
  headers: Headers;
  /** The body as received. */
  text: string;
  /** The body as JSON; an empty object if there is no body. */
  body: Json;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** A bearer token; null for none. Default: the owner's. */
  token?: string | null;
}

export interface TestGrove {
  url: string;
  dataDir: string;
  /** The result of createOrganization. */
  organization: { group: Json; identity: Json; roleBinding: Json };
  rootUid: string;
  ownerUid: string;
  ownerToken: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body: unknown, options?: CallOptions): Promise<Answer>;
  patch(path: string, body: unknown, options?: CallOptions): Promise<Answer>;
  del(path: string, options?: CallOptions): Promise<Answer>;
  /** A token of the installation's own issuer. */
  token(identityUid: string, ttlSeconds?: number): Promise<string>;
  stop(): Promise<void>;
}
