/** Searches the server for the text in the palette. */
import { isSignedOut } from '#lib/client/api.ts';
import type { Grants } from '#lib/client/access/capabilities.ts';
import { groupPath, parentUid } from '#lib/client/paths.ts';
import { readPage } from '#lib/client/resources/queries.ts';
import { uniqueRows } from '#lib/client/resources/unique.ts';
import { byCloseness } from '#lib/client/search/closeness.ts';
import type { Sought } from '#lib/client/search/recognize.ts';
import {
  ADVISORIES,
  candidates,
  type Hit,
  SEARCHED,
  type Source,
  TAGS,
} from '#lib/client/search/sources.ts';

/** Per kind; the lists show the rest. */
const SHOWN = 5;
/** Of these, the closest are shown. */
const RANKED = 20;

export interface FoundSection {
  title: string;
  hits: Hit[];
  /** The total in all groups that the caller can reach. */
  total: number;
  /** The tab and the filter that show all results; null if no list has the filter. */
  more: { source: Source; query: string } | null;
}

/** What a search has found so far, by kind. */
export interface Found {
  sections: FoundSection[];
  /** The titles of failed searches, with the first reason. */
  failed: { titles: string[]; error: unknown } | null;
}

interface Question {
  source: Source;
  /** The typed text, where a result may have it as a part. */
  text?: string;
  filter: Record<string, string>;
  more: string | null;
}

function questionsFor(sought: Sought): Question[] {
  switch (sought.kind) {
    case 'uid':
      return candidates(sought.uid).map((source) => ({
        source,
        filter: { 'uidp.ids': sought.uid },
        more: null,
      }));
    case 'digest':
      return [{ source: TAGS, filter: { digest: sought.digest }, more: null }];
    case 'vulnerability':
      return [
        { source: ADVISORIES, text: sought.id, filter: { query: sought.id }, more: sought.id },
      ];
    case 'text':
      return SEARCHED.map((source) => ({
        source,
        text: sought.text,
        filter: { query: sought.text, ...(source.order && { order_by: source.order }) },
        more: sought.text,
      }));
  }
}

async function ask(question: Question, signal: AbortSignal): Promise<FoundSection> {
  const { source, text, filter, more } = question;
  const size = text === undefined ? SHOWN : RANKED;
  const read = (query: Record<string, string>) =>
    readPage<{ uid: string }>(source.path, { ...query, page_size: String(size) }, signal);
  const list = await read(filter);
  const total = Number(list.totalCount);
  const isPart = total > list.rows.length && text !== undefined;
  // The whole name may be behind others that have it as a part.
  const named = isPart && source.isNamed ? await read({ name: text }) : null;
  const hits = uniqueRows([...(named?.rows ?? []), ...list.rows]).map((row) => ({
    uid: row.uid,
    holder: parentUid(row.uid),
    ...source.hitOf(row as never),
  }));
  const closest = byCloseness(text ?? '', hits, ({ label, detail }) => [label, detail]);
  // The overview lists nothing, so what belongs there has no list to show the rest of.
  const hasList = more !== null && source.tab !== 'overview';
  return {
    title: source.title,
    hits: closest.slice(0, SHOWN),
    total,
    more: hasList ? { source, query: more } : null,
  };
}

/** @throws the first error if every search failed or the session ended. */
export async function find(
  sought: Sought,
  grants: Grants | undefined,
  signal: AbortSignal,
): Promise<Found> {
  // Not lists for which the caller has no capability anywhere.
  const maySee = ({ source: { list, collection } }: Question) =>
    collection === 'roles' || !grants || Object.values(grants).some((held) => held.includes(list));
  const questions = questionsFor(sought).filter(maySee);
  const answers = await Promise.allSettled(questions.map((question) => ask(question, signal)));
  const sections: FoundSection[] = [];
  const titles: string[] = [];
  const errors: unknown[] = [];
  for (const [index, answer] of answers.entries()) {
    if (answer.status === 'fulfilled') sections.push(answer.value);
    else {
      titles.push(questions[index]?.source.title ?? '');
      errors.push(answer.reason);
    }
  }
  const fatal = errors.find(isSignedOut) ?? (sections.length === 0 ? errors[0] : undefined);
  if (fatal !== undefined) throw fatal;
  return {
    sections: sections.filter(({ hits }) => hits.length > 0),
    failed: errors.length > 0 ? { titles, error: errors[0] } : null,
  };
}

/** The uids whose names distinguish results with the same name. */
export const holdersOf = ({ sections }: Found): string[] =>
  [...new Set(sections.flatMap(({ hits }) => hits.flatMap(({ holder }) => holder ?? [])))].sort();

export const morePath = (
  group: string,
  { source, query }: NonNullable<FoundSection['more']>,
): string => `${groupPath(group, source.tab)}?${new URLSearchParams({ scope: 'below', query })}`;
