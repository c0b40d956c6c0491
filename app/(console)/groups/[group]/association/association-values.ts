/** Converts an account association to form values and back. */
import { requireFields } from '#lib/client/require-fields.ts';
import type { AccountAssociation, ResourceChange } from '#lib/client/resources/resources.ts';

/** The Azure application of a component. */
export interface ClientRow {
  component: string;
  clientId: string;
}

/** A list instead of a map, because component names may contain dots and form paths may not. */
export interface AzureValues {
  tenantId: string;
  rows: ClientRow[];
}

export interface AssociationValues extends Pick<
  AccountAssociation,
  'name' | 'description' | 'amazon' | 'google' | 'github'
> {
  azure?: AzureValues;
}

export const NEW_ASSOCIATION: AssociationValues = { name: '', description: '' };

/** Initial values of each kind of account. */
export const BLANK = {
  amazon: { account: '' },
  google: { projectId: '', projectNumber: '' },
  azure: { tenantId: '', rows: [] },
  github: { installationId: '', name: '' },
} as const;

export type AccountKind = keyof typeof BLANK;

export function valuesOf(association: AccountAssociation): AssociationValues {
  const { name, description, amazon, google, azure, github } = association;
  const rows = Object.entries(azure?.clientIds ?? {}).map(([component, clientId]) => ({
    component,
    clientId,
  }));
  return {
    name,
    description,
    ...(amazon && { amazon }),
    ...(google && { google }),
    ...(azure && { azure: { tenantId: azure.tenantId, rows } }),
    ...(github && { github }),
  };
}

const ROWS = 'azure.rows';

/** The field path under which the API reports a problem of a row. */
export const rowPath = ({ component }: ClientRow): string => `azure.clientIds.${component}`;

const isFilled = ({ component, clientId }: ClientRow) => component !== '' || clientId !== '';

/**
 * Checks for repeated names. The API has a map, which cannot have a name twice.
 */
function requireRows(rows: readonly ClientRow[]): void {
  const names = rows.map(({ component }) => component);
  const twice = new Set(
    names.filter((name, index) => name !== '' && names.indexOf(name) !== index),
  );
  requireFields('Some client ids are not complete', [
    ...(names.includes('')
      ? [{ field: ROWS, description: 'Each client id needs a component' }]
      : []),
    ...[...twice].map((component) => ({
      field: rowPath({ component, clientId: '' }),
      description: 'This component is listed twice',
    })),
  ]);
}

function azureOf({ rows, ...azure }: Partial<AzureValues>): object {
  if (rows === undefined) return azure;
  const filled = rows.filter(isFilled);
  requireRows(filled);
  const clientIds = Object.fromEntries(
    filled.map(({ component, clientId }) => [component, clientId]),
  );
  return { ...azure, clientIds };
}

type Body = Omit<Partial<AssociationValues>, 'azure'> & { azure?: Partial<AzureValues> };

/** The request of a change. A path in the mask that the body lacks is cleared. */
export function changeOf(change: {
  body: Partial<AssociationValues>;
  updateMask: readonly string[];
  etag: string | null;
}): ResourceChange {
  const { azure, ...body }: Body = change.body;
  return {
    body: { ...body, ...(azure && { azure: azureOf(azure) }) },
    updateMask: change.updateMask.map((path) => (path === ROWS ? 'azure.clientIds' : path)),
    etag: change.etag,
  };
}
