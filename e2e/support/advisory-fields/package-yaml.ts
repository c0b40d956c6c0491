import { kept, lost, type Field, type Sample } from './field.ts';

const having =
  (event: (mark: string) => string, entry: (mark: string) => string = () => '') =>
  ({ key, mark }: Sample): string =>
    `schema-version: 2.0.77
package: {name: ${key}}
advisories:
  - id: CVE-${key}
    ${entry(mark)}
    events:
      - timestamp: '2025-02-03T04:05:06Z'
        ${event(mark).replaceAll('\n', '\n        ')}
`;

const typed = (type: string, data: (mark: string) => string) =>
  having((mark) => `type: ${type}\ndata: {${data(mark)}}`);
const scan = (data: (mark: string) => string) =>
  typed('detection', (mark) => `type: scan/v1, data: {${data(mark)}}`);
const manual = having(() => 'type: detection\ndata: {type: manual}');
const inScan = (name: string, inFile: string) => [
  `events.detection.scan.${name}`,
  `yaml:advisories.events.data.data.${inFile}`,
];

export const PACKAGE_YAML: readonly Field[] = [
  lost('`schema-version`', manual, 'an export has that of its own'),
  kept('`package.name`', (of) => manual(of).replace(`name: ${of.key}`, `name: ${of.mark}`), [
    'artifactName',
    'yaml:package.name',
  ]),
  kept('`id`', (of) => manual(of).replace(`CVE-${of.key}`, of.mark), [
    'advisoryId',
    'yaml:advisories.id',
  ]),
  kept(
    '`aliases`',
    having(
      () => 'type: detection\ndata: {type: manual}',
      (mark) => `aliases: [${mark}]`,
    ),
    ['aliases', 'yaml:advisories.aliases'],
  ),
  kept('`events[].timestamp`', manual, ['events.createTime', 'yaml:advisories.events.timestamp'], {
    found: '2025-02-03T04:05:06',
  }),
  kept(
    '`events[].type`',
    typed('fix-not-planned', () => 'note: a'),
    ['status'],
    {
      found: 'FIX_NOT_PLANNED',
      lost: 'OpenVEX has one status for several types, and the type in its `@id`',
    },
  ),
  kept(
    '`note`',
    typed('true-positive-determination', (mark) => `note: ${mark}`),
    [
      'events.truePositiveDetermination.note',
      'yaml:advisories.events.data.note',
      'openvex:action_statement',
    ],
  ),
  kept(
    '`fixed-version`',
    typed('fixed', (mark) => `fixed-version: ${mark}`),
    [
      'fixedVersion',
      'yaml:advisories.events.data.fixed-version',
      'osv:affected.ranges.events.fixed',
    ],
  ),
  kept(
    '`type` of a false positive',
    typed('false-positive-determination', () => 'type: inline-mitigations-exist'),
    ['events.falsePositiveDetermination.type'],
    { found: 'INLINE_MITIGATIONS_EXIST' },
  ),
  kept(
    '`componentName`',
    scan((mark) => `componentName: ${mark}`),
    ['componentName', ...inScan('component', 'componentName')],
  ),
  kept(
    '`componentType`',
    scan((mark) => `componentType: ${mark}`),
    ['componentType', ...inScan('componentType', 'componentType')],
  ),
  kept(
    '`componentLocation`',
    scan((mark) => `componentLocation: ${mark}`),
    ['componentLocation', ...inScan('componentLocation', 'componentLocation')],
  ),
  kept(
    '`componentVersion`',
    scan((mark) => `componentVersion: ${mark}`),
    inScan('componentVersion', 'componentVersion'),
  ),
  kept(
    '`componentID`',
    scan((mark) => `componentID: ${mark}`),
    ['yaml:advisories.events.data.data.componentID'],
    { lost: 'the API has no field for it' },
  ),
  kept(
    '`subpackageName`',
    scan((mark) => `subpackageName: ${mark}`),
    inScan('subpackage', 'subpackageName'),
  ),
  kept(
    '`scanner`',
    scan((mark) => `scanner: ${mark}`),
    inScan('scanner', 'scanner'),
  ),
  kept(
    '`cpeSearched`, `cpeFound`',
    typed('detection', (mark) => `type: nvdapi, data: {cpeSearched: ${mark}, cpeFound: ${mark}}`),
    ['yaml:advisories.events.data.data.cpeFound', 'events.detection.nvdApi.cpeFound'],
  ),
];
