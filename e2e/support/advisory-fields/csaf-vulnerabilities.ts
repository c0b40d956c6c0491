import { having, product, inVulnerability, notAffected, remedy } from './csaf-samples.ts';
import { kept, lost, NO_FIELD, type Field } from './field.ts';

export const CSAF_VULNERABILITIES: readonly Field[] = [
  kept(
    '`cve`',
    inVulnerability((cve) => ({ cve })),
    ['advisoryId'],
  ),
  kept(
    '`ids[].text`',
    inVulnerability((text) => ({ ids: [{ system_name: 's', text }] })),
    ['aliases', 'openvex:vulnerability.aliases'],
  ),
  kept(
    '`title`',
    inVulnerability((title) => ({ title })),
    ['summary', 'openvex:vulnerability.description'],
  ),
  lost(
    '`scores`, `cwe`',
    inVulnerability((mark) => ({
      scores: [{ cvss_v3: { vectorString: mark } }],
      cwe: { id: mark },
    })),
    'a severity comes from OSV, so that statements do not change it',
  ),
  lost(
    '`notes`, `references`, `acknowledgments`, `involvements`',
    inVulnerability((mark) => ({
      notes: [{ text: mark }],
      references: [{ url: mark }],
      acknowledgments: [{ names: [mark] }],
      involvements: [{ summary: mark }],
    })),
    NO_FIELD,
  ),
  lost(
    '`discovery_date`, `release_date`',
    inVulnerability((mark) => ({ discovery_date: mark, release_date: mark })),
    NO_FIELD,
  ),
  kept(
    '`product_status.fixed`, `first_fixed`',
    inVulnerability(() => ({ product_status: { first_fixed: ['P'] } })),
    ['status'],
    { found: 'FIXED', lost: 'that it was the first' },
  ),
  kept(
    '`product_status.known_affected`, `first_affected`, `last_affected`',
    inVulnerability(() => ({ product_status: { last_affected: ['P'] } })),
    ['status'],
    { found: 'TRUE_POSITIVE_DETERMINATION', lost: 'that it was the first or last' },
  ),
  kept(
    '`product_status.known_not_affected`',
    notAffected(() => ({})),
    ['status'],
    { found: 'FALSE_POSITIVE_DETERMINATION' },
  ),
  kept(
    '`product_status.under_investigation`',
    inVulnerability(() => ({ product_status: { under_investigation: ['P'] } })),
    ['status'],
    { found: 'DETECTION' },
  ),
  lost(
    '`product_status.recommended`',
    having({
      tree: (of) => ({
        full_product_names: [
          product(of, `pkg:npm/${of.key}@1`),
          { product_id: 'R', name: of.mark },
        ],
      }),
      vulnerability: () => ({ product_status: { known_affected: ['P'], recommended: ['R'] } }),
    }),
    'it is no verdict on the product',
  ),
  kept(
    '`flags[].label`',
    notAffected(() => ({ flags: [{ label: 'component_not_present', product_ids: ['P'] }] })),
    ['openvex:justification'],
    {
      found: 'component_not_present',
      lost: 'a second one on a product, which CSAF does not allow',
    },
  ),
  kept(
    '`threats[].details` of the category `impact`',
    notAffected((details) => ({ threats: [{ category: 'impact', details, product_ids: ['P'] }] })),
    ['events.falsePositiveDetermination.note', 'openvex:impact_statement'],
  ),
  lost(
    '`threats` of other categories',
    inVulnerability((details) => ({
      threats: [{ category: 'exploit_status', details, product_ids: ['P'] }],
    })),
    NO_FIELD,
  ),
  kept(
    '`remediations[].details`, `url`',
    remedy((mark) => ({ url: `https://example.com/${mark}` })),
    ['events.truePositiveDetermination.note', 'openvex:action_statement'],
  ),
  kept(
    '`remediations[].category`',
    remedy(() => ({ category: 'no_fix_planned' })),
    ['status'],
    { found: 'FIX_NOT_PLANNED', lost: 'others than `no_fix_planned`, which have no status' },
  ),
  lost(
    '`date` of flags, threats and remediations, `entitlements`, `restart_required`',
    remedy((mark) => ({ date: mark, entitlements: [mark], restart_required: { details: mark } })),
    NO_FIELD,
  ),
];
