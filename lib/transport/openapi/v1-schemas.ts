/** The schemas of v1: those of v2 with v1's names, and lists and errors of its own. */
import type { JsonObject } from '#lib/aip/json.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { methodOf } from '#lib/transport/methods/services.ts';
import { v1Name } from '#lib/transport/v1/names.ts';
import { V1_RESOURCES } from '#lib/transport/v1/resources.ts';
import { ERROR_SCHEMA } from './error-schema.ts';
import { messagesWithin, schemaName } from './schemas.ts';
import { schemaInV1 } from './v1-names.ts';

type Schemas = Readonly<Record<string, JsonObject>>;

/** The schemas of the OpenAPI document of v1 by name, from those of v2. */
export function schemasOfV1(v2: Schemas): JsonObject {
  const { code, message } = ERROR_SCHEMA.properties;
  const resources = V1_RESOURCES.map((definition) => methodOf(definition, 'get').output);
  const messages = new Set(resources.flatMap((desc) => [...messagesWithin(desc)]));
  const answers = [...messages]
    .filter(({ typeName }) => typeName.startsWith('grove.'))
    .map((desc) => [schemaName(desc), schemaInV1(v2[schemaName(desc)])]);
  return Object.fromEntries([
    ...answers,
    ...V1_RESOURCES.flatMap((definition) => bodiesOf(definition, v2)),
    ...V1_RESOURCES.map((definition) => [listName(definition), listSchema(definition)]),
    ['Error', { ...ERROR_SCHEMA, required: ['code', 'message'], properties: { code, message } }],
  ]) as JsonObject;
}

/** `ListGroupsResponse` */
export function listName(definition: ResourceDefinition): string {
  return `${methodOf(definition, 'list').name}Response`;
}

function listSchema({ type, words }: ResourceDefinition): JsonObject {
  const items = { $ref: `#/components/schemas/${type}` };
  return {
    type: 'object',
    description: `All ${words[1]} that match.`,
    properties: { items: { type: 'array', items, description: 'In the order of their ids.' } },
    required: ['items'],
    additionalProperties: false,
  };
}

/** Create takes `GroupInput`, and update `GroupUpdate`. */
function bodiesOf(definition: ResourceDefinition, v2: Schemas): [string, JsonObject][] {
  const { input, type, verbs } = definition;
  if (input === undefined) return [];
  const body = schemaInV1(v2[`${type}Input`]);
  const create: [string, JsonObject] = [`${type}Input`, body];
  if (!verbs.includes('update')) return [create];
  const required = (body['required'] as string[]).filter((name) => !isHydrated(definition, name));
  const { required: _, ...optional } = body;
  const update = { ...optional, ...(required.length > 0 && { required }) };
  return [create, [`${type}Update`, update]];
}

/** True for `roleId` where an item of a list has `role`, whose id counts in its place. */
function isHydrated({ outputOnly }: ResourceDefinition, name: string): boolean {
  return outputOnly.some((field) => v1Name(`${field}Uid`) === name);
}
