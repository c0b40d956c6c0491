import { describe, expect, it } from 'vitest';
import {
  NEW_WORKFLOW,
  placeOf,
  problemsOf,
  suggestedName,
  workflowMatch,
  type WorkflowValues,
} from '#app/(console)/groups/[group]/access/connect/workflow-match.ts';

const ADDRESS = 'https://github.com/acme/shop';
const of = (values: Partial<WorkflowValues>): WorkflowValues => ({ ...NEW_WORKFLOW, ...values });

const matches = (values: Partial<WorkflowValues>, subject: string) => {
  const match = workflowMatch(of({ address: ADDRESS, ...values }));
  return match?.subject === undefined
    ? new RegExp(`^(?:${match?.subjectPattern})$`).test(subject)
    : match.subject === subject;
};

describe('placeOf', () => {
  it.each([
    ['https://github.com/acme/shop', 'github.com'],
    [' https://github.com/acme/shop/tree/main/src ', 'github.com'],
    ['https://GitHub.com/acme/shop.git', 'github.com'],
    ['git@github.com:acme/shop.git', 'github.com'],
    ['ssh://git@git.example.com:2222/acme/shop.git', 'git.example.com'],
    ['https://git.example.com:8443/acme/shop/', 'git.example.com:8443'],
    ['https://ghe/acme/shop', 'ghe'],
    ['ssh://git@ghe/acme/shop.git', 'ghe'],
    ['https://git_hub.corp/acme/shop', 'git_hub.corp'],
    ['https://www.github.com/acme/shop', 'github.com'],
    ['github.com/acme/shop', 'github.com'],
    ['acme/shop', 'github.com'],
  ])('reads %s', (address, host) => {
    expect(placeOf('github', address)).toEqual({ host, path: 'acme/shop' });
  });

  it('keeps all groups above a project of GitLab, and none of its pages', () => {
    const address = 'https://gitlab.com/acme/web/shop/-/pipelines?scope=all';
    expect(placeOf('gitlab', address)).toEqual({ host: 'gitlab.com', path: 'acme/web/shop' });
  });

  it.each([
    '',
    'shop',
    'https://github.com/acme',
    'https://github.com/ac me/shop',
    '//',
    'git.example.com/acme/shop',
    'https://gitlab.com/acme/shop',
    'https://git hub.example.com/acme/shop',
  ])('refuses "%s"', (address) => {
    expect(placeOf('github', address)).toBeNull();
  });

  it('never treats the host of another server as an owner', () => {
    expect(placeOf('gitlab', 'https://gitlab/acme/shop')?.host).toBe('gitlab');
    expect(placeOf('gitlab', 'acme.dev/web/shop')).toBeNull();
    expect(placeOf('gitlab', 'acme/web/shop')).toEqual({
      host: 'gitlab.com',
      path: 'acme/web/shop',
    });
    expect(placeOf('buildkite', 'https://ci.example.com/acme/shop')).toBeNull();
  });
});

describe('workflowMatch', () => {
  it('matches one branch of a repository of GitHub, with and without ids', () => {
    expect(matches({}, 'repo:acme/shop:ref:refs/heads/main')).toBe(true);
    expect(matches({}, 'repo:acme@1234/shop@5678:ref:refs/heads/main')).toBe(true);
    expect(matches({}, 'repo:acme/shop:ref:refs/heads/main2')).toBe(false);
    expect(matches({}, 'repo:acme/shop2:ref:refs/heads/main')).toBe(false);
    expect(matches({}, 'repo:acme/shop:pull_request')).toBe(false);
  });

  it('matches a dot literally', () => {
    const address = 'acme/shop.io';
    expect(matches({ address, ref: 'v1.0' }, 'repo:acme/shop.io:ref:refs/heads/v1.0')).toBe(true);
    expect(matches({ address, ref: 'v1.0' }, 'repo:acme/shop-io:ref:refs/heads/v1.0')).toBe(false);
    expect(matches({ address, ref: 'v1.0' }, 'repo:acme/shop.io:ref:refs/heads/v1-0')).toBe(false);
  });

  it('matches one environment, or every run', () => {
    const environment = { runs: 'environment', ref: 'production' } as const;
    expect(matches(environment, 'repo:acme/shop:environment:production')).toBe(true);
    expect(matches(environment, 'repo:acme/shop:ref:refs/heads/main')).toBe(false);
    expect(matches({ runs: 'any' }, 'repo:acme/shop:pull_request')).toBe(true);
    const named = { runs: 'environment', ref: 'on call' } as const;
    expect(matches(named, 'repo:acme/shop:environment:on call')).toBe(true);
  });

  it.each([
    ['https://github.com/acme/shop', 'https://token.actions.githubusercontent.com'],
    ['https://acme.ghe.com/acme/shop', 'https://token.actions.acme.ghe.com'],
    ['https://git.example.com/acme/shop', 'https://git.example.com/_services/token'],
  ])('knows the issuer of %s', (address, issuer) => {
    expect(workflowMatch(of({ address }))?.issuer).toBe(issuer);
  });

  it('matches GitLab by its project, its environment in a claim', () => {
    const address = 'https://git.example.com/acme/shop';
    expect(workflowMatch(of({ kind: 'gitlab', address }))).toEqual({
      issuer: 'https://git.example.com',
      subject: 'project_path:acme/shop:ref_type:branch:ref:main',
    });
    const environment = { runs: 'environment', ref: 'production', ownerId: '7' } as const;
    expect(workflowMatch(of({ kind: 'gitlab', address, ...environment }))?.claims).toEqual({
      environment: 'production',
      namespace_id: '7',
    });
  });

  it('matches Buildkite whatever its commit and step', () => {
    const kind = 'buildkite';
    const subject = 'organization:acme:pipeline:shop:ref:refs/heads/main:commit:0f:step:a';
    expect(matches({ kind, address: 'acme/shop' }, subject)).toBe(true);
    expect(matches({ kind, address: 'acme/shop', ref: 'mai' }, subject)).toBe(false);
    expect(matches({ kind, address: 'acme/sho' }, subject)).toBe(false);
    const fork = 'organization:acme:pipeline:shop:ref:refs/heads/main:evil:commit:0f:step:a';
    expect(matches({ kind, address: 'acme/shop' }, fork)).toBe(false);
  });

  it('matches a service account of Kubernetes, and another issuer exactly', () => {
    const address = 'https://issuer.example.com';
    const pod = of({ kind: 'kubernetes', address, namespace: 'shop', account: 'deploy' });
    expect(workflowMatch(pod)).toEqual({
      issuer: address,
      subject: 'system:serviceaccount:shop:deploy',
    });
    const other = of({ kind: 'other', address, subject: ' robot ' });
    expect(workflowMatch(other)).toEqual({ issuer: address, subject: 'robot' });
  });

  it('says what is missing', () => {
    expect(Object.keys(problemsOf(of({ ref: '' })))).toEqual(['address', 'ref']);
    expect(Object.keys(problemsOf(of({ kind: 'kubernetes' })))).toEqual([
      'address',
      'namespace',
      'account',
    ]);
    expect(Object.keys(problemsOf(of({ kind: 'other' })))).toEqual(['address', 'subject']);
    expect(workflowMatch(of({}))).toBeNull();
  });
});

it('suggests a name that says which runs it is', () => {
  expect(suggestedName(of({ address: ADDRESS }))).toBe('acme/shop on main');
  expect(suggestedName(of({ address: ADDRESS, runs: 'any' }))).toBe('acme/shop');
  expect(suggestedName(of({}))).toBe('');
});
