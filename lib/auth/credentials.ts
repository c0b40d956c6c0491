/** The parts of a request that say who makes it. */
export type Credentials = Pick<Request, 'method' | 'url'> & { headers: Pick<Headers, 'get'> };
