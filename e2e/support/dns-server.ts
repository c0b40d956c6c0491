/** A DNS server on loopback with the answers of a test. */
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { decode, encode } from 'dns-packet';

/** The texts of TXT records, or the number of a failure; `silent` never answers. */
export type DnsAnswer = readonly string[] | 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'silent';

const CODES = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

export interface DnsServer {
  /** The address in the form of `GROVE_DNS_SERVERS`. */
  address: string;
  /** The answers by the name of the record; NXDOMAIN for others. */
  answers: Map<string, DnsAnswer>;
  /** The requested names, in order. */
  asked: string[];
  stop(): Promise<void>;
}

export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const answers = new Map<string, DnsAnswer>();
  const asked: string[] = [];
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const name = questions[0]?.name.toLowerCase() ?? '';
    asked.push(name);
    const answer = answers.get(name) ?? 'NXDOMAIN';
    if (answer === 'silent') return;
    const isFailure = typeof answer === 'string';
    const reply = encode({
      type: 'response',
      id: id ?? 0,
      // RD and RA.
      flags: 0x0180 | (isFailure ? CODES[answer] : 0),
      questions,
      answers: isFailure
        ? []
        : answer.map((text) => ({
            type: 'TXT',
            name,
            ttl: 0,
            data: text.match(/.{1,200}/g) ?? '',
          })),
    });
    socket.send(reply, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port }: AddressInfo = socket.address();
  return {
    address: `127.0.0.1:${port}`,
    answers,
    asked,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
