/**
 * What v1 calls a field. The names of a message are exchanged both ways: `id` becomes `uid`, and
 * `uid` becomes `id`. So the same function reads and writes v1, and a body of v1 with a name of v2
 * is refused.
 */
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { isJsonObject, type JsonObject, type JsonValue } from '#lib/aip/json.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { methodOf } from '#lib/transport/methods/services.ts';

export interface Names {
  other: ReadonlyMap<string, string>;
  /** The names within the objects of a field, by the field's name in either version. */
  within: ReadonlyMap<string, Names>;
}

const TIMES: Readonly<Record<string, string>> = {
  createTime: 'createdAt',
  updateTime: 'updatedAt',
};

/** `id` of `uid`, `roleId` of `roleUid`, `createdAt` of `createTime`; others are as in v2. */
export function v1Name(name: string): string {
  if (name === 'uid') return 'id';
  return TIMES[name] ?? name.replace(/Uid(?=s?$)/, 'Id');
}

const known = new Map<DescMessage, Names>();

export function namesOf(desc: DescMessage): Names {
  const made = known.get(desc);
  if (made !== undefined) return made;
  const other = new Map<string, string>();
  const within = new Map<string, Names>();
  const names = { other, within };
  // Before its fields, because a message may contain itself.
  known.set(desc, names);
  for (const field of desc.fields) addField(field, other, within);
  return names;
}

function addField(field: DescField, other: Map<string, string>, within: Map<string, Names>): void {
  const { jsonName, fieldKind, message } = field;
  const name = v1Name(jsonName);
  if (name !== jsonName) {
    other.set(jsonName, name);
    other.set(name, jsonName);
  }
  // The keys of a map are values, such as the names of claims.
  if (fieldKind === 'map' || message === undefined) return;
  if (!message.typeName.startsWith('grove.')) return;
  within.set(jsonName, namesOf(message));
  within.set(name, namesOf(message));
}

export function namesOfResource(definition: ResourceDefinition): Names {
  const [verb = 'list'] = definition.verbs.filter((one) => one === 'get');
  return namesOf(methodOf(definition, verb).output);
}

export function renamed(object: JsonObject, names: Names): JsonObject {
  const members = Object.entries(object).map(([name, value]): [string, JsonValue] => {
    const inner = names.within.get(name);
    return [
      names.other.get(name) ?? name,
      inner === undefined ? value : renamedValue(value, inner),
    ];
  });
  return Object.fromEntries(members);
}

function renamedValue(value: JsonValue, names: Names): JsonValue {
  if (Array.isArray(value)) return value.map((one) => renamedValue(one, names));
  return isJsonObject(value) ? renamed(value, names) : value;
}

/** `group.id` of `group.uid`, and `oidc.clientId` of itself. */
export function renamedPath(path: string, names: Names | undefined): string {
  const [name = '', ...rest] = path.split('.');
  const other = names?.other.get(name) ?? name;
  if (rest.length === 0) return other;
  return `${other}.${renamedPath(rest.join('.'), names?.within.get(name))}`;
}
