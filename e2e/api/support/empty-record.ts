/** Deletes all audit records, including joined ones that are not written yet. */
import { writeJoined } from '#lib/audit/joined.ts';
import { rowsIn } from './database.ts';

export async function emptyRecord(): Promise<void> {
  await writeJoined();
  await rowsIn('AuditEvent').delete();
}
