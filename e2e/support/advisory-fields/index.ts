import { CSAF_DOCUMENT } from './csaf-document.ts';
import { CSAF_VULNERABILITIES } from './csaf-vulnerabilities.ts';
import { CYCLONEDX_DOCUMENT } from './cyclonedx-document.ts';
import { CYCLONEDX_VULNERABILITIES } from './cyclonedx-vulnerabilities.ts';
import type { Field } from './field.ts';
import { OPENVEX } from './openvex.ts';
import { OSV } from './osv.ts';
import { PACKAGE_YAML } from './package-yaml.ts';

/** The fields of each format that is imported. */
export const FIELDS: Readonly<Record<string, readonly Field[]>> = {
  OSV,
  OpenVEX: OPENVEX,
  'CycloneDX VEX': [...CYCLONEDX_DOCUMENT, ...CYCLONEDX_VULNERABILITIES],
  'CSAF 2.0': [...CSAF_DOCUMENT, ...CSAF_VULNERABILITIES],
  'package YAML': PACKAGE_YAML,
};
