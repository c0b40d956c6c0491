import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { ServerClient } from './server-client.ts';

/** A socket to a server that says nothing by itself. */
class Silent extends Duplex {
  connect(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  override _read(): void {}
  override _write(_: unknown, __: unknown, done: () => void): void {
    done();
  }
}

it('does not connect to a server that says it is ready after a wrong proof', () => {
  const client = new ServerClient({ stream: () => new Silent(), requiresBinding: true });
  const answers: (Error | null)[] = [];
  client.connect((error: Error | null) => answers.push(error));
  const { connection } = client;
  connection.emit('authenticationSASLFinal', { data: 'v=wrong' });
  connection.emit('authenticationOk');
  connection.emit('readyForQuery');
  expect(answers).toEqual([expect.any(Error)]);
});
