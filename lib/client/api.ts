import type { ShellRequest } from '#lib/client/curl.ts';
import { UNATTENDED_HEADER } from '#lib/unattended.ts';

export interface ErrorDetail {
  '@type': string;
  reason?: string;
  metadata?: Record<string, string>;
  fieldViolations?: { field: string; description: string }[];
  violations?: Violation[];
  resourceType?: string;
  description?: string;
}

/** Of a PreconditionFailure, or of a QuotaFailure, which has no type. */
interface Violation {
  type?: string;
  subject?: string;
  description: string;
}

export interface PreconditionViolation extends Violation {
  type: string;
}

/** The body of an error response (AIP-193). */
export interface ApiProblem {
  code: number;
  message: string;
  details?: ErrorDetail[];
}

/** An error of the API (AIP-193), or of a proxy before it. */
export class ApiRequestError extends Error {
  readonly httpStatus: number;
  /** The name of the status: `ABORTED`, `INVALID_ARGUMENT`, … Empty if a proxy answered. */
  readonly reason: string;
  readonly violations: Record<string, string>;
  readonly preconditions: readonly PreconditionViolation[];
  /** From the error's ErrorInfo. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly requestId: string | null;

  constructor(httpStatus: number, problem: ApiProblem) {
    super(problem.message);
    this.name = 'ApiRequestError';
    this.httpStatus = httpStatus;
    const details = problem.details ?? [];
    const info = details.find(({ reason }) => reason !== undefined);
    this.reason = info?.reason ?? '';
    this.metadata = info?.metadata ?? {};
    this.requestId = this.metadata['requestId'] ?? null;
    this.violations = Object.fromEntries(
      details.flatMap((detail) => violationsIn(detail, this.metadata['field'])),
    );
    this.preconditions = details.flatMap(({ violations }) =>
      (violations ?? []).filter(isPrecondition),
    );
  }
}

const isPrecondition = (violation: Violation): violation is PreconditionViolation =>
  violation.type !== undefined;

/** @param conflicting the field whose value another resource already has. */
function violationsIn(detail: ErrorDetail, conflicting: string | undefined): [string, string][] {
  const { resourceType, description = '', fieldViolations = [] } = detail;
  if (resourceType !== undefined && conflicting !== undefined) return [[conflicting, description]];
  return fieldViolations.map((violation) => [violation.field, violation.description]);
}

export interface CallInit {
  method?: string;
  body?: unknown;
  /** The ETag of the version that was read, so that the server refuses to overwrite a newer one. */
  ifMatch?: string | null;
  signal?: AbortSignal;
  /** Fails at once where the person would be asked to sign in. */
  asksNobody?: boolean;
}

let isAttended = true;

/** Does what nobody asked for: a page that follows others. @param work sends its requests at once. */
export function unattended(work: () => void): void {
  isAttended = false;
  work();
  isAttended = true;
}

/** The body of an answer, and its ETag in quotes; null without one. */
export interface Received<T> {
  body: T;
  etag: string | null;
  /** By which a record of the audit log names the request. */
  requestId?: string | null;
}

export type Send = (path: string, init: RequestInit) => Promise<Response>;

let send: Send = (path, init) => fetch(path, init);

/** Replaces the network for callers inside the server. */
export function sendBy(way: Send): void {
  send = way;
}

/** To confirm who they are, or to sign in again because their session has ended. */
export type Need = 'confirmation' | 'session';

/** Asks the person for what a request needs. Resolves with whether they did it. */
export type Ask = (need: Need, isRead: boolean) => Promise<boolean>;

const nobodyIsAsked: Ask = async () => false;

let ask = nobodyIsAsked;

/** Sets how the person is asked. @returns a function that restores the previous way. */
export function askBy(way: Ask): () => void {
  const before = ask;
  ask = way;
  return () => {
    ask = before;
  };
}

/** Asks the person to confirm the sign-in. @returns whether they did. */
export const confirmIdentity = (): Promise<boolean> => ask('confirmation', false);

/** Whether the session has ended, so that nothing is answered any more. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiRequestError && error.httpStatus === 401;

const hasPrecondition = (error: unknown, type: string): boolean =>
  error instanceof ApiRequestError && error.preconditions.some((one) => one.type === type);

/** Whether the change needs a newer sign-in, and the person has not confirmed who they are. */
export const isUnconfirmed = (error: unknown): boolean =>
  hasPrecondition(error, 'REAUTHENTICATION_REQUIRED');

/** A read in a session that is too old asks for nothing: its page says so, with the way to confirm. */
function needOf(error: unknown, { method = 'GET' }: CallInit): Need | null {
  if (isSignedOut(error)) return 'session';
  return isUnconfirmed(error) || (method !== 'GET' && hasPrecondition(error, 'SESSION_TOO_OLD'))
    ? 'confirmation'
    : null;
}

/**
 * One request to the installation's own API, with the session cookie. A request that needs a session
 * or a newer sign-in waits until the person has signed in, and is sent again.
 *
 * @throws ApiRequestError for any response that is not a success; TypeError if there is no
 * response.
 */
export async function request<T>(path: string, init: CallInit = {}): Promise<Received<T>> {
  try {
    return await requestOnce<T>(path, init);
  } catch (error) {
    const need = needOf(error, init);
    const isRead = (init.method ?? 'GET') === 'GET';
    if (need === null || init.asksNobody || !(await ask(need, isRead))) throw error;
    return requestOnce<T>(path, init);
  }
}

async function requestOnce<T>(path: string, init: CallInit): Promise<Received<T>> {
  const headers = new Headers();
  if (init.body !== undefined) headers.set('content-type', 'application/json');
  if (init.ifMatch) headers.set('if-match', init.ifMatch);
  if (!isAttended) headers.set(UNATTENDED_HEADER, '1');
  const response = await send(path, {
    method: init.method ?? 'GET',
    headers,
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
    ...(init.signal && { signal: init.signal }),
  });
  const body = parse(await response.text());
  if (!response.ok) throw new ApiRequestError(response.status, problemIn(body, response));
  const { headers: answered } = response;
  const requestId = answered.get('x-request-id');
  return { body: body as T, etag: answered.get('etag'), requestId };
}

/** Like {@link request}, but returns the body only. */
export async function call<T>(path: string, init?: CallInit): Promise<T> {
  return (await request<T>(path, init)).body;
}

/** Sends a body with POST. */
export const post = <T>(path: string, body: object, signal?: AbortSignal): Promise<T> =>
  call<T>(path, { method: 'POST', body, signal });

/** Sends a request as it is shown to the person. */
export const performed = <T>({ path, ...init }: ShellRequest): Promise<Received<T>> =>
  request<T>(path, init);

/** Like {@link performed}, but returns the body only. */
export const perform = async <T>(shown: ShellRequest): Promise<T> =>
  (await performed<T>(shown)).body;

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error in a response. A proxy in front of the installation answers in its own format. */
export function problemIn(body: unknown, { status, statusText }: Response): ApiProblem {
  const problem = body as Partial<ApiProblem> | undefined;
  if (typeof problem?.message === 'string') return problem as ApiProblem;
  return { code: 0, message: `The server answered ${status} ${statusText}`.trim() };
}
