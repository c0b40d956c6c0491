/** The parts of a request that identify the caller. */
export type Credentials = Pick<Request, 'method' | 'url'> & { headers: Pick<Headers, 'get'> };
