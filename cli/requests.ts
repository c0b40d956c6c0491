/** `requests list`, `approve`, `deny` and `end`: as the operator, who asks for nothing. */
import { checkUid, rootUid } from '#lib/aip/uid.ts';
import { accessRequest } from '#lib/resources/access-request.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { approveRequest, denyRequest } from '#lib/service/requests/answer.ts';
import { endRequest } from '#lib/service/requests/end.ts';
import { listEvery } from '#lib/service/verbs/list-every.ts';
import { parse } from './usage.ts';

/** Prints the access requests of a group and of all groups below it. */
export async function requestsList(args: string[]): Promise<object> {
  const { values, positionals } = parse(args, ['GROUP_UID'], { state: { type: 'string' } });
  const group = checkUid(positionals[0] ?? '', 'GROUP_UID');
  const params = new Map([
    ['uidp.descendants_of', [group]],
    ...(values.state === undefined ? [] : [['states', [values.state]] as const]),
  ]);
  const { pages } = await listEvery(accessRequest, operatorCall(rootUid(group)), params);
  const accessRequests: object[] = [];
  for await (const page of pages) accessRequests.push(...page);
  return { accessRequests };
}

function answered(args: string[]) {
  const { values, positionals } = parse(args, ['UID'], { reason: { type: 'string' } });
  const uid = checkUid(positionals[0] ?? '', 'UID');
  const { reason } = values;
  const body = { uid, ...(reason !== undefined && { reason }) };
  return { call: operatorCall(rootUid(uid)), body };
}

/** Approves one for the operator, who holds everything. */
export async function requestsApprove(args: string[]): Promise<object> {
  const { call, body } = answered(args);
  return approveRequest(call, body, null);
}

export async function requestsDeny(args: string[]): Promise<object> {
  const { call, body } = answered(args);
  return denyRequest(call, body, null);
}

/** Ends the access that one has granted. */
export async function requestsEnd(args: string[]): Promise<object> {
  const { positionals } = parse(args, ['UID'], {});
  const uid = checkUid(positionals[0] ?? '', 'UID');
  return endRequest(operatorCall(rootUid(uid)), { uid }, null);
}
