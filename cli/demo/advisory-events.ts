/** The events of an advisory: detected, analysed, and resolved one way or the other. */
import type { EVENT_STATUS } from '#lib/resources/advisory-statuses.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import type { Random } from './random.ts';
import { after, DAY_MS, earlier, HOUR_MS, moment } from './times.ts';
import { JUSTIFICATIONS } from './weaknesses.ts';
import type { Component } from './weaknesses.ts';

export interface Finding {
  component: Component;
  subpackage: string;
  versionText: string;
  fixedVersion: string;
  /** The author of the event that resolves it. */
  authors: readonly string[];
  createTime: Date;
  now: Date;
}

type Kind = keyof typeof EVENT_STATUS;

/** The outcome after a number of days. New advisories are rarely resolved. */
function endOf(random: Random, days: number): Kind {
  if (days < 3) return random.weighted({ detection: 9, truePositiveDetermination: 1 });
  if (days < 21) {
    return random.weighted({
      detection: 30,
      fixed: 34,
      falsePositiveDetermination: 16,
      truePositiveDetermination: 12,
      pendingUpstreamFix: 8,
    });
  }
  return random.weighted({
    detection: 5,
    fixed: 62,
    falsePositiveDetermination: 20,
    truePositiveDetermination: 3,
    pendingUpstreamFix: 4,
    fixNotPlanned: 4,
    analysisNotPlanned: 2,
  });
}

const NOTES: Partial<Record<Kind, string>> = {
  truePositiveDetermination: 'Reproduced in a fresh container.',
  pendingUpstreamFix: 'A patch is under review upstream.',
  fixNotPlanned: 'The line is out of support; move to a newer one.',
  analysisNotPlanned: 'Disputed and of no consequence here.',
};

export interface History {
  /** Oldest first. */
  events: JsonObject[];
  kind: Kind;
  updateTime: Date;
}

export function historyOf(random: Random, finding: Finding): History {
  const { createTime, now, authors } = finding;
  const end = endOf(random, (now.getTime() - createTime.getTime()) / DAY_MS);
  const between = end !== 'detection' && end !== 'truePositiveDetermination' && random.chance(0.3);
  const kinds: Kind[] = ['detection'];
  if (between) kinds.push('truePositiveDetermination');
  if (end !== 'detection') kinds.push(end);
  let time = createTime;
  const events = kinds.map((kind, index): JsonObject => {
    if (index > 0) {
      const latest = after(time, (index === 1 ? 5 : 25) * DAY_MS);
      time = earlier(now, moment(random, after(time, HOUR_MS), earlier(now, latest)));
    }
    return {
      uid: random.hex(16),
      createTime: time.toISOString(),
      author: index === 0 ? 'scanner@acme.example' : random.pick(authors),
      [kind]: bodyOf(random, kind, finding),
    };
  });
  return { events, kind: end, updateTime: time };
}

function bodyOf(random: Random, kind: Kind, finding: Finding): JsonObject {
  const { component, subpackage, versionText, fixedVersion } = finding;
  if (kind === 'fixed') return { fixedVersion, note: '' };
  if (kind === 'falsePositiveDetermination') {
    const type = random.pick(Object.keys(JUSTIFICATIONS) as (keyof typeof JUSTIFICATIONS)[]);
    return { type, note: JUSTIFICATIONS[type] };
  }
  if (kind !== 'detection') return { note: NOTES[kind] ?? '' };
  if (random.chance(0.15)) {
    const cpe = `cpe:2.3:a:*:${component.name.split('/').at(-1) ?? ''}:*:*:*:*:*:*:*:*`;
    return { nvdApi: { cpeSearched: cpe, cpeFound: cpe } };
  }
  if (random.chance(0.03)) return { manual: {} };
  const scan = {
    scanner: 'grype',
    subpackage,
    component: component.name,
    componentVersion: versionText,
    componentType: component.type,
    componentLocation: component.location,
  };
  return { scan };
}
