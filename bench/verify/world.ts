/** The server on a copy of a data set, and its callers. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Random } from '../../cli/demo/random.ts';
import type { Landmarks } from '../sizes.ts';
import { startServer } from '../processes.ts';
import type { RunningServer } from '../processes.ts';
import { Api } from './api.ts';
import { Expected } from './expected.ts';
import { ADDRESS } from '../settings.ts';
import { Statements } from './statements.ts';

export interface Caller {
  name: string;
  /** The token acts as all of them. */
  identities: readonly string[];
  token: string;
}

const TOKEN_SECONDS = 3_600;

export class World {
  readonly landmarks: Landmarks;
  /** A plain connection to the same file. */
  readonly statements: Statements;
  readonly expected: Expected;
  /** The uids of the data set's groups. The top ones, which are the largest, come first. */
  readonly groups: readonly string[];
  callers: Caller[] = [];
  #server: RunningServer | undefined;
  #api: Api | undefined;
  readonly #env: Record<string, string>;

  constructor(folder: string, landmarks: Landmarks) {
    this.landmarks = landmarks;
    this.#env = { GROVE_DATA_DIR: folder, GROVE_URL: ADDRESS };
    const database = new Database(join(folder, 'grove.db'));
    database.pragma('cache_size = -262144');
    this.statements = new Statements(database);
    this.expected = new Expected(this.statements);
    this.groups = this.statements.column('SELECT "uid" FROM "Group" ORDER BY length("uid"), "uid"');
  }

  /** A random group; half of the time one of the hundred largest. */
  group(random: Random): string {
    return random.pick(random.chance(0.5) ? this.groups.slice(0, 100) : this.groups);
  }

  get api(): Api {
    if (this.#api === undefined) throw new Error('the server does not run');
    return this.#api;
  }

  get port(): number {
    return this.#server?.port ?? 0;
  }

  get owner(): Caller {
    const [owner] = this.callers;
    if (owner === undefined) throw new Error('nobody may call');
    return owner;
  }

  /** @returns the milliseconds to its first response. */
  async start(): Promise<number> {
    const token = await this.token([this.landmarks.callers.owner.uid]);
    const path = `/iam/v2beta1/groups/${this.landmarks.root}`;
    this.#server = await startServer('Grove', 'server.ts', { env: this.#env, path, token });
    this.#api = new Api(this.#server.port);
    return this.#server.startMs;
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    this.#api?.close();
    await this.#server?.stop(signal);
  }

  async close(): Promise<void> {
    await this.stop();
    this.statements.database.close();
  }

  async token(identities: readonly string[]): Promise<string> {
    const { mintToken } = await import('#lib/auth/tokens/minting.ts');
    const subject = identities[0] ?? '';
    const act = { iss: ADDRESS, sub: subject };
    return mintToken(subject, TOKEN_SECONDS, { identities, act, url: ADDRESS });
  }

  async addCaller(name: string, identities: readonly string[]): Promise<void> {
    this.callers.push({ name, identities, token: await this.token(identities) });
    // Otherwise the server would update their last-seen time every minute, which changes an order.
    const later = Date.now() + TOKEN_SECONDS * 1_000;
    for (const uid of identities) {
      this.statements.run('UPDATE "Identity" SET "lastSeenTime" = ? WHERE "uid" = ?', later, uid);
    }
  }
}
