/** The teams of the demo organization and their services: `[service, service]` by team and area. */

export interface Area {
  name: string;
  description: string;
  teams: readonly (readonly [team: string, services: readonly [string, string]])[];
}

export const AREAS: readonly Area[] = [
  {
    name: 'payments',
    description: 'Everything that moves money',
    teams: [
      ['checkout', ['cart', 'one-click']],
      ['ledger', ['journal', 'reconciliation']],
      ['fraud', ['scoring', 'case-review']],
      ['invoicing', ['billing', 'dunning']],
    ],
  },
  {
    name: 'storefront',
    description: 'What customers see first',
    teams: [
      ['catalog', ['product-pages', 'search']],
      ['content', ['cms', 'translations']],
      ['accounts', ['profile', 'wishlist']],
    ],
  },
  {
    name: 'logistics',
    description: 'From the shelf to the door, and back',
    teams: [
      ['warehouse', ['picking', 'stock']],
      ['delivery', ['routing', 'tracking']],
      ['returns', ['labels', 'refunds']],
    ],
  },
  {
    name: 'platform',
    description: 'What all other teams build and run on',
    teams: [
      ['runtime', ['clusters', 'ingress']],
      ['builds', ['pipelines', 'runners']],
      ['observability', ['metrics', 'logs']],
      ['images', ['base-images', 'mirror']],
      ['networking', ['dns', 'edge']],
    ],
  },
  {
    name: 'data',
    description: 'Events, tables and the answers in them',
    teams: [
      ['ingestion', ['events', 'connectors']],
      ['lakehouse', ['tables', 'query']],
      ['insights', ['dashboards', 'experiments']],
    ],
  },
  {
    name: 'security',
    description: 'Who may come in, and what has to be fixed',
    teams: [
      ['identity', ['sso', 'directory']],
      ['product security', ['scanning', 'triage']],
    ],
  },
  {
    name: 'mobile',
    description: 'The apps, and what is behind them',
    teams: [
      ['ios', ['ios-app', 'ios-widgets']],
      ['android', ['android-app', 'android-wear']],
      ['app backend', ['push', 'app-gateway']],
    ],
  },
  {
    name: 'corporate it',
    description: 'Tools that everybody at work uses',
    teams: [
      ['workplace', ['devices', 'software']],
      ['finance systems', ['erp', 'expenses']],
      ['people systems', ['hr', 'payroll']],
    ],
  },
];

export const ENVIRONMENTS = ['production', 'staging', 'development'] as const;

export const REGIONS = ['eu-west-1', 'us-east-1'] as const;

/** Teams whose production runs in both regions. Other teams have no groups for regions. */
export const TEAMS_IN_REGIONS = 18;
