/** Renders the documents for the console, which serves them at `/docs`. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked } from 'marked';

export const DOCUMENTS_FOLDER = 'lib/generated/docs';

/** The fragment of a heading's address, as GitHub makes it. @param {string} heading the shown text */
export const headingSlug = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** @returns {string[]} paths below `docs` */
export const documentFiles = () =>
  readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md'))
    .sort();

/** @param {string} path below `docs` */
const slugOf = (path) => path.replace(/(?:\/?README)?\.md$/, '');

/**
 * The address in the console; undefined for a file that the console does not serve.
 *
 * @param {string} from
 * @param {string} href
 */
function addressOf(from, href) {
  if (/^[a-z]+:|^#/.test(href)) return href;
  const [file = '', heading] = href.split('#');
  const path = posix.join(posix.dirname(from), file);
  if (path.startsWith('..') || !path.endsWith('.md')) return undefined;
  return `/docs/${slugOf(path)}${heading === undefined ? '' : `#${heading}`}`;
}

/** Makes each wide table and block of code scroll by itself, by keyboard too. @param {string} html */
const scrolling = (html) =>
  html
    .replaceAll('<table>', '<div class="scrolling" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');

/** @param {string} path below `docs` */
function render(path) {
  /** @type {{ text: string, id: string }[]} */
  const headings = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const text = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = headingSlug(text);
        headings.push({ text, id });
        const inner = depth === 1 ? html : `<a href="#${id}">${html}</a>`;
        return `<h${depth} id="${id}">${inner}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens);
        const address = addressOf(path, href);
        return address === undefined ? html : `<a href="${address}">${html}</a>`;
      },
    },
  });
  const text = readFileSync(join('docs', path), 'utf8').replaceAll(/<!--[^]*?-->\n?/g, '');
  const html = scrolling(String(marked.parse(text)));
  return { slug: slugOf(path), title: headings[0]?.text ?? path, html, headings };
}

/** Writes the pages, and an index of their headings without single decisions, for the palette. */
export function writeDocuments() {
  const pages = documentFiles().map(render);
  const index = pages
    .filter(({ slug }) => !slug.startsWith('decisions/'))
    .sort((a, b) => a.title.localeCompare(b.title, 'en'))
    .map(({ slug, title, headings }) => ({ slug, title, headings: headings.slice(1) }));
  mkdirSync(DOCUMENTS_FOLDER, { recursive: true });
  const served = pages.map(({ slug, title, html }) => [slug, { title, html }]);
  const write = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    writeFileSync(join(DOCUMENTS_FOLDER, name), JSON.stringify(value));
  write('pages.json', Object.fromEntries(served));
  write('index.json', index);
}
