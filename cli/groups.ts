import { isRootUid, rootUid } from '#lib/aip/uid.ts';
import { deleteWithContents } from '#lib/service/groups/delete-with-contents.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { endProgress, parse, showProgress, UsageError } from './usage.ts';

/** Deletes a group with everything in it. Prints how many resources went. */
export async function groupsDelete(args: string[]): Promise<object> {
  const options = { 'with-contents': { type: 'boolean' } } as const;
  const { positionals, values } = parse(args, ['GROUP_UID'], options);
  const uid = positionals[0] ?? '';
  if (values['with-contents'] !== true) {
    throw new UsageError('it deletes everything in the group: say so by --with-contents');
  }
  if (isRootUid(uid)) throw new UsageError('GROUP_UID must not be that of a root group');
  let deleted = 0;
  await deleteWithContents(operatorCall(rootUid(uid)), uid, (count) => {
    deleted += count;
    showProgress(`${deleted} deleted`);
  });
  endProgress();
  return { group: uid, deleted };
}
