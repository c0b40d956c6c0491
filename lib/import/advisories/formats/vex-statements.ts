/** The statements of one OpenVEX document, which may not fit into memory. */
import type { JsonPiece } from '#lib/import/advisories/files/json-records.ts';
import { MAX_RECORD_BYTES } from '#lib/import/advisories/files/limits.ts';
import { wholeKey } from '#lib/import/advisories/keys.ts';
import { advisoriesOfStatement, joinedVex, warningsOf, type VexDocument } from './openvex.ts';
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
    for (let number = 1; number <= this.#count; number += 1) {
      const piece = JSON.parse(statement.get(number) ?? '{}') as JsonPiece;
      const record = `statements.${number - 1}`;
      const { line } = piece;
      try {
        const given = contentOf(piece);
        for (const advisory of advisoriesOfStatement(document, given)) {
          const content = JSON.stringify(advisory);
          whileRoom(() => addAdvisory.run(wholeKey(advisory), line, content));
        }
        const where = { file, line, record };
        for (const warning of warningsOf(given)) yield { ...where, ...warning };
      } catch (error) {
        yield { file, record, ...refusalOf(error, piece) };
      }
    }
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

function* together({ firsts, contents }: GroupedTexts, file: string): Generator<Parsed> {
  for (const { key, line, content, length } of firsts.iterate()) {
    if (length > MAX_RECORD_BYTES) yield tooLong(content, line, file);
    else {
      const parts = contents.all(key).map((text) => JSON.parse(text) as ImportedAdvisory);
      yield { file, line, advisory: joinedVex(parts) };
    }
  }
}

function tooLong(content: string, line: number, file: string): Rejection {
  const { advisoryId, artifactName } = JSON.parse(content) as ImportedAdvisory;
  const reason = `the statements on ${artifactName} are together longer than ${MAX_RECORD_BYTES} bytes`;
  return { file, line, record: advisoryId, field: 'statements', reason };
}
