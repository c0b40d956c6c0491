import { z } from 'zod';
import type { JsonObject } from '#lib/aip/json.ts';
import type { Client } from '#lib/auth/access-record.ts';
import { identify } from '#lib/auth/identify.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { jsonResponse, readJson } from '#lib/transport/http/answers.ts';
import { clientOf } from '#lib/transport/http/client.ts';

/** @param rest what `*` stands for in the path of the route; else empty. */
export type Handler = (request: Request, rest: string, requestId: string) => Promise<Response>;

/** By path, where `*` is a uid, and method. */
export type Routes = Readonly<Record<string, Readonly<Record<string, Handler>>>>;

/** @throws ApiError INVALID_ARGUMENT for each member that is missing, unknown or not a text. */
export function requireStrings<Field extends string>(
  body: JsonObject,
  fields: readonly Field[],
): Record<Field, string> {
  const shape = Object.fromEntries(fields.map((field) => [field, z.string()]));
  return checked(z.strictObject(shape), body) as Record<Field, string>;
}

/** Who sends a request to an endpoint around sign-in, counted against the rate of reads. */
export const callerOf = async (request: Request): Promise<Principal> =>
  (await identify(request, 'read')).principal;

/** Answers a request of the caller without a body by what `work` returns. */
export const toCaller =
  (work: (principal: Principal, client: Client) => Promise<object>) =>
  async (request: Request): Promise<Response> =>
    jsonResponse(await work(await callerOf(request), clientOf(request)));

/** Answers a request of the caller with these fields by what `work` returns. */
export function byCaller<Field extends string>(
  fields: readonly Field[],
  work: (
    principal: Principal,
    body: Record<Field, string>,
    client: Client,
  ) => Promise<JsonObject | void>,
) {
  return async (request: Request): Promise<Response> => {
    const principal = await callerOf(request);
    const body = requireStrings(await readJson(request), fields);
    return jsonResponse((await work(principal, body, clientOf(request))) ?? {});
  };
}

/** The same for a request of anybody. */
export const byAnybody =
  <Field extends string>(
    fields: readonly Field[],
    work: (
      body: Record<Field, string>,
      client: ReturnType<typeof clientOf> & { cookies: string },
    ) => Promise<object | void>,
  ) =>
  async (request: Request): Promise<Response> => {
    const body = requireStrings(await readJson(request), fields);
    const client = { ...clientOf(request), cookies: request.headers.get('cookie') ?? '' };
    return jsonResponse((await work(body, client)) ?? {});
  };
