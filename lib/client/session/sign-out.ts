/** The routes of next-auth, and sign-out, which alone each page needs. */

const ROUTES = '/api/auth';

export async function post(
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const token = await fetch(`${ROUTES}/csrf`);
  const { csrfToken } = (await token.json()) as { csrfToken: string };
  return fetch(`${ROUTES}/${path}`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, csrfToken, json: 'true' }),
  });
}

/** @throws Error if the session may not have ended. */
export async function signOut(): Promise<void> {
  const answer = await post('signout', {});
  if (!answer.ok) throw new Error('the session was not ended');
}
