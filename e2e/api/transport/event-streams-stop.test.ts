// @module-tag http
import { expect } from 'vitest';
import { createGroveServer } from '#lib/transport/server/node.ts';
import { freePort } from '../../support/free-port.ts';
import { grove, it } from '../fixtures.ts';
import { WATCH } from '../support/event-streams.ts';

it('ends streams of events as soon as a server begins to stop', async () => {
  const server = createGroveServer();
  const port = await freePort();
  await server.listen(port, '127.0.0.1');
  const address = `http://127.0.0.1:${port}${WATCH}?group_uid=${grove.rootUid}`;
  const headers = { authorization: `Bearer ${grove.ownerToken}` };
  const stream = await fetch(address, { headers });
  const stopped = server.close();
  expect(await stream.text()).toContain('retry: ');
  await stopped;
});
