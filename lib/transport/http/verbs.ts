/** The verb that a request asks for. */
import type { Verb } from '#lib/resources/define.ts';
import type { Offered } from '#lib/transport/methods/verbs.ts';
import { methodNotAllowed } from './answers.ts';

/** @throws ApiError UNIMPLEMENTED that names the methods that the path has. */
export function verbOf<Some extends Verb>(method: string, offered: Offered<Some>): Some {
  const verb = offered.find(([name]) => name === method)?.[1];
  if (verb !== undefined) return verb;
  throw methodNotAllowed(
    method,
    offered.map(([name]) => name),
  );
}
