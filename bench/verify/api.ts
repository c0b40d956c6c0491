/** Calls Grove's JSON over HTTP, as one caller after the other. */
import type { Json } from '../../e2e/api/harness.ts';
import { Connection } from '../client.ts';

export interface Answer {
  status: number;
  body: Json;
}

export class Api {
  readonly #connection: Connection;

  constructor(port: number) {
    this.#connection = new Connection(port);
  }

  async call(method: string, path: string, token: string, body?: Json): Promise<Answer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const reply = await this.#connection.send(method, path, token, text);
    const answer = reply.body.toString();
    return { status: reply.status, body: answer === '' ? {} : (JSON.parse(answer) as Json) };
  }

  /** @throws Error for any status except 200. */
  async done(method: string, path: string, token: string, body?: Json): Promise<Json> {
    const answer = await this.call(method, path, token, body);
    if (answer.status === 200) return answer.body;
    throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  }

  close(): void {
    this.#connection.close();
  }
}
