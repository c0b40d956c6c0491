/**
 * An event in the form that programs exchange, for streams and webhooks.
 *
 * @see https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md
 */
import type { JsonObject } from '#lib/aip/json.ts';
import { config } from '#lib/config.ts';
import type { EventJson } from '#lib/generated/proto/grove/iam/v2beta1/events_pb.js';
import { numberOf, placeOf } from './places.ts';

export const CLOUD_EVENT_TYPE = 'application/cloudevents+json';

/** @param event with a uid. `data` is the event itself. */
export function cloudEvent(event: EventJson): JsonObject {
  const { uid = '', type = '', subject = '', createTime = '' } = event;
  const { url } = config();
  const place = placeOf(uid, 'uid');
  return {
    specversion: '1.0',
    id: uid,
    source: `${url}/iam/v2beta1/groups/${place.chain}`,
    type,
    subject,
    time: createTime,
    datacontenttype: 'application/json',
    dataschema: `${url}/openapi.json#/components/schemas/Event`,
    // As the extension asks for, texts in their order.
    sequence: numberOf(place),
    partitionkey: subject,
    data: event,
  };
}
