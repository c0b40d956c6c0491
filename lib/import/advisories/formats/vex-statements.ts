/** The statements of one OpenVEX document, which may not fit into memory. */
import type { JsonPiece } from '#lib/import/advisories/files/json-records.ts';
import { MAX_RECORD_BYTES } from '#lib/import/advisories/files/limits.ts';
import { advisoriesOfStatement, type VexDocument } from './openvex.ts';
import {
  idInKey,
  NamesOfDocument,
  ofOneThing,
  sharedKey,
  thingKey,
  type SharedNames,
} from './same-vulnerability.ts';
import { missingReason } from './verdicts.ts';
import { contentOf, refusalOf } from '#lib/import/advisories/refusals.ts';
import { openGroupedTexts, whileRoom, type GroupedTexts } from '#lib/store/scratch.ts';
import type { ImportedAdvisory, Parsed } from '#lib/import/advisories/types.ts';
import type { Rejection } from '#lib/resources/import-report.ts';

/** Accepts the statements of one document one after another. */
export class VexStatements {
  #scratch: GroupedTexts | undefined;
  #count = 0;

  add(piece: JsonPiece): void {
    const { addStatement } = (this.#scratch ??= openGroupedTexts());
    whileRoom(() => addStatement.run(JSON.stringify(piece)));
    this.#count += 1;
  }

  /**
   * The advisories from the statements, one for each vulnerability of each product, and the
   * rejected statements.
   */
  *advisories(document: VexDocument, file: string): Generator<Parsed> {
    if (this.#count === 0) return;
    const grouped = (this.#scratch ??= openGroupedTexts());
    const { statement, addAdvisory } = grouped;
    const names = new NamesOfDocument();
    for (let number = 1; number <= this.#count; number += 1) {
      const piece = JSON.parse(statement.get(number) ?? '{}') as JsonPiece;
      const record = `statements.${number - 1}`;
      const { line } = piece;
      try {
        const given = contentOf(piece);
        for (const advisory of advisoriesOfStatement(document, given)) {
          const content = JSON.stringify(advisory);
          names.add(advisory);
          whileRoom(() => addAdvisory.run(thingKey(advisory, NONE), line, content));
        }
        const where = { file, line, record };
        for (const warning of missingReason(given)) yield { ...where, ...warning };
      } catch (error) {
        yield { file, record, ...refusalOf(error, piece) };
      }
    }
    joinNames(grouped, names);
    yield* together(grouped, file);
  }

  clear(): void {
    if (this.#count === 0) return;
    this.#count = 0;
    this.#scratch?.database.exec('DELETE FROM statement; DELETE FROM advisory');
  }

  close(): void {
    this.#scratch?.database.close();
    this.#scratch = undefined;
  }
}

const NONE: SharedNames = new Map();

/** Statements on one thing get one key, whichever name of the vulnerability they have. */
function joinNames({ keys, rename }: GroupedTexts, names: NamesOfDocument): void {
  const shared = names.shared(idsIn(keys.iterate()));
  if (shared.size === 0) return;
  for (const key of keys.all()) {
    const together = sharedKey(key, shared);
    if (together !== null) whileRoom(() => rename.run(together, key));
  }
}

function* idsIn(keys: Iterable<string>) {
  for (const key of keys) yield idInKey(key);
}

function* together({ firsts, contents }: GroupedTexts, file: string): Generator<Parsed> {
  for (const { key, line, content, length } of firsts.iterate()) {
    if (length > MAX_RECORD_BYTES) yield tooLong(content, line, file);
    else {
      const parts = contents.all(key).map((text) => JSON.parse(text) as ImportedAdvisory);
      const { advisories, warnings } = ofOneThing(parts);
      for (const warning of warnings) yield { file, line, ...warning };
      for (const advisory of advisories) yield { file, line, advisory };
    }
  }
}

function tooLong(content: string, line: number, file: string): Rejection {
  const { advisoryId, artifactName } = JSON.parse(content) as ImportedAdvisory;
  const reason = `the statements on ${artifactName} are together longer than ${MAX_RECORD_BYTES} bytes`;
  return { file, line, record: advisoryId, field: 'statements', reason };
}
