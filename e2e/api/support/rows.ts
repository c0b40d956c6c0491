/** Rows written through the store: of read-only resources as an import would, and of many groups at once. */
import { newChildUid } from '#lib/aip/uid.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import { transaction } from '#lib/store/store.ts';

type Columns = Record<string, unknown>;

const at = (time: Date) => ({ createTime: time, updateTime: time });

async function insert(type: 'Repo' | 'Tag' | 'Advisory', columns: Columns): Promise<string> {
  const uid = newChildUid(String(columns['parent']));
  await transaction(async (tx) => {
    await tx.insert<ResourceType>(type, { uid, ...columns });
  });
  return uid;
}

export function insertRepo(parent: string, name: string, columns: Columns = {}): Promise<string> {
  const empty = { bundles: [], aliases: [], activeTags: [] };
  return insert('Repo', { parent, name, ...empty, ...at(new Date()), ...columns });
}

export function insertTag(parent: string, name: string, columns: Columns = {}): Promise<string> {
  const digest = `sha256:${'a'.repeat(64)}`;
  const empty = { bundles: [], architectures: [] };
  return insert('Tag', { parent, name, digest, ...empty, ...at(new Date()), ...columns });
}

export function insertAdvisory(
  parent: string,
  advisoryId: string,
  columns: Columns = {},
): Promise<string> {
  return insert('Advisory', {
    parent,
    advisoryId,
    artifactName: 'openssl',
    artifactType: 'apk',
    status: 'DETECTION',
    severities: [],
    aliases: [],
    events: [],
    ...at(new Date()),
    ...columns,
  });
}

/** Groups directly in another one, of which each has its own name. @returns their uids. */
export async function insertGroups(parent: string, count: number): Promise<string[]> {
  const uids = Array.from({ length: count }, () => newChildUid(parent));
  await transaction(async (tx) => {
    const above = await tx.get('Group', parent);
    if (above === null) throw new Error(`there is no group ${parent}`);
    const groups = uids.map((uid) => ({ ...above, uid, parent, name: uid.slice(-16) }));
    await tx.insertAll('Group', groups);
  });
  return uids;
}
