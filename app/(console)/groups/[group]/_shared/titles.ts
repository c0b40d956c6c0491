/** The titles of browser tabs: the thing, its group, the organization. */
import { QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { cache } from 'react';
import { prefetch } from '#app/(console)/prefetch.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { ancestorsQuery, type collectionClient, groups } from '#lib/client/resources/queries.ts';

type Client<Row extends { uid: string }> = Pick<
  ReturnType<typeof collectionClient<string, Row>>,
  'versioned'
>;

/** A group and the groups above it, read once for a page and its title. */
export const readGroup = cache((uid: string) => prefetch(new QueryClient(), groups.versioned(uid)));
export const readAncestors = cache((uid: string) =>
  prefetch(new QueryClient(), ancestorsQuery(uid)),
);

/** "identity · acme": a group, and the topmost group above it that the visitor sees. */
export async function placeOf(uid: string): Promise<string> {
  const [group, above] = await Promise.all([readGroup(uid), readAncestors(uid)]);
  const [top] = [...(above?.groups ?? [])].sort((a, b) => a.uid.length - b.uid.length);
  return [group?.body.name ?? 'Group', top?.name].filter(Boolean).join(' · ');
}

interface Props {
  params: Promise<Record<string, string>>;
}

/**
 * The title of a resource's page: its name.
 *
 * @param segment the part of the address with the uid.
 * @param word the title if the resource cannot be read.
 */
export const titledBy =
  <Row extends { uid: string }>(
    client: Client<Row>,
    segment: string,
    word: string,
    nameOf: (row: Row) => string,
  ) =>
  async ({ params }: Props): Promise<Metadata> => {
    const uid = uidOfSegment((await params)[segment] ?? '');
    const found = await prefetch(new QueryClient(), client.versioned(uid));
    return { title: found ? nameOf(found.body) : word };
  };
