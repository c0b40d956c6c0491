/** Converts an identity to form values and back. */
import { requireFields } from '#lib/client/require-fields.ts';
import type { ClaimMatch, Identity, ResourceChange } from '#lib/client/resources/resources.ts';

/** The value or pattern of one further claim. */
export interface ClaimRow {
  claim: string;
  value: string;
  isPattern: boolean;
}

/** A list instead of a map, because claim names may contain dots and form paths may not. */
export type MatchValues = Omit<ClaimMatch, 'claims' | 'claimPatterns'> & { rows: ClaimRow[] };

export interface IdentityValues {
  name: string;
  description: string;
  claimMatch: MatchValues;
}

const ROWS = 'claimMatch.rows';

export const NEW_IDENTITY: IdentityValues = {
  name: '',
  description: '',
  claimMatch: { issuer: '', subject: '', rows: [] },
};

export function valuesOf({
  name,
  description,
  claimMatch,
}: Pick<Identity, 'name' | 'description' | 'claimMatch'>): IdentityValues {
  const { claims = {}, claimPatterns = {}, ...match } = claimMatch;
  const rowsOf = (values: Record<string, string>, isPattern: boolean) =>
    Object.entries(values).map(([claim, value]) => ({ claim, value, isPattern }));
  return {
    name,
    description,
    claimMatch: { ...match, rows: [...rowsOf(claims, false), ...rowsOf(claimPatterns, true)] },
  };
}

const isBlank = ({ claim, value }: ClaimRow) => claim === '' && value === '';

function claimsOf(rows: readonly ClaimRow[]): Pick<ClaimMatch, 'claims' | 'claimPatterns'> {
  const entriesOf = (isPattern: boolean) =>
    rows
      .filter((row) => row.isPattern === isPattern && !isBlank(row))
      .map(({ claim, value }) => [claim, value] as const);
  const [literals, patterns] = [entriesOf(false), entriesOf(true)];
  return {
    ...(literals.length > 0 && { claims: Object.fromEntries(literals) }),
    ...(patterns.length > 0 && { claimPatterns: Object.fromEntries(patterns) }),
  };
}

export function matchOf({ rows, ...match }: MatchValues): ClaimMatch {
  return { ...match, ...claimsOf(rows) };
}

/** The field path under which the API reports a problem of a row. */
export const rowPath = ({ claim, isPattern }: ClaimRow): string =>
  `claimMatch.${isPattern ? 'claimPatterns' : 'claims'}.${claim}`;

/**
 * Checks for repeated names. The API has a map, which cannot have a name twice.
 */
function rowProblems(rows: readonly ClaimRow[]): { field: string; description: string }[] {
  const filled = rows.filter((row) => !isBlank(row));
  const paths = filled.map(rowPath);
  const twice = paths.filter((path, index) => paths.indexOf(path) !== index);
  const nameless = filled.some(({ claim }) => claim === '');
  return [
    ...(nameless ? [{ field: ROWS, description: 'Each claim needs a name' }] : []),
    ...[...new Set(twice)].map((field) => ({
      field,
      description: 'This claim is listed twice',
    })),
  ];
}

type Body = Partial<Omit<IdentityValues, 'claimMatch'>> & { claimMatch?: Partial<MatchValues> };

/** The request of a change. A path in the mask that the body lacks is cleared. */
export function changeOf(change: {
  body: Partial<IdentityValues>;
  updateMask: readonly string[];
  etag: string | null;
}): ResourceChange {
  const { claimMatch, ...body }: Body = change.body;
  const { rows, ...match } = claimMatch ?? {};
  const hasRows = change.updateMask.includes(ROWS);
  if (hasRows) requireFields('Some claims are not complete', rowProblems(rows ?? []));
  return {
    body: {
      ...body,
      ...((claimMatch || hasRows) && { claimMatch: { ...match, ...claimsOf(rows ?? []) } }),
    },
    updateMask: change.updateMask.flatMap((path) =>
      path === ROWS ? ['claimMatch.claims', 'claimMatch.claimPatterns'] : [path],
    ),
    etag: change.etag,
  };
}

/**
 * The body that creates an identity. It always has a claim match, so that the API names its missing
 * fields.
 */
export const creationOf = (body: Partial<IdentityValues>): object => ({
  claimMatch: {},
  ...changeOf({ body, updateMask: [ROWS], etag: null }).body,
});
