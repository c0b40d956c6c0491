/** The message of a digest, as text and as a page. */
import type { Message } from './message.ts';
import { here, oneLine } from './wording.ts';

/** A row of the list, in words. */
export interface DigestLine {
  title: string;
  detail: string;
}

export interface Digest {
  to: string;
  /** The same for each attempt to say the same. */
  id: string;
  /** "12 new critical advisories". */
  phrase: string;
  group: string;
  view: { name: string; url: string };
  /** From when on it counts changes; null where it says how things are now. */
  since: Date | null;
  timeZone: string;
  /** As a clause: "each day at 8:00". */
  schedule: string;
  lines: readonly DigestLine[];
  /** How many there are besides the lines. */
  more: number;
  unsubscribeUrl: string;
}

/** Longer texts would fill the message. */
const MAX_TEXT = 160;

const short = (text: string) => {
  const line = oneLine(text);
  return line.length <= MAX_TEXT ? line : `${line.slice(0, MAX_TEXT - 1).trimEnd()}…`;
};

/** "Fri, 27 Nov 2026, 08:00 (Europe/Berlin)". */
function timeText(time: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return `${format.format(time)} (${timeZone})`;
}

/** The parts that both forms have. */
function partsOf(digest: Digest) {
  const { phrase, group, view, since, timeZone, schedule, more, lines } = digest;
  const { name, url } = here();
  return {
    title: `${phrase} in ${short(group)}`,
    when: since === null ? 'Now' : `Since ${timeText(since, timeZone)}`,
    view: short(view.name),
    lines: lines.map((line) => ({ title: short(line.title), detail: short(line.detail) })),
    more: more === 0 ? '' : `and ${more} more`,
    why: `You asked ${name} (${url}) for this view, ${schedule}, if there is something to say.`,
    name,
  };
}

export function digestMail(digest: Digest): Message {
  const parts = partsOf(digest);
  const { to, id, unsubscribeUrl } = digest;
  return {
    to,
    id,
    unsubscribeUrl,
    subject: `${parts.title} (${parts.name})`,
    text: textOf(digest, parts),
    html: htmlOf(digest, parts),
  };
}

type Parts = ReturnType<typeof partsOf>;

function textOf({ view, unsubscribeUrl }: Digest, parts: Parts): string {
  const rows = parts.lines.map(({ title, detail }) =>
    detail === '' ? `- ${title}` : `- ${title}: ${detail}`,
  );
  const list = [...rows, ...(parts.more === '' ? [] : [`- ${parts.more}`])];
  return `${[
    `${parts.title}.`,
    parts.when,
    list.join('\n'),
    `The view "${parts.view}":\n${view.url}`,
    parts.why,
    `To get no more of these:\n${unsubscribeUrl}`,
  ].join('\n\n')}\n`;
}

/** Marks of HTML in names are text. */
const escaped = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Colors of both schemes. Programs that know no schemes show the light one, which stands in the attributes. */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #16181d !important; color: #e6e8ec !important; }
  .soft { color: #a3a9b5 !important; }
  .line { border-color: #2c313a !important; }
  .open { background: #e6e8ec !important; color: #16181d !important; }
}`;

const FONT = 'font-family: system-ui, -apple-system, Segoe UI, Roboto, sans-serif';
const SOFT = 'class="soft" style="color: #59606d';

function rowHtml({ title, detail }: DigestLine): string {
  const below =
    detail === '' ? '' : `<br><span ${SOFT}; font-size: 14px">${escaped(detail)}</span>`;
  return `<li class="line" style="padding: 10px 0; border-top: 1px solid #e3e6eb; overflow-wrap: anywhere">${escaped(title)}${below}</li>`;
}

function htmlOf({ view, unsubscribeUrl }: Digest, parts: Parts): string {
  const { title, when, lines, more, why } = parts;
  const rest = more === '' ? '' : `<p ${SOFT}; margin: 0 0 16px">${escaped(more)}</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${STYLE}
</style>
</head>
<body class="page" style="margin: 0; padding: 24px 16px; background: #ffffff; color: #1b1e24; ${FONT}; font-size: 16px; line-height: 1.45">
<div style="max-width: 560px; margin: 0 auto">
<h1 style="font-size: 22px; line-height: 1.3; margin: 0 0 4px">${escaped(title)}</h1>
<p ${SOFT}; margin: 0 0 16px">${escaped(when)} · view “${escaped(parts.view)}”</p>
<ul style="list-style: none; margin: 0 0 8px; padding: 0">
${lines.map(rowHtml).join('\n')}
</ul>
${rest}
<p style="margin: 16px 0 24px"><a class="open" href="${escaped(view.url)}" style="display: inline-block; padding: 10px 16px; border-radius: 8px; background: #1b1e24; color: #ffffff; text-decoration: none">Open the view</a></p>
<p ${SOFT}; font-size: 13px; margin: 0">${escaped(why)} <a ${SOFT}" href="${escaped(unsubscribeUrl)}">Get no more of these</a></p>
</div>
</body>
</html>
`;
}
