/** The file with which a workflow signs in. Pure. */
import type { ClaimMatch } from '#lib/client/resources/resources.ts';

export interface Setup {
  /** The path of the file: ".github/workflows/grove.yml". */
  file: string;
  text: string;
}

interface Target {
  /** The address of the installation. */
  url: string;
  /** The uid of the group that the workflow may see. */
  group: string;
}

interface Workflow {
  audience: string;
  /** The address of the first request, which any role may send. */
  api: string;
  environment: string | undefined;
  branch: string | undefined;
  /** The names of the claims that the tokens need. */
  claims: readonly string[];
}

/** Texts that need no quotes in a shell. Editors of the identity choose the audience, which a shell must not run. */
const PLAIN = /^[\w:/.@+~%-]+$/;

const quoted = (text: string) => JSON.stringify(text);

const github = ({ audience, api, environment, branch }: Workflow): Setup => ({
  file: '.github/workflows/grove.yml',
  text: `name: Grove
on:
  workflow_dispatch:
  push:${branch === undefined ? '' : `\n    branches: [${quoted(branch)}]`}
permissions:
  contents: read
  id-token: write
jobs:
  grove:
    runs-on: ubuntu-latest${environment === undefined ? '' : `\n    environment: ${quoted(environment)}`}
    steps:
      - run: |
          TOKEN=$(curl -sSf -H "Authorization: Bearer $ACTIONS_ID_TOKEN_REQUEST_TOKEN" \\
            "$ACTIONS_ID_TOKEN_REQUEST_URL&audience=${encodeURIComponent(audience)}" | jq -r .value)
          echo "::add-mask::$TOKEN"
          curl -sSf -H "Authorization: Bearer $TOKEN" \\
            "${api}"
`,
});

const gitlab = ({ audience, api, environment, branch }: Workflow): Setup => ({
  file: '.gitlab-ci.yml',
  text: `grove:
  image: curlimages/curl
${environment === undefined ? '' : `  environment: ${quoted(environment)}\n`}${
    branch === undefined
      ? ''
      : `  rules:\n    - if: ${quoted(`$CI_COMMIT_BRANCH == ${quoted(branch)}`)}\n`
  }  id_tokens:
    GROVE_TOKEN:
      aud: ${quoted(audience)}
  script:
    - |
      curl -sSf -H "Authorization: Bearer $GROVE_TOKEN" \\
        "${api}"
`,
});

/* Buildkite fills in $NAME when it reads the file, and leaves $ for each $$. */
const buildkite = ({ audience, api, branch, claims }: Workflow): Setup => ({
  file: '.buildkite/pipeline.yml',
  text: `steps:
  - label: Grove${branch === undefined ? '' : `\n    branches: ${quoted(branch)}`}
    command: |
      TOKEN=$$(buildkite-agent oidc request-token --audience ${audience}${claims.map((claim) => ` --claim ${claim}`).join('')})
      curl -sSf -H "Authorization: Bearer $$TOKEN" \\
        "${api}"
`,
});

const kubernetes =
  (namespace: string, account: string) =>
  ({ audience, api }: Workflow): Setup => ({
    file: 'grove.yaml',
    text: `apiVersion: batch/v1
kind: Job
metadata:
  name: grove
  namespace: ${quoted(namespace)}
spec:
  template:
    spec:
      serviceAccountName: ${quoted(account)}
      restartPolicy: Never
      containers:
        - name: grove
          image: curlimages/curl
          command: [sh, -c]
          args:
            - |
              curl -sSf -H "Authorization: Bearer $(cat /var/run/secrets/grove/token)" \\
                "${api}"
          volumeMounts:
            - name: grove-token
              mountPath: /var/run/secrets/grove
              readOnly: true
      volumes:
        - name: grove-token
          projected:
            sources:
              - serviceAccountToken:
                  audience: ${quoted(audience)}
                  expirationSeconds: 3600
                  path: token
`,
  });

/* The commands for any other issuer, which requests tokens for an audience in its own way. */
const other = ({ api, audience }: Workflow): Setup => ({
  file: `A token for the audience ${audience}`,
  text: `curl -sSf -H "Authorization: Bearer $TOKEN" \\
  "${api}"
`,
});

/** The file with which a matching workflow signs in at the group, by the platform of the issuer. */
export function setupOf(match: ClaimMatch, { url, group }: Target): Setup {
  const { issuer = '', audience = url, claims = {} } = match;
  const subject = match.subject ?? (match.subjectPattern ?? '').replaceAll(/\\(.)/g, '$1');
  const names = Object.keys(claims).filter((name) => PLAIN.test(name));
  const target = group.split('/').map(encodeURIComponent).join('/');
  const workflow = {
    audience,
    api: `${url}/iam/v2beta1/groups?uidp.descendants_of=${target}`,
    environment: claims['environment'] ?? /:environment:(.+)$/.exec(subject)?.[1],
    branch: /:ref:(?:refs\/heads\/)?([^:]+)(?=$|:commit:)/.exec(subject)?.[1],
    claims: names,
  };
  if (!PLAIN.test(audience)) return other(workflow);
  const [, namespace, account] =
    /^system:serviceaccount:([a-z0-9.-]+):([a-z0-9.-]+)$/.exec(subject) ?? [];
  if (namespace !== undefined && account !== undefined) {
    return kubernetes(namespace, account)(workflow);
  }
  if (subject.startsWith('repo:')) return github(workflow);
  if (subject.startsWith('project_path:')) return gitlab(workflow);
  if (issuer === 'https://agent.buildkite.com') return buildkite(workflow);
  return other(workflow);
}
