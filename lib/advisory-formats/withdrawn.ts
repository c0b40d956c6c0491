/** Distinguishes an OSV withdrawal from other false-positive determinations. */
export const WITHDRAWN_NOTE = 'Withdrawn by the database that published it.';
