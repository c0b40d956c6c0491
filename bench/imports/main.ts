/**
 * `npm run bench -- --imports`: the cost of imports. How much memory the command line needs for
 * large files, and how long other requests wait while the server refuses hostile files.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADDRESS, adoptSettings } from '../settings.ts';
import { measureCommands } from './command-line.ts';
import { writeCorpora } from './corpora.ts';
import { measureHostile } from './hostile.ts';

/** Prints two tables, in Markdown. */
export async function measureImports(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'grove-bench-'));
  try {
    const env = { GROVE_DATA_DIR: join(folder, 'data'), GROVE_URL: ADDRESS };
    adoptSettings(env);
    const corpora = await writeCorpora(folder);
    const { openDatabase, closeDatabase } = await import('#lib/store/store.ts');
    const { createOrganization } = await import('#lib/service/people/organization.ts');
    const { mintToken } = await import('#lib/auth/tokens/minting.ts');
    await openDatabase();
    const { group, identity } = await createOrganization({
      name: 'bench',
      ownerEmail: 'owner@example.com',
      ownerPassword: 'four words make a passphrase',
    });
    const token = await mintToken(String(identity['uid']), 3_600, { url: ADDRESS });
    await closeDatabase();
    const root = String(group['uid']);
    await measureCommands(corpora, { env, group: root });
    await measureHostile(folder, { env, group: root, token });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
