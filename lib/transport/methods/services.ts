/** The published services, and the verbs of resources that their methods stand for. */
import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import { GROVE_FILES } from '#lib/generated/proto/grove-files.js';
import type { ResourceDefinition, Verb } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** `grove.iam.v2beta1.GroupsService` and the like. */
function serviceName({ domain, collection }: ResourceDefinition): string {
  return `grove.${domain}.v2beta1.${capitalized(collection)}Service`;
}

/**
 * Every service in `proto/grove`, by package: first those of resources in the order of the
 * registry, then the others.
 */
export const SERVICES: readonly DescService[] = inOrder(
  GROVE_FILES.flatMap(({ services }) => services),
);

function inOrder(services: readonly DescService[]): DescService[] {
  const names = RESOURCES.map(serviceName);
  const packageOf = (name: string) => name.slice(0, name.lastIndexOf('.'));
  const packages = [...new Set(names.map(packageOf))];
  const rank = ({ typeName }: DescService): [number, number] => {
    const index = names.indexOf(typeName);
    return [packages.indexOf(packageOf(typeName)), index === -1 ? names.length : index];
  };
  return services.toSorted((a, b) => {
    const [packageA, indexA] = rank(a);
    const [packageB, indexB] = rank(b);
    return packageA - packageB || indexA - indexB;
  });
}

/** The verb's method, such as `ListGroups` of `grove.iam.v2beta1.GroupsService`. */
export function methodOf(definition: ResourceDefinition, verb: Verb): DescMethodUnary {
  const typeName = serviceName(definition);
  const name =
    capitalized(verb) + (verb === 'list' ? capitalized(definition.collection) : definition.type);
  const service = SERVICES.find((one) => one.typeName === typeName);
  const method = service?.methods.find((one) => one.name === name);
  if (method?.methodKind !== 'unary') throw new Error(`there is no ${typeName}.${name}`);
  return method as DescMethodUnary;
}

/** The field of a create or update request that holds the resource. */
export function resourceField({ type }: ResourceDefinition): string {
  return type.charAt(0).toLowerCase() + type.slice(1);
}
