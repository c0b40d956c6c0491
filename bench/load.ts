/** Runs a workload against a server for some time, and reports its speed. */
import { Connection } from './client.ts';
import { cpuSeconds } from './processes.ts';
import type { RunningServer } from './processes.ts';

/** Sends a request and returns the body; fails for any status except 200. */
export type Send = (method: string, path: string, body?: string) => Promise<string>;

/** One turn of one client, by the number of the turn. */
export type Session = (send: Send, turn: number) => Promise<void>;

export interface Figures {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  longest: number;
  /** Milliseconds of the server's processor time. */
  cpuPerRequest: number;
}

/** The maximum number of requests, in case a server is quicker than expected. */
const MOST_REQUESTS = 100_000;

/** Sends to one connection after the other. */
function sender(
  connections: readonly Connection[],
  token: string,
  onReply: (ms: number) => void,
): Send {
  let turn = 0;
  return async (method, path, body) => {
    const start = performance.now();
    const connection = connections[(turn += 1) % connections.length];
    if (connection === undefined) throw new Error('there are no servers');
    const reply = await connection.send(method, path, token, body);
    onReply(performance.now() - start);
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.body.toString()}`);
    return reply.body.toString();
  };
}

/** @param servers which get the requests of each client in turn. */
export async function drive(
  servers: readonly RunningServer[],
  {
    session,
    token,
    connections,
    ms,
  }: {
    session: Session;
    token: string;
    connections: number;
    ms: number;
  },
): Promise<Figures> {
  const latencies: number[] = [];
  let turn = 0;
  const cpuSoFar = () => servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  const cpu = cpuSoFar();
  const start = performance.now();
  const isOver = () => performance.now() - start >= ms || latencies.length >= MOST_REQUESTS;
  const client = async (nth: number) => {
    // Clients begin with different servers.
    const own = servers.map((_, at) => servers[(at + nth) % servers.length]?.port ?? 0);
    const opened = own.map((port) => new Connection(port));
    try {
      const send = sender(opened, token, (latency) => latencies.push(latency));
      while (!isOver()) await session(send, (turn += 1));
    } finally {
      for (const connection of opened) connection.close();
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, nth) => client(nth)));
  const seconds = (performance.now() - start) / 1_000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
  return {
    requestsPerSecond: latencies.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    longest: at(1),
    cpuPerRequest: ((cpuSoFar() - cpu) / latencies.length) * 1_000,
  };
}

/** Every response of one session, in order. */
export async function record(
  server: RunningServer,
  session: Session,
  token: string,
): Promise<string[]> {
  const connection = new Connection(server.port);
  const bodies: string[] = [];
  try {
    const send = sender([connection], token, () => {});
    await session(async (...request) => {
      const body = await send(...request);
      bodies.push(body);
      return body;
    }, 0);
  } finally {
    connection.close();
  }
  return bodies;
}
