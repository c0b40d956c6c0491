/** The connection that all others are made of. The driver binds a sign-in to TLS, but does not insist. */
import pg from 'pg';
import { OperatorError } from '#lib/operator-error.ts';

export interface ClientSettings extends pg.ClientConfig {
  /** Whether the server has to prove that it knows the password on this very TLS connection. */
  requiresBinding?: boolean;
}

const BOUND = 'SCRAM-SHA-256-PLUS';
/** Sign-ins without a binding that a server may ask for. */
const UNBOUND = ['authenticationCleartextPassword', 'authenticationMD5Password'];

const refusal = () =>
  new OperatorError(
    'the server does not bind sign-ins to TLS, which channel_binding=require asks for',
  );

export class ServerClient extends pg.Client {
  constructor(settings: ClientSettings = {}) {
    super(settings);
    if (settings.requiresBinding === true) this.#requireBinding();
  }

  /** These listeners are before those of the driver, which sends nothing on a destroyed stream. */
  #requireBinding(): void {
    const { connection } = this;
    let isProven = false;
    const refuse = () => {
      connection.stream.destroy();
      connection.emit('error', refusal());
    };
    // A server may send everything at once. After an error the driver would still take it for ready.
    connection.on('error', () => connection.removeAllListeners('readyForQuery'));
    for (const name of UNBOUND) connection.on(name, refuse);
    connection.on('authenticationSASL', ({ mechanisms }: { mechanisms: readonly string[] }) => {
      if (!mechanisms.includes(BOUND)) refuse();
    });
    // The driver checks the proof after this, and emits an error where it is wrong.
    connection.on('authenticationSASLFinal', () => (isProven = true));
    connection.on('authenticationOk', () => {
      if (!isProven) refuse();
    });
  }
}
