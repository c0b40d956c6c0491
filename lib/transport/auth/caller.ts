/** Endpoints around sign-in, by the methods that define them in `proto`. */
import { getOption, type DescMessage, type DescMethodUnary } from '@bufbuild/protobuf';
import type { MessageJsonType } from '@bufbuild/protobuf';
import { z } from 'zod';
import type { Client } from '#lib/auth/access-record.ts';
import { identify } from '#lib/auth/identify.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { http } from '#lib/generated/proto/google/api/annotations_pb.js';
import { checked } from '#lib/service/calls/checked.ts';
import { jsonResponse, readJson } from '#lib/transport/http/answers.ts';
import { clientOf } from '#lib/transport/http/client.ts';

/** @param rest the last segment of the path where the path of the route ends with `*`; else empty. */
export type Handler = (request: Request, rest: string, requestId: string) => Promise<Response>;

/** By path, where `*` is a uid, and method. */
export type Routes = Readonly<Record<string, Readonly<Record<string, Handler>>>>;

/** What answers a method. */
export type Route = readonly [method: DescMethodUnary, handler: Handler];

/** The fields of a request that takes texts alone, all of which are required. */
type Texts<In extends DescMessage> = Required<MessageJsonType<In>>;

/** Routes by the paths and methods of their annotations. */
export function routesOf(routes: readonly Route[]): Routes {
  const byPath: Record<string, Record<string, Handler>> = {};
  for (const [method, handler] of routes) {
    const { pattern } = getOption(method, http);
    const path = String(pattern.value).replace(/\{\w+\}$/, '*');
    byPath[path] = { ...byPath[path], [String(pattern.case).toUpperCase()]: handler };
  }
  return byPath;
}

/** Who sends a request to an endpoint around sign-in, counted against the rate of reads. */
export const callerOf = async (request: Request): Promise<Principal> =>
  (await identify(request, 'read')).principal;

/** A body with a text for each name, and nothing else. */
export const textsOf = (names: readonly string[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, z.string()])));

/**
 * Reads the body of a request, if the method takes one.
 *
 * @throws ApiError INVALID_ARGUMENT for each member that is missing, unknown or not a text.
 */
function readerOf<In extends DescMessage>(
  method: DescMethodUnary<In>,
): (request: Request) => Promise<Texts<In>> {
  const names = method.input.fields.map(({ jsonName }) => jsonName);
  const texts = textsOf(names);
  const hasBody = getOption(method, http).body === '*';
  return async (request) => checked(texts, hasBody ? await readJson(request) : {}) as Texts<In>;
}

/** A handler for requests of a caller. Who may call is said in proto; this authenticates, and answers what `work` returns. */
export function answeringCaller<In extends DescMessage>(
  method: DescMethodUnary<In>,
  work: (principal: Principal, body: Texts<In>, client: Client) => Promise<object | void>,
): Route {
  const read = readerOf(method);
  const answer: Handler = async (request) => {
    const principal = await callerOf(request);
    return jsonResponse((await work(principal, await read(request), clientOf(request))) ?? {});
  };
  return [method, answer];
}

/** The same for a request of anybody. */
export function answeringAnybody<In extends DescMessage>(
  method: DescMethodUnary<In>,
  work: (
    body: Texts<In>,
    client: ReturnType<typeof clientOf> & { cookies: string },
  ) => Promise<object | void>,
): Route {
  const read = readerOf(method);
  const answer: Handler = async (request) => {
    const body = await read(request);
    const client = { ...clientOf(request), cookies: request.headers.get('cookie') ?? '' };
    return jsonResponse((await work(body, client)) ?? {});
  };
  return [method, answer];
}
