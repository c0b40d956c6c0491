/** The orders and filters of advisories. The screen and the server's prefetch share them. */
import {
  ARTIFACT_TYPES,
  STATUS_LABELS,
} from '#app/(console)/groups/[group]/advisories/advisory-words.ts';
import { SEVERITY_LABELS } from '#components/severity/severity-labels.ts';
import type { ListOffer } from '#lib/client/lists/list-state.ts';
import { OPEN_STATUSES } from '#lib/resources/advisory-statuses.ts';

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([id, label]) => ({ id, label }));

const SEVERITY_OPTIONS = optionsOf(SEVERITY_LABELS);
const STATUS_OPTIONS = optionsOf(STATUS_LABELS);

const OPEN = { id: 'open', label: 'Open', values: OPEN_STATUSES };

const several = { kind: 'choice', isMultiple: true, isCounted: true } as const;
const severalTexts = { kind: 'text', isMultiple: true, isRare: true } as const;

export const ADVISORY_LIST: ListOffer = {
  orders: ['advisory_id', 'artifact_name', 'severity', 'status', 'created_at', 'updated_at'],
  orderBy: 'severity desc',
  search: ['query', 'vulnerability'],
  filters: [
    { ...several, param: 'severities', label: 'Severity', options: SEVERITY_OPTIONS },
    { ...several, param: 'statuses', label: 'Status', options: STATUS_OPTIONS, sets: [OPEN] },
    { ...several, param: 'artifact_types', label: 'Type', options: ARTIFACT_TYPES },
    { ...severalTexts, param: 'artifact_names', label: 'Artifact' },
    { ...severalTexts, param: 'component_names', label: 'Component' },
    { ...severalTexts, param: 'component_types', label: 'Component type' },
    {
      kind: 'period',
      since: 'created_since',
      until: 'created_until',
      label: 'Created',
      isRare: true,
    },
  ],
};
