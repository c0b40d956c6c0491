/** The endpoints for whoever has not signed in: the first run, and the ways of signing in. */
import { invalidField } from '#lib/aip/errors.ts';
import { providerChoices } from '#lib/auth/providers/identity-providers.ts';
import { SignInService } from '#lib/generated/proto/grove/auth/v1/sign_in_pb.js';
import { passkeySecondStep, passkeySignIn } from '#lib/service/people/passkeys.ts';
import { setUp, setupNeeded } from '#lib/service/people/setup.ts';
import { jsonResponse } from '#lib/transport/http/answers.ts';
import { onlyParameters, parseQuery } from '#lib/transport/http/query.ts';
import { answeringAnybody, type Route } from './caller.ts';

const METHODS = SignInService.method;

const MOST_ORGANIZATIONS = 50;

export async function getProviders(request: Request): Promise<Response> {
  const { organization: organizations = [], ...others } = Object.fromEntries(
    parseQuery(request.url),
  );
  onlyParameters(new Map(Object.entries(others)), ['domain']);
  if (organizations.length > MOST_ORGANIZATIONS) {
    throw invalidField('organization', `is given more than ${MOST_ORGANIZATIONS} times`);
  }
  const domain = others['domain']?.[0];
  return jsonResponse(await providerChoices({ organizations, domain }));
}

async function getPasskeySignIn(request: Request): Promise<Response> {
  const { options, cookie } = await passkeySignIn(request.headers.get('cookie') ?? '');
  return jsonResponse({ options }, { headers: { 'set-cookie': cookie } });
}

export const SIGN_IN: readonly Route[] = [
  answeringAnybody(METHODS.getSetup, async () => ({ needed: await setupNeeded() })),
  answeringAnybody(METHODS.setUp, ({ token, ...organization }) => setUp(token, organization)),
  [METHODS.listProviders, getProviders],
  [METHODS.beginPasskeySignIn, getPasskeySignIn],
  // For the browser that has given the password.
  answeringAnybody(METHODS.beginPasskeySecondStep, (_, { cookies }) => passkeySecondStep(cookies)),
];
