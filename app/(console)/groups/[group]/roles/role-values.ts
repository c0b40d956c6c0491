/** A role as its form has it. */
import { inOrder } from '#lib/client/access/capability-matrix.ts';
import type { Role } from '#lib/client/resources/resources.ts';

export interface RoleValues {
  name: string;
  description: string;
  capabilities: string[];
}

export const NEW_ROLE: RoleValues = { name: '', description: '', capabilities: [] };

/** Capabilities are a set: in one order, so that choosing one and taking it away changes nothing. */
export const valuesOf = ({ name, description, capabilities }: Role): RoleValues => ({
  name,
  description,
  capabilities: inOrder(new Set(capabilities)),
});
