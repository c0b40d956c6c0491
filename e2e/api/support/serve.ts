/**
 * The HTTP server without the pages in a process of its own, which can be
 * killed: configured by the environment, says `ready` once it listens.
 */
import { recordUrl } from '#lib/auth/known-urls.ts';
import { config } from '#lib/config.ts';
import { openDatabase } from '#lib/store/database.ts';
import { createGroveServer } from '#lib/transport/node.ts';

const { url, host, port } = config();
await openDatabase();
await createGroveServer().listen(port, host);
await recordUrl(url, true);
process.stdout.write('ready\n');
