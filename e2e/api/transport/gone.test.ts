// @module-tag http
import { once } from 'node:events';
import { describe, expect, vi } from 'vitest';
import { grove, it } from '../fixtures.ts';
import { ok } from '../support/answers.ts';
import { rowsIn, whileLocked } from '../support/database.ts';
import { openSocket, sendRaw } from '../support/raw-http.ts';

const complaints = vi.spyOn(console, 'error');

const CLIENTS = 20;

/** The bytes of a request that creates a group. */
function creation(name: string): string {
  const body = JSON.stringify({ name });
  const head = [
    `POST /iam/v2beta1/groups/${grove.rootUid} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${grove.ownerToken}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Sends the bytes and disconnects once the system has accepted them. */
async function sendAndLeave(bytes: string): Promise<void> {
  const socket = openSocket(grove);
  socket.on('error', () => socket.destroy());
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  socket.destroy();
  await once(socket, 'close');
}

const names = (prefix: string) => Array.from({ length: CLIENTS }, (_, index) => prefix + index);

/** The names of the groups, and of the groups in the audit log's creations. */
async function written(prefix: string): Promise<{ groups: unknown[]; logged: unknown[] }> {
  const groups = await rowsIn('Group').findMany({ where: { name: { contains: prefix } } });
  const events = await rowsIn('AuditEvent').findMany({ where: { operation: 'create' } });
  const names = events.map(({ after }) => String(after?.['name']));
  return {
    groups: groups.map(({ name }) => name).sort(),
    logged: names.filter((name) => name.startsWith(prefix)).sort(),
  };
}

/** Checks that Grove answers a write, so that nothing holds the write lock. */
async function expectFree(name: string): Promise<void> {
  ok(await grove.post(`/iam/v2beta1/groups/${grove.rootUid}`, { name }));
  await whileLocked(async () => {});
}

describe('a client that disconnects', () => {
  it('in the middle of the body has written nothing', async () => {
    const bytes = names('half ').map(creation);
    await Promise.all(bytes.map((all) => sendAndLeave(all.slice(0, -3))));
    await expectFree('after halves');
    expect(await written('half ')).toEqual({ groups: [], logged: [] });
  });

  it('after the whole request has written all of it or nothing', async () => {
    let isWritten = false;
    // A server that is busy may see that all clients have gone before it begins.
    for (let round = 1; !isWritten; round += 1) {
      await Promise.all(names('whole ').map((name) => sendAndLeave(creation(name))));
      await expectFree(`after wholes ${round}`);
      const { groups, logged } = await written('whole ');
      expect(groups).toEqual(logged);
      isWritten = groups.length > 0;
    }
  });

  it('with its half of the connection still gets the answer', async () => {
    const [answer] = await sendRaw(grove, creation('polite'), { halfClose: true });
    expect(answer?.status).toBe(200);
    await expectFree('after politeness');
  });

  it('without a word, in the middle of the body, holds nobody up', async () => {
    const idle = names('idle ').map((name) => {
      const socket = openSocket(grove);
      socket.write(creation(name).slice(0, -3));
      return socket;
    });
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    await expectFree('while idle');
    for (const socket of idle) socket.destroy();
    expect(await written('idle ')).toEqual({ groups: [], logged: [] });
  });

  it('in any of these ways causes no log entry', async () => {
    await expectFree('at last');
    expect(complaints.mock.calls).toEqual([]);
  });
});
