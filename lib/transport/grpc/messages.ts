/** Between messages and their proto3 JSON, which is what the verbs speak. */
import { fromJson, toJson } from '@bufbuild/protobuf';
import type { DescMessage, JsonValue, Message } from '@bufbuild/protobuf';
import type { FieldMask } from '@bufbuild/protobuf/wkt';
import { invalidField } from '#lib/aip/errors.ts';
import { isJsonObject, parseJson } from '#lib/aip/json.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import type { ListParams } from '#lib/service/verbs/filters.ts';

/**
 * What is set in a message, as JSON that passed the same checks as a body of REST.
 *
 * @throws ApiError INVALID_ARGUMENT, also for a time or duration that JSON has no text for.
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

type MaskedRequest = Message & { updateMask?: FieldMask };

/** Absent where the mask names nothing, which is what clients send that have none. */
export function updateMaskOf({ updateMask }: MaskedRequest): string | undefined {
  const paths = updateMask?.paths ?? [];
  return paths.length === 0 ? undefined : paths.join(',');
}

/** Masks need not be what JSON has a text for; the verb says what is wrong with their paths. */
export function withoutMask(request: MaskedRequest): Message {
  return Object.assign({ ...request }, { updateMask: undefined });
}

/** The fields of a list request by the names of the query: `page_size`, `uidp.children_of`. */
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

/** The reply's message. What the message has no field for is left out. */
export function replyMessage<Desc extends DescMessage>(desc: Desc, body: JsonObject) {
  return fromJson(desc, body, { ignoreUnknownFields: true });
}
