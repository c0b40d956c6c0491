/**
 * `npm run bench -- --searches`: how long others wait while two callers search a million advisories
 * for a text that none of them has.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from './client.ts';
import { dataSet } from './data-set.ts';
import { drive } from './load.ts';
import type { Figures, Session } from './load.ts';
import { median, UNREACHED } from './measure.ts';
import { startServer } from './processes.ts';
import type { RunningServer } from './processes.ts';
import { ADDRESS, adoptSettings } from './settings.ts';
import type { Landmarks, Size } from './sizes.ts';

/** As many advisories as the large set, in a few groups, so that the data is created sooner. */
const SIZE: Size = {
  name: 'searched',
  groups: 40,
  repos: 1_000,
  advisories: 1_000_000,
  identities: 300,
};

const ROUNDS = 5;
const WINDOW_MS = 3_000;
const SETTLE_MS = 4_000;
const TOKEN_SECONDS = 60 * 60;
const ADVISORIES = '/vulnerabilities/v2beta1/advisories';
const SEARCH = `${ADVISORIES}?query=nothing-like-it`;

/** The requests of others: a resource, children, and two lists. */
function readsOf({ root }: Landmarks): Session {
  const paths = [
    `/iam/v2beta1/groups/${root}`,
    `/iam/v2beta1/groups?uidp.children_of=${root}`,
    '/registry/v2beta1/repos?order_by=name',
    `${ADVISORIES}?uidp.descendants_of=${root}&order_by=created_at%20desc`,
  ];
  return async (send, turn) => {
    await send('GET', paths[turn % paths.length] ?? '');
  };
}

/** Searches one after the other until the end. @returns how long each took, in milliseconds. */
async function search(port: number, token: string, until: Promise<unknown>): Promise<number[]> {
  const connection = new Connection(port);
  const over = until.then(() => true);
  const took: number[] = [];
  try {
    for (;;) {
      const start = performance.now();
      const { status, body } = await connection.send('GET', SEARCH, token);
      if (status !== 200 && status !== 504) throw new Error(`${status} ${body.toString()}`);
      took.push(performance.now() - start);
      if (await Promise.race([over, wait(0, false)])) return took;
    }
  } finally {
    connection.close();
  }
}

interface Round {
  alone: Figures;
  beside: Figures;
  searches: number[];
}

async function measureRound(
  server: RunningServer,
  session: Session,
  { reader, searchers, connections }: Callers & { connections: number },
): Promise<Round> {
  const run = { session, token: reader, connections, ms: WINDOW_MS };
  const alone = await drive([server], run);
  const others = drive([server], run);
  const searches = searchers.map((token) => search(server.port, token, others));
  return { alone, beside: await others, searches: (await Promise.all(searches)).flat() };
}

interface Callers {
  reader: string;
  searchers: readonly string[];
}

/** Prints a table, in Markdown. */
export async function measureSearches(): Promise<void> {
  console.error('making the data set where it is missing');
  const { folder, landmarks } = dataSet(SIZE);
  const env = { GROVE_DATA_DIR: folder, GROVE_URL: ADDRESS, ...UNREACHED };
  adoptSettings(env);
  const { mintToken } = await import('#lib/auth/tokens/minting.ts');
  const mint = (uid: string) => mintToken(uid, TOKEN_SECONDS, { url: ADDRESS });
  const reader = await mint(landmarks.callers.owner.uid);
  const callers = { reader, searchers: [reader, await mint(landmarks.callers.scattered.uid)] };
  const path = `/iam/v2beta1/groups/${landmarks.root}`;
  const server = await startServer('Grove', 'server.ts', { env, path, token: reader });
  try {
    // The pages load after the first response, which is no cost of a search.
    await wait(SETTLE_MS);
    const session = readsOf(landmarks);
    const warmUp = { session, token: reader, connections: 4, ms: WINDOW_MS };
    await drive([server], warmUp);
    await search(server.port, reader, Promise.resolve());
    console.log(
      '| connections | p50 ms | p99 ms | p50 beside searches | p99 beside searches | ratio of p99 | searches | a search, s |\n| - | - | - | - | - | - | - | - |',
    );
    for (const connections of [1, 4]) {
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push(await measureRound(server, session, { ...callers, connections }));
      }
      console.log(rowOf(connections, rounds));
    }
  } finally {
    await server.stop();
  }
}

function rowOf(connections: number, rounds: readonly Round[]): string {
  const of = (figure: (round: Round) => number) => median(rounds.map(figure)).toFixed(2);
  const searches = rounds.flatMap((round) => round.searches);
  const cells = [
    connections,
    of(({ alone }) => alone.p50),
    of(({ alone }) => alone.p99),
    of(({ beside }) => beside.p50),
    of(({ beside }) => beside.p99),
    of(({ alone, beside }) => beside.p99 / alone.p99),
    searches.length,
    (median(searches) / 1_000).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}
