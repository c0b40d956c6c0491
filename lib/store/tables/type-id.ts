import { CATALOG } from '#lib/resources/catalog.ts';
import type { ResourceType } from '#lib/resources/define.ts';

/** The number of a table in `Tally.type`. */
export const typeId = (type: ResourceType): number => CATALOG[type].id;
