/** Tests whether a registry can be read, and reports what it lists or the kind of problem. */
import { eitherSignal } from '#lib/abort-signals.ts';
import { config } from '#lib/config.ts';
import { RegistryClient, type NamePage } from './client.ts';
import { Deadline } from './deadline.ts';
import { isRegistryError, RegistryError, type RegistryProblem } from './errors.ts';
import type { RegistryAccess } from './http.ts';
import { isRepositoryName } from './names.ts';
import { sentText } from './tokens.ts';

interface Seen {
  /** The step that failed; absent if the test succeeded. */
  step?: 'REGISTRY' | 'CATALOG' | 'TAGS';
  /** Repositories on the first page of the catalog; absent if that was not read. */
  repositories?: number;
  moreRepositories: boolean;
}

export interface RegistryReport extends Seen {
  outcome: 'OK' | 'DENIED' | 'UNAVAILABLE' | 'INVALID';
  /** Sentences for the person who configures the registry. */
  description: string;
  /** Whether the registry, or its token server, has the password. */
  passwordSent: boolean;
}

const outcomeOf = (problem: RegistryProblem): RegistryReport['outcome'] =>
  problem === 'DENIED' || problem === 'INVALID' ? problem : 'UNAVAILABLE';

/**
 * Sends the first requests of a sync. Each is tried once, because a person waits.
 *
 * @param signal of the person. @throws its reason.
 */
export async function testRegistry(
  access: RegistryAccess,
  signal?: AbortSignal,
): Promise<RegistryReport> {
  // One request has half of the time, so this ends tests of registries that respond slowly.
  const limitMs = 2 * config().pace.registryTimeoutMs;
  const late = new RegistryError('LATE', `the registry needs more than ${limitMs / 1_000} s`);
  const deadline = new Deadline(limitMs, late);
  const client = RegistryClient.open(access, eitherSignal(deadline.signal, signal), 1);
  const seen: Seen = { moreRepositories: false };
  try {
    const texts = await look(client, seen);
    const { hasSentPassword } = client;
    const isUnasked = access.credentials !== null && !hasSentPassword;
    const sent = isUnasked
      ? 'it asked for no password, so none was sent'
      : sentText(hasSentPassword);
    return reportOf(client, seen, 'OK', [...texts, sent]);
  } catch (error) {
    if (!isRegistryError(error)) throw error;
    const { message, problem } = error;
    const sent = sentText(client.hasSentPassword);
    const texts = message.includes(sent) ? [message] : [message, sent];
    return reportOf(client, seen, outcomeOf(problem), texts);
  } finally {
    deadline.clear();
    client.close();
  }
}

/** Notes what it has seen, and the step that it is at. @returns what the registry has. */
async function look(client: RegistryClient, seen: Seen): Promise<string[]> {
  seen.step = 'REGISTRY';
  if ((await client.ping()) === 404) {
    throw new RegistryError('INVALID', 'there is no registry at this address, only a web server');
  }
  seen.step = 'CATALOG';
  const catalog = await client.catalog(null);
  seen.repositories = catalog.names.length;
  seen.moreRepositories = catalog.next !== null;
  seen.step = 'TAGS';
  const repository = catalog.names.find(isRepositoryName);
  const texts = [`the registry lists ${countText(catalog, 'repository', 'repositories')}`];
  if (repository !== undefined) {
    const tags = (await client.tags(repository, null)) ?? { names: [], next: null };
    texts.push(`repository ${repository} has ${countText(tags, 'tag', 'tags')}`);
  }
  delete seen.step;
  return texts;
}

function countText({ names: { length }, next }: NamePage, one: string, many: string): string {
  if (next !== null) return `more than ${length} ${many}`;
  return length === 1 ? `1 ${one}` : `${length || 'no'} ${many}`;
}

function reportOf(
  { hasSentPassword }: RegistryClient,
  seen: Seen,
  outcome: RegistryReport['outcome'],
  texts: readonly string[],
): RegistryReport {
  const description = texts.map(sentence).join(' ');
  return { outcome, ...seen, description, passwordSent: hasSentPassword };
}

/** Addresses and names at the beginning stay as they are. */
const sentence = (text: string) =>
  `${text.replace(/^[a-z](?=[a-z]+ )/, (letter) => letter.toUpperCase())}.`;
