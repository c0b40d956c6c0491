/** Converts the timeline of a package's advisory from the names of the file to those of the API. */
import { invalidField } from '#lib/aip/errors.ts';
import { z } from 'zod';
import { YAML_KINDS } from '#lib/advisory-formats/current.ts';
import { eventUid, type Kind } from '#lib/advisory-formats/statements.ts';
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';
import { EVENT_DATA } from './events.ts';
import { time } from './fields.ts';
import type { ImportedEvent } from '#lib/import/advisories/types.ts';

const TYPES = [...YAML_KINDS.keys()];

export const packageEvent = z.strictObject({
  timestamp: time,
  type: z.enum(TYPES, { error: `must be one of ${TYPES.join(', ')}` }),
  data: z.unknown().optional(),
  /** In Grove's own export of advisories from other formats. */
  grove: z
    .object({
      uid: eventUid.optional(),
      author: z.string().optional(),
    })
    .optional(),
});

/** @throws ApiError if its data does not fit the kind of event. */
export function eventOf(
  { timestamp, type, data, grove }: z.infer<typeof packageEvent>,
  index: number,
): ImportedEvent {
  const kind = YAML_KINDS.get(type) ?? 'detection';
  const field = `events.${index}.data`;
  if (data !== undefined && data !== '' && !isJsonObject(data)) {
    throw invalidField(field, 'must be a mapping');
  }
  const given = translated(kind, (data || {}) as JsonObject, field);
  const result = EVENT_DATA[kind].safeParse(given);
  if (!result.success) {
    const [issue] = result.error.issues;
    const where = [field, ...(issue?.path ?? [])].join('.');
    throw invalidField(where, issue?.message ?? 'is not data of such an event');
  }
  const componentId = kind === 'detection' ? componentIdIn(data) : undefined;
  return {
    createTime: timestamp,
    author: grove?.author ?? '',
    kind,
    data: result.data as JsonObject,
    ...(grove?.uid !== undefined && { uid: grove.uid }),
    ...(componentId !== undefined && { origin: { componentId } }),
  };
}

/** The API has no field for it. */
function componentIdIn(data: unknown): string | undefined {
  const inner = isJsonObject(data) && isJsonObject(data['data']) ? data['data'] : {};
  const id = inner['componentID'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Converts the names of the file to those of the API. */
function translated(kind: Kind, data: JsonObject, field: string): JsonObject {
  if (kind === 'detection') return detectionOf(data, field);
  const note = data['note'] ?? '';
  if (kind === 'fixed') return { fixedVersion: String(data['fixed-version'] ?? ''), note };
  if (kind !== 'falsePositiveDetermination') return { note };
  const type = String(data['type'] ?? '')
    .toUpperCase()
    .replaceAll('-', '_');
  return { type, note };
}

function detectionOf(data: JsonObject, field: string): JsonObject {
  const inner = isJsonObject(data['data']) ? data['data'] : {};
  const { subpackageName: subpackage = '', componentName: component = '', ...others } = inner;
  switch (data['type']) {
    case 'manual':
      return { manual: {} };
    case 'nvdapi':
      return { nvdApi: inner };
    case 'scan/v1':
      return { scan: { ...others, subpackage, component } };
    default:
      throw invalidField(`${field}.type`, 'must be manual, nvdapi or scan/v1');
  }
}
