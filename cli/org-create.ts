import { text } from 'node:stream/consumers';
import { createOrganization } from '#lib/service/people/organization.ts';
import { parse, UsageError } from './usage.ts';

/** Prints the organization as JSON. */
export async function orgCreate(args: string[]): Promise<object> {
  const { values, positionals } = parse(args, ['NAME'], {
    'owner-email': { type: 'string' },
    'owner-password': { type: 'string' },
  });
  const ownerEmail = values['owner-email'];
  if (ownerEmail === undefined) throw new UsageError('--owner-email is missing');
  const ownerPassword = await readPassword(values['owner-password']);
  return createOrganization({
    name: positionals[0] ?? '',
    ownerEmail,
    ...(ownerPassword !== undefined && { ownerPassword }),
  });
}

async function readPassword(option: string | undefined): Promise<string | undefined> {
  if (option === '-') return (await text(process.stdin)).replace(/\r?\n$/, '');
  return option ?? (process.env.GROVE_OWNER_PASSWORD || undefined);
}
