/** The published services, and the verbs of resources that their methods stand for. */
import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import { GROVE_FILES, SIGN_IN_FILES } from '#lib/generated/proto/grove-files.js';
import { capitalized } from '#lib/resources/catalog.ts';
import type { ResourceDefinition, Verb } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';

/** `grove.iam.v2beta1.GroupsService` and the like. */
function serviceName({ domain, collection }: ResourceDefinition): string {
  return `grove.${domain}.v2beta1.${capitalized(collection)}Service`;
}

/**
 * Every service of the API in `proto/grove`, by package: first those of resources in the order of the
 * registry, then the others.
 */
export const SERVICES: readonly DescService[] = inOrder(
  GROVE_FILES.flatMap(({ services }) => services),
);

function inOrder(services: readonly DescService[]): DescService[] {
  const names = RESOURCES.map(serviceName);
  const rank = ({ typeName }: DescService) =>
    names.includes(typeName) ? names.indexOf(typeName) : names.length;
  const ranked = services.toSorted((a, b) => rank(a) - rank(b));
  return [...Map.groupBy(ranked, ({ file }) => file.proto.package).values()].flat();
}

/** Of signing in and of one's own account. They are described as the others, and only REST has them. */
export const SIGN_IN_SERVICES: readonly DescService[] = SIGN_IN_FILES.flatMap(
  ({ services }) => services,
);

/** Every service that REST has. */
export const REST_SERVICES: readonly DescService[] = [...SERVICES, ...SIGN_IN_SERVICES];

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
