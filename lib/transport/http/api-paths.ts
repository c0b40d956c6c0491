/** The kinds of paths, for every host and for all that depends on the path alone. */

/** The path of a target, without its query. */
export const pathOf = (target = ''): string => target.split('?', 1)[0] ?? '';

/** Pages take no bodies. */
export const PAGE_METHODS = ['GET', 'HEAD'];

const PREFIX = '^/(?:iam|registry|vulnerabilities)';
const API_PATH = new RegExp(`${PREFIX}/v2beta1(?:/|$)`);
const V1_PATH = new RegExp(`${PREFIX}/v1(?:/|$)`);

export const OPEN_API_PATH = '/openapi.json';
export const OPEN_API_PATH_OF_V1 = '/openapi-v1.json';
export const METRICS_PATH = '/metrics';
export const PICTURE_PATH = '/installation/picture';

/** For the notifications of a registry. */
export const EVENTS_PATH = '/registry/events';

/** The body of these is a file. No message describes it, so only REST has them. */
export const IMPORT_PATH = '/vulnerabilities/v2beta1/advisories:import';
export const EXPORT_PATH = '/vulnerabilities/v2beta1/advisories:export';

/** Paths of resources and their methods. */
export const isApiPath = (path: string): boolean => API_PATH.test(path);

export const isV1Path = (path: string): boolean => V1_PATH.test(path);

export const isOpenApiPath = (path: string): boolean =>
  path === OPEN_API_PATH || path === OPEN_API_PATH_OF_V1;

/** Paths of calls. They start with the package, and so contain a dot. */
export const isCallPath = (path: string): boolean => /^\/(?:grove|grpc)\.[\w.]+\/\w+$/.test(path);

/** Paths of REST whose answers are resources or their descriptions. */
export const isDataPath = (path: string): boolean =>
  isApiPath(path) || isV1Path(path) || isOpenApiPath(path);

/** Paths that next-auth answers, in a route handler of Next.js. */
export const isNextAuthPath = (path: string): boolean => /^\/api\/auth\/[^/]/.test(path);
