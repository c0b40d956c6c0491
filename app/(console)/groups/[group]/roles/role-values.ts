/** The form values of a role. */
import { inOrder } from '#lib/client/access/capability-matrix.ts';
import type { Role } from '#lib/client/resources/resources.ts';

export interface RoleValues {
  name: string;
  description: string;
  capabilities: string[];
}

export const NEW_ROLE: RoleValues = { name: '', description: '', capabilities: [] };

/**
 * Sorted, because capabilities are a set: selecting one and deselecting it again changes nothing.
 */
export const valuesOf = ({ name, description, capabilities }: Role): RoleValues => ({
  name,
  description,
  capabilities: inOrder(new Set(capabilities)),
});
