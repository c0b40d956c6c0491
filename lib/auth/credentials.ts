/** The parts of a request that identify the caller. */
export type Credentials = Pick<Request, 'method' | 'url'> & { headers: Pick<Headers, 'get'> };

export interface AuthenticateOptions {
  /** The access revision, read since the request began; read here unless given. */
  revision?: number;
  /** The client's address; absent if the token is only looked at, not used. */
  address?: string;
  /** True if the request admits a caller without an identity, who may accept an invite. */
  admitsStrangers?: boolean;
}
