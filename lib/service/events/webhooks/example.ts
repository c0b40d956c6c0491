/** An event that never happened, to try a target with. */
import type { EventJson } from '#lib/generated/proto/grove/iam/v2beta1/events_pb.js';
import { rootUid } from '#lib/aip/uid.ts';
import { eventUid } from '../places.ts';

const NOWHERE = '0'.repeat(40);

/** No record has its number. */
export const exampleOf = (type: string, group = NOWHERE): EventJson => ({
  uid: eventUid({ chain: rootUid(group), sequence: 0, nth: 0 }),
  type,
  subject: group,
  group,
  createTime: new Date().toISOString(),
  after: { name: 'An example, sent to test the target' },
});
