/** What an import of advisories answers. Its lists are cut, and its counts are not. */
import { z } from 'zod';

const text = (description: string) => z.string().describe(description);
const count = (description: string) => z.int().min(0).describe(description);

const note = (reason: string) =>
  z.strictObject({
    file: text('The file, or the archive, `!` and the path within the archive.'),
    line: count('The line of the record, counted from 1.'),
    record: text('The id of the record, or its position; empty if it is about the whole file.'),
    field: text('The field by its name in the file; empty if it is about no single one.'),
    reason: text(reason),
  });

const change = z.strictObject({
  change: z.enum(['CREATED', 'UPDATED']).describe('What happened.'),
  advisoryId: text('The id of the advisory.'),
  artifactName: text('The artifact of the advisory.'),
  fields: z.array(z.string()).describe('The fields that changed; none of a new advisory.'),
  joinedWith: text(
    'The id of the stored advisory that the record was joined with, if it is another one: one is an alias of the other.',
  ).optional(),
});

export const importReport = z
  .strictObject({
    validateOnly: z.boolean().describe('Whether nothing was written.'),
    files: count('How many files were read.'),
    created: count('How many advisories are new.'),
    updated: count('How many advisories changed.'),
    unchanged: count('How many advisories stayed as they were.'),
    repeated: count('How many records repeat an earlier one of the import.'),
    rejected: count('How many records were not imported.'),
    rejections: z
      .array(note('Why the record was not imported.'))
      .describe('The first records that were not imported.'),
    warnings: z
      .array(note('What is wrong with the record, or why it changes nothing.'))
      .describe('The first records that say less than their format asks for.'),
    changes: z.array(change).describe('The first changes.'),
  })
  .describe('What an import did, or would do.');

export type ImportReport = z.infer<typeof importReport>;

/** A record that was not imported. */
export type Rejection = ImportReport['rejections'][number];
