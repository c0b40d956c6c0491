/** The statements that a stored advisory already has: by product, time and content. */
import { dataOf, kindOf, productKey } from '#lib/advisory-formats/current.ts';
import { originOf, type EventOrigin } from '#lib/advisory-formats/origin.ts';
import { verdictOf, type Kind } from '#lib/advisory-formats/statements.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import type { ImportedEvent } from '#lib/import/advisories/types.ts';

/** One advisory may have thousands, so they are looked up. */
export class SaidStatements {
  readonly #times = new Map<string, Set<unknown>>();

  constructor({ events, origin }: Pick<Advisory, 'events' | 'origin'>) {
    const { events: origins = {} } = originOf(origin);
    for (const event of events) {
      const kind = kindOf(event);
      if (kind === undefined) continue;
      const of = origins[String(event['uid'])] ?? {};
      const content = contentOf(kind, dataOf(event));
      const key = of.product === undefined ? content : keyOf(of, content);
      const times = this.#times.get(key) ?? new Set();
      this.#times.set(key, times.add(event['createTime']));
    }
  }

  /** An event without a product, or a statement without a time, is the same as one with any. */
  has({ kind, data, createTime, origin = {} }: ImportedEvent): boolean {
    const content = contentOf(kind, data);
    return [content, keyOf(origin, content)].some((key) => {
      const times = this.#times.get(key);
      return times !== undefined && (createTime === undefined || times.has(createTime));
    });
  }
}

const contentOf = (kind: Kind, data: JsonObject): string =>
  JSON.stringify([verdictOf(kind, data), kind === 'fixed' && data['fixedVersion']]);

const keyOf = (origin: EventOrigin, content: string): string =>
  JSON.stringify([productKey(origin), origin.finerTime, content]);
