/** Which paths are whose. Every host, and whatever depends on the path alone, asks here. */

/** The path of a target, without its query. */
export const pathOf = (target = ''): string => target.split('?', 1)[0] ?? '';

/** Pages take no bodies. */
export const PAGE_METHODS = ['GET', 'HEAD'];

const PREFIX = '^/(?:iam|registry|vulnerabilities)';
const API_PATH = new RegExp(`${PREFIX}/v2beta1(?:/|$)`);
const V1_PATH = new RegExp(`${PREFIX}/v1(?:/|$)`);

export const OPEN_API_PATH = '/openapi.json';
export const OPEN_API_PATH_OF_V1 = '/openapi-v1.json';

/** Of resources and their methods. */
export const isApiPath = (path: string): boolean => API_PATH.test(path);

export const isV1Path = (path: string): boolean => V1_PATH.test(path);

export const isOpenApiPath = (path: string): boolean =>
  path === OPEN_API_PATH || path === OPEN_API_PATH_OF_V1;

/** Of calls. One starts with the package, and so contains a dot. */
export const isCallPath = (path: string): boolean => /^\/(?:grove|grpc)\.[\w.]+\/\w+$/.test(path);

/** Of all that has resources or describes them, by requests. */
export const isDataPath = (path: string): boolean =>
  isApiPath(path) || isV1Path(path) || isOpenApiPath(path);

/** Of what next-auth answers, which are route handlers of Next. */
export const isNextAuthPath = (path: string): boolean => /^\/api\/auth\/[^/]/.test(path);
