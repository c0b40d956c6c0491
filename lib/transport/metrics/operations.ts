/** The names of operations in metrics: few, whichever paths clients send. */
import { getOption } from '@bufbuild/protobuf';
import { http } from '#lib/generated/proto/google/api/annotations_pb.js';
import type { Verb } from '#lib/resources/define.ts';
import { findResource } from '#lib/resources/index.ts';
import { CUSTOM_METHODS } from '#lib/transport/methods/custom-methods.ts';
import { methodOf } from '#lib/transport/methods/services.ts';
import { EXPORT_PATH, IMPORT_PATH } from '#lib/transport/rest/advisory-files.ts';
import { v1VerbsOf } from '#lib/transport/v1/resources.ts';
import { pathOf } from '#lib/transport/http/api-paths.ts';
import { ON_ONE, verbsOn, type Offered } from '#lib/transport/http/verbs.ts';

/** Anything else is a page or a file of the console. */
const OTHERS: readonly [prefix: string, operation: string][] = [
  ['/healthz', 'healthz'],
  ['/readyz', 'readyz'],
  ['/metrics', 'metrics'],
  ['/openapi.json', 'openapi'],
  ['/openapi-v1.json', 'openapi'],
  ['/.well-known/', 'discovery'],
  ['/sts/exchange', 'sts.Exchange'],
  ['/oauth/revoke', 'oauth.Revoke'],
  ['/oauth/introspect', 'oauth.Introspect'],
  ['/oauth/backchannelLogout', 'oauth.BackchannelLogout'],
  ['/auth/', 'signIn'],
  ['/api/auth/', 'signIn'],
  ['/_next/', 'file'],
  ['/iam/', 'unknown'],
  ['/registry/', 'unknown'],
  ['/vulnerabilities/', 'unknown'],
];

const CUSTOM: ReadonlyMap<string, string> = new Map([
  ...CUSTOM_METHODS.map(({ method }): [string, string] => [
    String(getOption(method, http).pattern.value),
    method.name,
  ]),
  [IMPORT_PATH, 'ImportAdvisories'],
  [EXPORT_PATH, 'ExportAdvisories'],
]);

/** What a request over HTTP asks for, by the name that its method has in gRPC. */
export function operationOf(method: string, target: string): string {
  const path = pathOf(target);
  const custom = CUSTOM.get(path);
  if (custom !== undefined) return custom;
  const [, domain = '', version, collection = '', uid = ''] = path.split('/', 5);
  const definition = findResource(domain, collection);
  if (definition === undefined) {
    return OTHERS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'page';
  }
  const offered: Offered<Verb> =
    version === 'v1' ? v1VerbsOf(definition, uid) : verbsOn(definition, uid, ON_ONE);
  const known = method === 'HEAD' ? 'GET' : method;
  const verb = offered.find(([name]) => name === known)?.[1];
  return verb === undefined ? 'unknown' : methodOf(definition, verb).name;
}
