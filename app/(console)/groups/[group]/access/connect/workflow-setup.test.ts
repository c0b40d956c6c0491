import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  NEW_WORKFLOW,
  workflowMatch,
  type WorkflowValues,
} from '#app/(console)/groups/[group]/access/connect/workflow-match.ts';
import { setupOf } from '#app/(console)/groups/[group]/access/connect/workflow-setup.ts';

const TARGET = { url: 'https://grove.example.com', group: 'a1/b2' };
const setupFor = (values: Partial<WorkflowValues>) =>
  setupOf(workflowMatch({ ...NEW_WORKFLOW, address: 'acme/shop.io', ...values }) ?? {}, TARGET);

describe('setupOf', () => {
  it.each([
    [{}, '.github/workflows/grove.yml', 'branches: ["main"]'],
    [{ runs: 'environment', ref: 'pro.d' }, '.github/workflows/grove.yml', 'environment: "pro.d"'],
    [{ kind: 'gitlab' }, '.gitlab-ci.yml', String.raw`$CI_COMMIT_BRANCH == \"main\"`],
    [{ kind: 'gitlab', runs: 'environment', ref: 'prod' }, '.gitlab-ci.yml', 'environment: "prod"'],
    [{ kind: 'buildkite' }, '.buildkite/pipeline.yml', 'branches: "main"'],
    [
      {
        kind: 'kubernetes',
        address: 'https://x.example.com',
        namespace: 'shop',
        account: 'deploy',
      },
      'grove.yaml',
      'serviceAccountName: "deploy"',
    ],
    [
      { kind: 'other', address: 'https://x.example.com', subject: 'robot' },
      'A token for the audience https://grove.example.com',
      'Bearer $TOKEN',
    ],
  ] as const)('asks for what %o matches', (values, file, line) => {
    const setup = setupFor(values);
    expect(setup.file).toBe(file);
    expect(setup.text).toContain(line);
    if (file.includes('.y')) expect(parse(setup.text)).toBeTypeOf('object');
    expect(setup.text).toContain(`${TARGET.url}/iam/v2beta1/groups?uidp.descendants_of=a1/b2`);
  });

  it('names no branch where every run matches', () => {
    for (const kind of ['github', 'gitlab', 'buildkite'] as const) {
      expect(setupFor({ kind, runs: 'any' }).text).not.toMatch(/branches|CI_COMMIT_BRANCH/);
    }
  });

  it('asks for the audience of the identity, or for this installation', () => {
    const match = workflowMatch({ ...NEW_WORKFLOW, address: 'acme/shop' });
    expect(setupOf({ ...match }, TARGET).text).toContain(
      '&audience=https%3A%2F%2Fgrove.example.com"',
    );
    expect(setupOf({ ...match, audience: 'grove' }, TARGET).text).toContain('&audience=grove"');
  });

  it('requests from Buildkite the claims that the identity matches', () => {
    const text = setupFor({ kind: 'buildkite', ownerId: '0192-ab' }).text;
    expect(text).toContain('--audience https://grove.example.com --claim organization_id)');
  });

  it('writes nothing of an identity or an address that a shell would run', () => {
    const match = workflowMatch({ ...NEW_WORKFLOW, address: 'acme/shop' });
    const audience = 'x" | sh; echo "';
    expect(setupOf({ ...match, audience }, TARGET).text).not.toContain('sh;');
    const group = 'a1/$(sh)"';
    expect(setupOf({ ...match }, { ...TARGET, group }).text).toContain(
      'descendants_of=a1/%24(sh)%22"',
    );
    const subject = 'system:serviceaccount:123:x\ny';
    expect(setupOf({ subject }, TARGET).text).not.toContain('namespace');
    expect(setupOf({ subject: 'system:serviceaccount:123:x' }, TARGET).text).toContain('"123"');
  });
});
