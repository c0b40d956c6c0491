/**
 * Operations that are not one of the five verbs.
 *
 * @see https://google.aip.dev/136
 */
import { startSync } from '#lib/service/registries/background-syncs.ts';
import type { Call } from '#lib/service/verbs/call.ts';
import { explainAccess, whoCan } from '#lib/service/groups/explain.ts';
import { rotateNotificationSecret } from '#lib/service/registries/notification-secret.ts';
import { summarizeGroup } from '#lib/service/groups/summary.ts';
import { testConnection } from '#lib/service/providers/test-connection.ts';
import { answerExport, answerImport } from './advisory-files.ts';
import { jsonResponse, methodNotAllowed, readJson } from '#lib/transport/http/answers.ts';
import {
  MAX_ARRIVAL_MS,
  MAX_BODY_BYTES,
  MAX_BODY_MS,
  MAX_UPLOAD_BYTES,
} from '#lib/transport/http/limits.ts';
import { onlyParameters, parseQuery } from '#lib/transport/http/query.ts';

interface CustomMethod {
  method: 'GET' | 'POST';
  answer(request: Request, call: Call): Promise<Response>;
}

/** Takes a file as its body, and so more bytes than any other. */
const IMPORT_PATH = '/vulnerabilities/v2beta1/advisories:import';

export interface BodyLimits {
  bytes: number;
  /** How long it may take to arrive. */
  milliseconds: number;
}

const BODY: BodyLimits = { bytes: MAX_BODY_BYTES, milliseconds: MAX_BODY_MS };
const UPLOAD: BodyLimits = { bytes: MAX_UPLOAD_BYTES, milliseconds: MAX_ARRIVAL_MS };

/** What the body of a request to the path may be. */
export function bodyLimits(pathname: string): BodyLimits {
  return pathname === IMPORT_PATH ? UPLOAD : BODY;
}

const METHODS: Readonly<Record<string, CustomMethod>> = {
  '/iam/v2beta1/access:explain': {
    method: 'POST',
    async answer(request, call) {
      onlyParameters(parseQuery(request.url), []);
      return jsonResponse(explainAccess(call, await readJson(request)));
    },
  },
  '/iam/v2beta1/identityProviders:testConnection': {
    method: 'POST',
    async answer(request, call) {
      onlyParameters(parseQuery(request.url), []);
      return jsonResponse(await testConnection(call, await readJson(request)));
    },
  },
  '/iam/v2beta1/groups:summarize': {
    method: 'GET',
    async answer(request, call) {
      const query = parseQuery(request.url);
      onlyParameters(query, ['group_uid']);
      return jsonResponse(summarizeGroup(call, query.get('group_uid')?.[0] ?? ''));
    },
  },
  '/iam/v2beta1/access:whoCan': {
    method: 'GET',
    async answer(request, call) {
      const query = parseQuery(request.url);
      onlyParameters(query, ['group_uid', 'capability']);
      const groupUid = query.get('group_uid')?.[0] ?? '';
      const capability = query.get('capability')?.[0] ?? '';
      return jsonResponse(whoCan(call, { groupUid, capability }));
    },
  },
  '/registry/v2beta1/registrySources:sync': {
    method: 'POST',
    async answer(request, call) {
      onlyParameters(parseQuery(request.url), []);
      return jsonResponse(await startSync(call, await readJson(request)));
    },
  },
  '/registry/v2beta1/registrySources:rotateNotificationSecret': {
    method: 'POST',
    async answer(request, call) {
      onlyParameters(parseQuery(request.url), []);
      return jsonResponse(await rotateNotificationSecret(call, await readJson(request)));
    },
  },
  [IMPORT_PATH]: { method: 'POST', answer: answerImport },
  '/vulnerabilities/v2beta1/advisories:export': {
    method: 'GET',
    answer: async (request, call) => answerExport(request, call),
  },
};

/** @throws ApiError UNIMPLEMENTED for another method than the path's. */
export function findCustomMethod(
  request: Request,
  pathname: string,
): ((call: Call) => Promise<Response>) | undefined {
  const custom = Object.hasOwn(METHODS, pathname) ? METHODS[pathname] : undefined;
  if (custom === undefined) return undefined;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (method !== custom.method) throw methodNotAllowed(request.method, [custom.method]);
  return (call) => custom.answer(request, call);
}
