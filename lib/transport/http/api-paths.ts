/** The paths that more than one module names. */

/** The path of a target, without its query. */
export const pathOf = (target = ''): string => target.split('?', 1)[0] ?? '';

/** Pages take no bodies. */
export const PAGE_METHODS = ['GET', 'HEAD'];

export const OPEN_API_PATH = '/openapi.json';
export const OPEN_API_PATH_OF_V1 = '/openapi-v1.json';
export const METRICS_PATH = '/metrics';
export const PICTURE_PATH = '/installation/picture';

/** For the notifications of a registry. */
export const EVENTS_PATH = '/registry/events';

/** The body of these is a file. No message describes it, so only REST has them. */
export const IMPORT_PATH = '/vulnerabilities/v2beta1/advisories:import';
export const EXPORT_PATH = '/vulnerabilities/v2beta1/advisories:export';
