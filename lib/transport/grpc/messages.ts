/** Converts between messages and their proto3 JSON, which the verbs use. */
import { fromJson, toJson } from '@bufbuild/protobuf';
import type { DescMessage, JsonValue, Message } from '@bufbuild/protobuf';
import type { FieldMask } from '@bufbuild/protobuf/wkt';
import { invalidField } from '#lib/aip/errors.ts';
import { isJsonObject, parseJson, type JsonObject } from '#lib/aip/json.ts';
import { mapInParts } from '#lib/parts.ts';
import type { ListParams } from '#lib/service/calls/filters.ts';

/**
 * The set fields of a message, as JSON that passed the same checks as a REST body.
 *
 * @throws ApiError INVALID_ARGUMENT, also for a time or duration that JSON cannot express.
 */
export function requestJson(desc: DescMessage, message: Message): JsonObject {
  return checked(desc, message, false);
}

function checked(desc: DescMessage, message: Message, useProtoFieldName: boolean): JsonObject {
  let json: JsonValue;
  try {
    json = toJson(desc, message, { useProtoFieldName });
  } catch {
    throw invalidField('body', 'must have a proto3 JSON form; a time or duration is out of range');
  }
  return parseJson(JSON.stringify(json));
}

/**
 * The resource in a request to create or update it, checked by itself: an error then names its fields
 * as REST does.
 */
export function resourceJson(desc: DescMessage, request: Message, field: string): JsonObject {
  const message = desc.field[field]?.message;
  const value = (request as Message & Readonly<Record<string, unknown>>)[field];
  if (message === undefined) throw new Error(`${desc.typeName} has no ${field}`);
  return value === undefined ? {} : requestJson(message, value as Message);
}

type MaskedRequest = Message & { updateMask?: FieldMask };

/** Absent if the mask is empty, because clients without a mask send an empty one. */
export function updateMaskOf({ updateMask }: MaskedRequest): string | undefined {
  const paths = updateMask?.paths ?? [];
  return paths.length === 0 ? undefined : paths.join(',');
}

/** The fields of a list request by their query names: `page_size`, `uidp.children_of`. */
export function listParamsOf(desc: DescMessage, message: Message): ListParams {
  return new Map(paramsOf(checked(desc, message, true)));
}

function paramsOf(json: JsonObject, prefix = ''): [string, string[]][] {
  return Object.entries(json).flatMap(([name, value]) =>
    isJsonObject(value)
      ? paramsOf(value, `${name}.`)
      : [[prefix + name, [value].flat().map(String)] as [string, string[]]],
  );
}

/**
 * The reply as a message. Leaves out members without a field in the message. A page may be long, so others
 * have their turn between its resources.
 */
export async function replyMessage(desc: DescMessage, body: JsonObject): Promise<Message> {
  const rest = { ...body };
  const lists: [name: string, list: Message[]][] = [];
  for (const field of desc.fields) {
    const items = rest[field.jsonName];
    if (field.fieldKind !== 'list' || field.message === undefined) continue;
    if (!Array.isArray(items)) continue;
    const { message } = field;
    lists.push([field.localName, await mapInParts(items, (item) => messageOf(message, item))]);
    delete rest[field.jsonName];
  }
  return Object.assign(messageOf(desc, rest), Object.fromEntries(lists));
}

/** Leaves out members without a field in the message. */
export const messageOf = (desc: DescMessage, json: JsonValue): Message =>
  fromJson(desc, json, { ignoreUnknownFields: true });
