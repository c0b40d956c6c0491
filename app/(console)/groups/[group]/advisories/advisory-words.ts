import type { AdvisoryEvent } from '#lib/client/resources/resources.ts';

export const STATUS_LABELS: Readonly<Record<string, string>> = {
  DETECTION: 'Detected',
  TRUE_POSITIVE_DETERMINATION: 'Affected',
  FALSE_POSITIVE_DETERMINATION: 'Not affected',
  FIXED: 'Fixed',
  PENDING_UPSTREAM_FIX: 'Waiting for upstream',
  FIX_NOT_PLANNED: 'No fix planned',
  ANALYSIS_NOT_PLANNED: 'No analysis planned',
  STATUS_UNSPECIFIED: 'No status',
};

export const ARTIFACT_TYPES = [
  { id: 'apk', label: 'Package (apk)' },
  { id: 'image', label: 'Image' },
  { id: 'library', label: 'Library' },
];

const JUSTIFICATIONS: Readonly<Record<string, string>> = {
  VULNERABILITY_RECORD_ANALYSIS_CONTESTED: 'The analysis in the vulnerability record is contested',
  COMPONENT_VULNERABILITY_MISMATCH: 'The vulnerability is in another component',
  VULNERABLE_CODE_VERSION_NOT_USED: 'The vulnerable version is not used',
  VULNERABLE_CODE_NOT_INCLUDED_IN_PACKAGE: 'The vulnerable code is not in the package',
  VULNERABLE_CODE_NOT_IN_EXECUTION_PATH: 'The vulnerable code is never run',
  VULNERABLE_CODE_CANNOT_BE_CONTROLLED_BY_ADVERSARY:
    'An adversary cannot control the vulnerable code',
  INLINE_MITIGATIONS_EXIST: 'Mitigations are in place',
};

export function statusText(status: string): string {
  return STATUS_LABELS[status] ?? status;
}

/** The kind of an event, and the line below it. */
export function eventText(event: AdvisoryEvent): { title: string; detail: string } {
  if (event.fixed) {
    const { fixedVersion = '', note = '' } = event.fixed;
    return { title: fixedVersion === '' ? 'Fixed' : `Fixed in ${fixedVersion}`, detail: note };
  }
  if (event.falsePositiveDetermination) {
    const { type = '', note = '' } = event.falsePositiveDetermination;
    return {
      title: 'Determined to be a false positive',
      detail: [JUSTIFICATIONS[type] ?? type, note].filter(Boolean).join('. '),
    };
  }
  if (event.detection) return { title: 'Detected', detail: detectionText(event.detection) };
  const others: [string, { note?: string } | undefined][] = [
    ['Determined to be affected', event.truePositiveDetermination],
    ['Analysis is not planned', event.analysisNotPlanned],
    ['A fix is not planned', event.fixNotPlanned],
    ['Waiting for a fix upstream', event.pendingUpstreamFix],
  ];
  const [title = 'Event', body] = others.find(([, value]) => value !== undefined) ?? [];
  return { title, detail: body?.note ?? '' };
}

function detectionText(detection: Record<string, unknown>): string {
  if ('manual' in detection) return 'Recorded by hand';
  if ('nvdApi' in detection) return 'Found through the NVD';
  const scan = detection['scan'] as { scanner?: string; component?: string } | undefined;
  if (scan === undefined) return '';
  const by = scan.scanner ? `Found by ${scan.scanner}` : 'Found by a scanner';
  return scan.component ? `${by} in ${scan.component}` : by;
}

/** The page that describes an alias, or null for an unknown kind of id. */
export function aliasHref(alias: string): string | null {
  if (/^CVE-\d{4}-\d{4,}$/.test(alias)) return `https://nvd.nist.gov/vuln/detail/${alias}`;
  if (/^GHSA(-[a-z0-9]{4}){3}$/.test(alias)) return `https://github.com/advisories/${alias}`;
  if (/^GO-\d{4}-\d{4,}$/.test(alias)) return `https://pkg.go.dev/vuln/${alias}`;
  return null;
}
