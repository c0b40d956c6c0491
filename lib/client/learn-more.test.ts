import { describe, expect, it } from 'vitest';
import { learnMorePath, TOPICS, type Topic } from '#lib/client/learn-more.ts';
import documents from '#lib/generated/docs/index.json' with { type: 'json' };
import pages from '#lib/generated/docs/pages.json' with { type: 'json' };

const PAGES = Object.entries(pages);

const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

/** The addresses that exist: each document, and each of its headings. */
const addresses = new Set(
  PAGES.flatMap(([slug, { html }]) => [
    `/docs/${slug}`,
    ...idsOf(html).map((id) => `/docs/${slug}#${id}`),
  ]),
);

describe('the documents in the console', () => {
  it.each(Object.keys(TOPICS) as Topic[])('"Learn more" about %s leads to a heading', (topic) => {
    expect(addresses).toContain(learnMorePath(topic));
  });

  it('link only to documents and headings that exist', () => {
    const links = PAGES.flatMap(([slug, { html }]) =>
      [...html.matchAll(/<a href="([/#][^"]*)"/g)].map(([, href = '']) =>
        href.startsWith('#') ? `/docs/${slug}${href}` : href,
      ),
    );
    expect(links).not.toEqual([]);
    expect(links.filter((link) => !addresses.has(link))).toEqual([]);
  });

  it('give each heading an address of its own', () => {
    const twice = PAGES.filter(([, { html }]) => new Set(idsOf(html)).size < idsOf(html).length);
    expect(twice.map(([slug]) => slug)).toEqual([]);
  });

  it('the palette finds only headings that exist', () => {
    const found = documents.flatMap(({ slug, headings }) =>
      headings.map(({ id }) => `/docs/${slug}#${id}`),
    );
    expect(found.filter((address) => !addresses.has(address))).toEqual([]);
  });
});
