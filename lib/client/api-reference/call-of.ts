/** Finds the operation behind a REST request, so that it can be shown as a gRPC call as well. */
import type { ApiDocument } from '#lib/client/api-reference/document.ts';
import { grpcurlOf } from '#lib/client/api-reference/grpc.ts';
import { type Operation, operationGroups } from '#lib/client/api-reference/operations.ts';
import type { Entered } from '#lib/client/api-reference/request.ts';
import type { ShellRequest } from '#lib/client/curl.ts';

/** The value of the parameter in a path, by its name; null if the path is not the operation's. */
function pathValues(template: string, path: string): Record<string, string> | null {
  const [before = '', name, after = ''] = template.split(/\{(\w+)\}/);
  if (name === undefined) return template === path ? {} : null;
  const isLike = path.startsWith(before) && path.endsWith(after);
  const value = isLike ? path.slice(before.length, path.length - after.length) : '';
  return value === '' ? null : { [name]: decodeURIComponent(value) };
}

/** Templates with more text of their own come first: they match less. */
const bySpecificity = (a: Operation, b: Operation) =>
  b.path.replaceAll(/\{\w+\}/g, '').length - a.path.replaceAll(/\{\w+\}/g, '').length;

/** An operation with the values of one request, as the form of the reference has them. */
export interface Call {
  operation: Operation;
  entered: Entered;
}

/** The operation of a request; null if the document has none. */
export function callOf(operations: readonly Operation[], request: ShellRequest): Call | null {
  const { method, body, ifMatch } = request;
  const { pathname, searchParams } = new URL(request.path, 'http://installation');
  const alike = operations.filter((one) => one.method === method).sort(bySpecificity);
  for (const operation of alike) {
    const inPath = pathValues(operation.path, pathname);
    if (inPath === null) continue;
    const values: Record<string, string> = inPath;
    for (const name of searchParams.keys()) values[name] = searchParams.getAll(name).join('\n');
    const header = operation.parameters.find((one) => one.in === 'header');
    if (header && ifMatch) values[header.name] = ifMatch;
    return { operation, entered: { values, body: JSON.stringify(body ?? {}), file: null } };
  }
  return null;
}

/** Requests as `grpcurl` commands, each on its own line. Null if one exists over REST only. */
export function grpcurlFor(
  document: ApiDocument,
  origin: string,
  requests: readonly ShellRequest[],
): string | null {
  const operations = operationGroups(document).flatMap((group) => group.operations);
  const commands = requests.map((request) => {
    const call = callOf(operations, request);
    const grpc = call?.operation.grpc;
    return call && grpc ? grpcurlOf(origin, { ...call.operation, grpc }, call.entered) : null;
  });
  return commands.includes(null) ? null : commands.join('\n');
}
