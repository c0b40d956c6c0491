/** Tests whether people could sign in through an issuer, and reports the kind of problem. */
import type { TestConnectionResponseJson } from '#lib/generated/proto/grove/iam/v2beta1/identity_providers_pb.js';
import { boundsOf } from '#lib/net/fetch-guard.ts';
import { FetchError, type FetchProblem, parseAddress } from '#lib/net/guarded-request.ts';
import { fetchDiscovery, fetchKeys, type Discovery } from './issuers.ts';

type Failure = 'NOT_FOUND' | 'TRAILING_SLASH' | FetchProblem;

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint'] as const;

/**
 * Nothing is cached, so that a problem that was just fixed no longer shows. The result reveals only
 * the issuer that the fetched documents name, and nothing else of them or of the address.
 *
 * @returns what the API answers.
 * @param signal ends the test. @throws the reason of the signal.
 */
export async function testIssuer(
  issuer: string,
  signal?: AbortSignal,
): Promise<TestConnectionResponseJson> {
  let step: keyof typeof SUBJECTS = 'DISCOVERY';
  try {
    const bounds = boundsOf(issuer, signal);
    const document = await fetchDiscovery(issuer, bounds);
    step = 'ENDPOINTS';
    requireEndpoints(document);
    step = 'KEYS';
    await fetchKeys(document, bounds);
    return {
      outcome: 'OK',
      description: 'The issuer can be reached and people can sign in there.',
    };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof FetchError) return reportOf(error, step, issuer);
    // Text that is not a key set is rejected earlier; jose rejects invalid keys here.
    if (step === 'KEYS') return reportOf(new FetchError('NOT_KEYS', ''), step, issuer);
    throw error;
  }
}

function requireEndpoints(document: Discovery): void {
  const missing = ENDPOINTS.filter((name) => (document[name] ?? '') === '');
  if (missing.length > 0) throw new FetchError('MISSING_ENDPOINTS', '', missing.join(' and '));
  for (const name of ENDPOINTS) parseAddress(document[name] ?? '');
}

function reportOf(
  { problem, found }: FetchError,
  step: keyof typeof SUBJECTS,
  issuer: string,
): TestConnectionResponseJson {
  const outcome = narrowed(problem, found, issuer);
  return {
    outcome,
    step,
    description: DESCRIPTIONS[outcome](SUBJECTS[step], found),
    ...(problem === 'ISSUER_MISMATCH' && { foundIssuer: found }),
    ...(problem === 'HTTP_STATUS' && { httpStatus: Number(found) }),
  };
}

/** The two most frequent problems have kinds of their own. */
function narrowed(problem: FetchProblem, found: string, issuer: string): Failure {
  if (problem === 'HTTP_STATUS' && found === '404') return 'NOT_FOUND';
  const isSlash = found === `${issuer}/` || issuer === `${found}/`;
  return problem === 'ISSUER_MISMATCH' && isSlash ? 'TRAILING_SLASH' : problem;
}

const SUBJECTS = {
  DISCOVERY: 'The discovery document',
  ENDPOINTS: 'An endpoint of the issuer',
  KEYS: 'The key set',
} as const;

const DESCRIPTIONS: Readonly<Record<Failure, (subject: string, found: string) => string>> = {
  BAD_ADDRESS: (subject) => `${subject} is at an address that is not https.`,
  PRIVATE_ADDRESS: (subject) =>
    `${subject} is at a private address that GROVE_ALLOW_PRIVATE_ISSUERS does not allow.`,
  UNREACHABLE: (subject) => `${subject} cannot be reached. The log of the server says why.`,
  NOT_FOUND: (subject) => `${subject} is not there: the server answered 404.`,
  HTTP_STATUS: (subject, found) => `${subject} was refused: the server answered ${found}.`,
  TOO_MANY_REDIRECTS: (subject) => `${subject} is behind too many redirects.`,
  TOO_LARGE: (subject) => `${subject} is too large.`,
  NOT_JSON: (subject) => `${subject} is not JSON.`,
  NOT_DISCOVERY: () => 'The discovery document names no issuer or no key set.',
  ISSUER_MISMATCH: (subject, found) => `${subject} is of another issuer: ${found}`,
  TRAILING_SLASH: (subject, found) => `${subject} names the issuer ${slashText(found)}: ${found}`,
  MISSING_ENDPOINTS: (_, found) => `The discovery document has no ${found}.`,
  NOT_KEYS: () => 'The key set holds no usable keys.',
  BAD_ANSWER: (subject) => `${subject} cannot be read.`,
};

const slashText = (found: string) =>
  found.endsWith('/') ? 'with a slash at its end' : 'without the slash at its end';
