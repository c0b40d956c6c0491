/** The endpoints for the holder of an invite's code. */
import { z } from 'zod';
import { invalidArgument } from '#lib/aip/errors.ts';
import { identify } from '#lib/auth/identify.ts';
import { JoiningService } from '#lib/generated/proto/grove/auth/v1/invites_pb.js';
import { acceptInvite, previewInvite, type Joiner } from '#lib/service/people/accept-invite.ts';
import { passwordViolation } from '#lib/auth/passwords/new-passwords.ts';
import { email, name } from '#lib/resources/fields.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { jsonResponse, readJson } from '#lib/transport/http/answers.ts';
import { clientOf } from '#lib/transport/http/client.ts';
import { answeringAnybody, textsOf, type Route } from './caller.ts';

const NEW_PERSON = ['email', 'password', 'name'];

const newPerson = z.object({ email, name, password: z.string() });

async function postAcceptInvite(request: Request): Promise<Response> {
  const body = await readJson(request);
  const isNew = NEW_PERSON.some((field) => Object.hasOwn(body, field));
  const required = isNew ? ['code', ...NEW_PERSON] : ['code'];
  const { code = '', ...person } = checked(textsOf(required), body);
  const joiner = isNew
    ? parsePerson(person)
    : { principal: (await identify(request, 'signIn', { admitsStrangers: true })).principal };
  return jsonResponse(await acceptInvite(code, joiner, clientOf(request)));
}

function parsePerson(person: Record<string, string>): Joiner {
  const { email: address = '', name: called = '', password = '' } = person;
  const parsed = newPerson.safeParse(person);
  const violations = (parsed.error?.issues ?? []).map(({ path, message }) => ({
    field: path.join('.'),
    description: message,
  }));
  const description = passwordViolation(password, { email: address, names: [called] });
  if (description !== null) violations.push({ field: 'password', description });
  if (parsed.success && violations.length === 0) return parsed.data;
  throw invalidArgument(violations);
}

export const INVITES: readonly Route[] = [
  answeringAnybody(JoiningService.method.previewInvite, ({ code }, { network }) =>
    previewInvite(code, network),
  ),
  [JoiningService.method.acceptInvite, postAcceptInvite],
];
