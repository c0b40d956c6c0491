/** Deletes all audit records, those included that are about to be written. */
import { writeJoined } from '#lib/audit/joined.ts';
import { rowsIn } from './database.ts';

export async function emptyRecord(): Promise<void> {
  await writeJoined();
  await rowsIn('AuditEvent').delete();
}
