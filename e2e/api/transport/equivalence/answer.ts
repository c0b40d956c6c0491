/** The content of an answer, in one form for all transports. */
import { create, createRegistry, fromBinary, fromJson, toJson } from '@bufbuild/protobuf';
import type { DescMessage, JsonObject, Message } from '@bufbuild/protobuf';
import { STATUS } from '#lib/aip/errors.ts';
import type { StatusName } from '#lib/aip/errors.ts';
import { file_google_rpc_error_details } from '#lib/generated/proto/google/rpc/error_details_pb.js';
import type { Json } from '../../harness.ts';

export interface Answer {
  code: StatusName | 'OK';
  /** The answer as the JSON of its message, so that different forms of JSON are equal. */
  body?: Json;
  /** The answer as REST or v1 spells it. */
  raw?: Json;
  etag?: string | null;
  message?: string;
  details?: Json[];
  /** The resource afterwards, in the form of REST. */
  stored?: Json;
}

/** What every transport of v2 says of it. */
export function withoutRaw(answer: Answer): Answer {
  const shared = { ...answer };
  delete shared.raw;
  return shared;
}

const registry = createRegistry(file_google_rpc_error_details);

export function nameOfCode(code: number): StatusName {
  const names = Object.keys(STATUS) as StatusName[];
  const name = names.find((one) => STATUS[one].code === code);
  if (name === undefined) throw new Error(`the API has no code ${code}`);
  return name;
}

/** @throws Error for a member that the message does not have. */
export function bodyOf(output: DescMessage, json: Json): Json {
  return toJson(output, fromJson(output, json as JsonObject)) as Json;
}

export const messageBody = (output: DescMessage, message: Message): Json =>
  toJson(output, create(output, message)) as Json;

/** A detail in the form of REST: its type and its members. */
export function detailOf(type: string, value: Uint8Array): Json {
  const desc = registry.getMessage(type);
  if (desc === undefined) throw new Error(`${type} is no detail of an error`);
  const members = toJson(desc, fromBinary(desc, value)) as Json;
  return { '@type': `type.googleapis.com/${type}`, ...members };
}

/** The details of REST, with zeros left out as messages do. */
export function restDetails(details: readonly Json[]): Json[] {
  return details.map(({ '@type': type, ...members }) => {
    const name = String(type).replace('type.googleapis.com/', '');
    const desc = registry.getMessage(name);
    if (desc === undefined) throw new Error(`${name} is no detail of an error`);
    return { '@type': type, ...bodyOf(desc, members) };
  });
}

/** Removes the request id, which differs for each answer, if it equals that of the answer. */
export function withoutRequestId(details: Json[], requestId: string | null): Json[] {
  const text = JSON.stringify(details);
  return JSON.parse(text.replaceAll(`"requestId":"${requestId}"`, '"requestId":"…"')) as Json[];
}
