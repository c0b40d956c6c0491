/** Rows made from the example of a definition, for tests about every resource. */
import type { ResourceDefinition, ResourceType } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';

export function definitionOf(type: ResourceType): ResourceDefinition {
  return RESOURCES.find((resource) => resource.type === type) as ResourceDefinition;
}

/** The columns that the example of a writable resource sets, without references. */
export function exampleColumns(type: ResourceType): Record<string, unknown> {
  const { example, toColumns } = definitionOf(type);
  if (example === undefined || toColumns === undefined) throw new Error(`${type} has no example`);
  return toColumns(example);
}

/** Whether a group can have at most one resource of the type. */
export function isAlone(type: ResourceType): boolean {
  return (definitionOf(type).distinct ?? []).some(({ columns }) => columns.join() === 'parent');
}
