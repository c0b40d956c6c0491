import { addressesIn } from '#app/(console)/groups/[group]/invites/addresses.ts';
import { type Outcome, runEach } from '#components/resource-table/bulk/run-each.ts';
import { type GroupInvite, groupInvites } from '#lib/client/resources/resources.ts';
import { requireFields } from '#lib/client/require-fields.ts';

export interface InviteValues {
  roleUid?: string;
  ttl: string;
  /** Addresses as they were typed or pasted. */
  email?: string;
  singleUse: boolean;
}

/** The created invites, and the reasons why others failed. */
export interface Created {
  invites: readonly GroupInvite[];
  failures: Outcome['failures'];
}

/**
 * The bodies of the requests: one for each address, or one for anybody.
 *
 * @throws ApiRequestError that names the texts that are not addresses.
 */
export function bodiesOf({ email = '', ...values }: InviteValues) {
  const { addresses, unread } = addressesIn(email);
  if (addresses.length === 0 && unread.length <= 1) {
    return [{ ...values, ...(unread[0] !== undefined && { email: unread[0] }) }];
  }
  const description = `Not an e-mail address: ${unread.join(', ')}`;
  requireFields(
    'Not all addresses can be read',
    unread.length > 0 ? [{ field: 'email', description }] : [],
  );
  return addresses.map((address) => ({ ...values, email: address }));
}

/**
 * Creates the invites. If the first is refused, throws the error and creates nothing.
 *
 * @param onTried receives the number of invites that were created or refused so far.
 */
export async function createInvites(
  group: string,
  values: InviteValues,
  onTried: (count: number) => void,
): Promise<Created> {
  const [first, ...others] = bodiesOf(values);
  const invites = [await groupInvites.create(group, first ?? {})];
  if (others.length > 0) onTried(1);
  const { failures } = await runEach(
    others.map((body) => ({
      id: body.email ?? '',
      name: body.email ?? '',
      run: async () => void invites.push(await groupInvites.create(group, body)),
    })),
    (outcome) => onTried(1 + outcome.finished.length + outcome.failures.length),
  );
  return { invites, failures };
}
