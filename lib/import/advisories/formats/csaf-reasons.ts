/** Flags, threats and remediations of a vulnerability in a CSAF document, by the products they name. */
import { invalidField } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { MAX_REASONS_LENGTH, MAX_RECORD_VALUES } from '#lib/import/advisories/files/limits.ts';
import { objectsIn, textIn, textsIn, together, type Reasons } from './foreign-vex.ts';

interface ReasonsOfOne extends Reasons {
  /** The first flag. */
  label: string | undefined;
  /** The categories of the remediations. */
  answers: readonly string[];
}

export class ReasonsOfProducts {
  readonly #flags: EntriesOf;
  readonly #impacts: EntriesOf;
  readonly #remediations: EntriesOf;

  /** @param tree the `product_tree`, which has the groups. @param at the index of the vulnerability. */
  constructor(tree: JsonObject, of: JsonObject, at: number) {
    const groups = groupsIn(tree);
    const entriesIn = (name: string, takes: (entry: JsonObject) => boolean = () => true) =>
      new EntriesOf(objectsIn(of[name]).filter(takes), groups, `vulnerabilities.${at}.${name}`);
    this.#flags = entriesIn('flags');
    this.#impacts = entriesIn('threats', ({ category }) => category === 'impact');
    this.#remediations = entriesIn('remediations');
  }

  of(id: string): ReasonsOfOne {
    const remediations = this.#remediations.of(id);
    return {
      label: this.#flags.of(id).codes[0],
      answers: remediations.codes,
      impact: this.#impacts.of(id).texts,
      action: remediations.texts,
    };
  }
}

function groupsIn(tree: JsonObject): ReadonlyMap<string, readonly string[]> {
  const groups = objectsIn(tree['product_groups']).map(
    ({ group_id: id, product_ids: ids }) => [textIn(id) ?? '', textsIn(ids)] as const,
  );
  return new Map(groups);
}

/** What some entries say together. */
interface Together {
  /** Labels of flags, or categories. */
  codes: readonly string[];
  /** One text of all, or none. */
  texts: readonly string[];
}

/** Entries by product. A document may have thousands of both. */
class EntriesOf {
  /** The numbers of the entries of each product. */
  readonly #ofProduct = new Map<string, Set<number>>();
  readonly #ofOthers: Together;
  /** By the numbers of the entries. Products with the same ones share it. */
  readonly #together = new Map<string, Together>();
  readonly #entries: readonly JsonObject[];
  readonly #field: string;
  #length = 0;

  /** @throws ApiError if groups make more of them than a record may have values. */
  constructor(
    entries: readonly JsonObject[],
    groups: ReadonlyMap<string, readonly string[]>,
    field: string,
  ) {
    this.#field = field;
    this.#entries = entries;
    let count = 0;
    for (const [number, { product_ids: own, group_ids: of }] of entries.entries()) {
      const named = [textsIn(own), ...textsIn(of).map((group) => groups.get(group) ?? [])];
      count += named.reduce((sum, { length }) => sum + length, 0);
      if (count > MAX_RECORD_VALUES) {
        throw invalidField(field, `are of more than ${MAX_RECORD_VALUES} products in all`);
      }
      for (const id of named.flat()) {
        this.#ofProduct.set(id, (this.#ofProduct.get(id) ?? new Set()).add(number));
      }
    }
    const general = entries.filter(({ product_ids: own, group_ids: of }) => !own && !of);
    this.#ofOthers = this.#joined(general);
  }

  /** Entries that name no product are of those that no other entry names. @throws ApiError if they are too long. */
  of(id: string): Together {
    const numbers = this.#ofProduct.get(id);
    if (numbers === undefined) return this.#ofOthers;
    const key = [...numbers].join();
    const known = this.#together.get(key);
    if (known !== undefined) return known;
    const entries = [...numbers].map((number) => this.#entries[number]);
    const found = this.#joined(entries.filter((entry) => entry !== undefined));
    this.#together.set(key, found);
    return found;
  }

  #joined(entries: readonly JsonObject[]): Together {
    const codes = entries.flatMap(({ label, category }) => textIn(label) ?? textIn(category) ?? []);
    const text = together(entries.flatMap((entry) => textOf(entry) ?? []));
    this.#length += text.length;
    if (this.#length > MAX_REASONS_LENGTH) {
      throw invalidField(this.#field, `are together longer than ${MAX_REASONS_LENGTH} characters`);
    }
    return { codes: [...new Set(codes)], texts: text === '' ? [] : [text] };
  }
}

function textOf({ details, url }: JsonObject): string | undefined {
  const parts = [textIn(details), textIn(url)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}
