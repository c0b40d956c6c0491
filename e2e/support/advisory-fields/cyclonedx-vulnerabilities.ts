import { having, analysis, version, AT, SEEN } from './cyclonedx-samples.ts';
import { kept, lost, NO_FIELD, type Field } from './field.ts';

const ACTION = ['events.truePositiveDetermination.note', 'openvex:action_statement'];
const exploitable = { analysis: { state: 'exploitable' } };

export const CYCLONEDX_VULNERABILITIES: readonly Field[] = [
  kept(
    '`id`',
    having((id) => ({ id })),
    ['advisoryId'],
  ),
  kept(
    '`references[].id`',
    having((id) => ({ references: [{ id }] })),
    ['aliases', 'openvex:vulnerability.aliases'],
  ),
  lost(
    '`source`, `references[].source`',
    having((name) => ({ source: { name }, references: [{ id: 'GHSA-1', source: { name } }] })),
    NO_FIELD,
  ),
  lost(
    '`ratings`, `cwes`',
    having((vector) => ({ ratings: [{ vector }], cwes: [79] })),
    'a severity comes from OSV, so that statements do not change it',
  ),
  kept(
    '`description`',
    having((description) => ({ description })),
    ['summary', 'openvex:vulnerability.description'],
  ),
  lost(
    '`detail`, `advisories`, `credits`, `tools`, `proofOfConcept`',
    having((mark) => ({
      detail: mark,
      advisories: [{ url: mark }],
      credits: { individuals: [{ name: mark }] },
      tools: [{ name: mark }],
      proofOfConcept: { reproductionSteps: mark },
    })),
    NO_FIELD,
  ),
  lost(
    '`created`, `analysis.firstIssued`',
    having((mark) => ({ created: mark, analysis: { firstIssued: mark } })),
    'a statement has one time',
  ),
  kept(
    '`updated`, `published`',
    having(() => ({ published: AT })),
    ['events.createTime'],
    { found: SEEN, lost: 'read where there is no `analysis.lastUpdated`, the newer one first' },
  ),
  kept(
    '`rejected`',
    having(() => ({ rejected: '2026-02-03T04:05:06Z' })),
    ['osv:withdrawn', 'events.createTime'],
    { found: '2026-02-03T04:05:06', lost: 'the state of the analysis, which no longer counts' },
  ),
  kept(
    '`recommendation`',
    having((recommendation) => ({ recommendation, ...exploitable })),
    ACTION,
  ),
  kept(
    '`workaround`',
    having((workaround) => ({ workaround, ...exploitable })),
    ACTION,
  ),
  kept(
    '`analysis.state`',
    analysis(() => ({ state: 'resolved' })),
    ['status'],
    { found: 'FIXED', lost: 'that a fix has a pedigree, or that a result was a false positive' },
  ),
  kept(
    '`analysis.justification`',
    analysis(() => ({ state: 'not_affected', justification: 'protected_at_runtime' })),
    ['openvex:justification'],
    {
      found: 'inline_mitigations_already_exist',
      lost: 'which of several it is that OpenVEX has one word for',
    },
  ),
  kept(
    '`analysis.response`',
    analysis(() => ({ state: 'exploitable', response: ['will_not_fix'] })),
    ['status'],
    { found: 'FIX_NOT_PLANNED' },
  ),
  kept(
    '`analysis.response`, in words',
    analysis(() => ({ state: 'exploitable', response: ['workaround_available'] })),
    ACTION,
    { found: 'workaround available' },
  ),
  kept(
    '`analysis.detail`',
    analysis((detail) => ({ state: 'not_affected', detail })),
    ['events.falsePositiveDetermination.note', 'openvex:impact_statement'],
  ),
  kept(
    '`analysis.detail` of another state',
    analysis((detail) => ({ state: 'in_triage', detail })),
    ['openvex:status_notes'],
  ),
  kept(
    '`analysis.lastUpdated`',
    analysis(() => ({ lastUpdated: AT })),
    ['events.createTime'],
    { found: SEEN },
  ),
  kept(
    '`affects[].ref`',
    having((mark) => ({ affects: [{ ref: `pkg:npm/${mark}@1` }] })),
    ['artifactName'],
  ),
  kept(
    '`affects[].versions[].version`',
    version((mark) => ({ version: mark })),
    ['openvex:products.@id'],
  ),
  kept(
    '`affects[].versions[].range`',
    version((mark) => ({ range: `vers:npm/<${mark}` })),
    ['openvex:products.@id'],
    { lost: 'OSV has it as one version with this name' },
  ),
  kept(
    '`affects[].versions[].status`',
    version(() => ({ version: '1', status: 'affected' })),
    ['status'],
    { found: 'TRUE_POSITIVE_DETERMINATION' },
  ),
];
