/** Registry sources and their syncs. */
import { expect } from 'vitest';
import { until } from '../../support/until.ts';
import type { Json, TestGrove } from '../harness.ts';
import { ok } from './answers.ts';

export const SOURCES = '/registry/v2beta1/registrySources';

export async function newSource(grove: TestGrove, group: string, body: Json): Promise<string> {
  return String(ok(await grove.post(`${SOURCES}/${group}`, body))['uid']);
}

/** Waits until no sync of the source runs. Returns the source. */
export async function settled(grove: TestGrove, uid: string): Promise<Json> {
  return until(async () => {
    const source = ok(await grove.get(`${SOURCES}/${uid}`));
    expect(source['state']).not.toBe('RUNNING');
    return source;
  });
}

/** Starts a sync and waits for its end. */
export async function sync(grove: TestGrove, uid: string): Promise<Json> {
  const started = ok(await grove.post(`${SOURCES}:sync`, { uid }));
  expect(started['state']).toBe('RUNNING');
  return settled(grove, uid);
}

/** In the order of their names. */
export async function reposOf(grove: TestGrove, group: string): Promise<Json[]> {
  const path = `/registry/v2beta1/repos?uidp.children_of=${group}&order_by=name&page_size=200`;
  return ok(await grove.get(path))['repos'] as Json[];
}

/** In the order of their names. */
export async function tagsOf(grove: TestGrove, repo: Json | undefined): Promise<Json[]> {
  const path = `/registry/v2beta1/tags?uidp.children_of=${String(repo?.['uid'])}&order_by=name&page_size=200`;
  return ok(await grove.get(path))['tags'] as Json[];
}

/** The audit events of syncs in the group, the newest first. */
export async function audits(grove: TestGrove, group: string): Promise<Json[]> {
  const query = 'type=grove.registry.registry_source.synced.v1';
  const answer = await grove.get(`/iam/v2beta1/auditEvents?uidp.children_of=${group}&${query}`);
  return ok(answer)['auditEvents'] as Json[];
}
