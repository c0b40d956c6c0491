/** How much of a page fits into one message, as clients count it. */
import { toBinary, type DescMessage } from '@bufbuild/protobuf';
import { isJsonObject, type JsonObject, type JsonValue } from '#lib/aip/json.ts';
import { mapInParts } from '#lib/parts.ts';
import { messageOf } from './messages.ts';

/** Clients take 4 MiB unless they ask for more. The rest is for the page token and the counts. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024 - 64 * 1024;

/** Of a field: its number and its length, also as an entry of a map or a value of a Struct. */
const AROUND = 24;
/** UTF-8 takes at most so many bytes for a unit of UTF-16. */
const OF_A_UNIT = 3;

/**
 * How many of the resources fit into one message, at least one.
 *
 * @param desc the message of a resource.
 */
export async function fitting(
  desc: DescMessage,
  resources: readonly JsonObject[],
): Promise<number> {
  // Hardly any page is large, and to encode one takes longer than to look at its texts.
  if (atMost([...resources]) <= MAX_PAGE_BYTES) return resources.length;
  const sizes = await mapInParts(
    resources,
    (resource) => toBinary(desc, messageOf(desc, resource)).length + AROUND,
  );
  let bytes = 0;
  const last = sizes.findIndex((size) => (bytes += size) > MAX_PAGE_BYTES);
  return last === -1 ? resources.length : Math.max(last, 1);
}

/** No encoding of the value takes more bytes. */
function atMost(value: JsonValue): number {
  if (typeof value === 'string') return AROUND + OF_A_UNIT * value.length;
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + atMost(one), AROUND);
  if (!isJsonObject(value)) return AROUND;
  return Object.entries(value).reduce(
    (sum, [key, one]) => sum + OF_A_UNIT * key.length + AROUND + atMost(one),
    AROUND,
  );
}
