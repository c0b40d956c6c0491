/**
 * A program that uses the types generated from the OpenAPI document. A test compiles it with strict
 * rules, then runs it against a server. It needs neither `!` nor `as`, because fields that every
 * response has are required in the types.
 */
import createClient from 'openapi-fetch';
import type { components, paths } from './grove-api.ts';

type Schemas = components['schemas'];
type Client = ReturnType<typeof createClient<paths>>;

/** @throws Error with the server's message. */
function value<T>({ data, error }: { data?: T; error?: Schemas['Error'] }): T {
  if (error !== undefined) throw new Error(`${error.code} ${error.message}`);
  if (data === undefined) throw new Error('the answer has no body');
  return data;
}

/** Follows page tokens to the end. */
async function allGroups(client: Client, parent: string): Promise<Schemas['Group'][]> {
  const groups: Schemas['Group'][] = [];
  let token = '';
  do {
    const query = { 'uidp.children_of': parent, order_by: 'name', page_size: 1, page_token: token };
    const page = value(await client.GET('/iam/v2beta1/groups', { params: { query } }));
    groups.push(...page.groups);
    token = page.nextPageToken;
  } while (token !== '');
  return groups;
}

const groupText = ({
  uid,
  name,
  description,
  verified,
  createTime,
  updateTime,
}: Schemas['Group']) =>
  [
    uid.length,
    name.toUpperCase(),
    description,
    verified,
    createTime.length,
    updateTime.length,
  ].join();

const bindingText = ({ identity, role, group }: Schemas['RoleBinding']): string =>
  `${identity.name} is ${role.name} of ${group.name}`.trim();

const subjectText = ({ claimMatch }: Schemas['Identity']): string =>
  claimMatch.subject ?? claimMatch.subjectPattern ?? 'anybody';

const advisoryText = (advisory: Schemas['Advisory']): string =>
  [
    advisory.advisoryId,
    ...advisory.aliases.map((alias) => alias.toLowerCase()),
    ...advisory.events.map((event) => `${event.author} ${event.fixed?.fixedVersion ?? ''}`.trim()),
  ].join(' ');

/** The most common requests of the console. */
export async function run(baseUrl: string, token: string, root: string): Promise<string[]> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
  const lines: string[] = [];
  const at = (uid: string) => ({ params: { path: { uid } } });

  const created = value(
    await client.POST('/iam/v2beta1/groups/{uid}', { ...at(root), body: { name: 'typed' } }),
  );
  const group = value(await client.GET('/iam/v2beta1/groups/{uid}', at(created.uid)));
  lines.push(groupText(group));
  for (const name of ['one', 'two']) {
    value(await client.POST('/iam/v2beta1/groups/{uid}', { ...at(group.uid), body: { name } }));
  }
  const children = await allGroups(client, group.uid);
  lines.push(children.map(({ name }) => name).join());

  const identity = value(
    await client.POST('/iam/v2beta1/identities/{uid}', {
      ...at(group.uid),
      body: { name: 'ci', claimMatch: { issuer: 'https://ci.example.com', subject: 'build' } },
    }),
  );
  lines.push(`${identity.name}: ${subjectText(identity)}, ${identity.lastSeenTime.length}`);
  const role = value(
    await client.POST('/iam/v2beta1/roles/{uid}', {
      ...at(group.uid),
      body: { name: 'reader', capabilities: ['groups.list'] },
    }),
  );
  lines.push(role.capabilities.map((capability) => capability.toUpperCase()).join());
  const binding = value(
    await client.POST('/iam/v2beta1/roleBindings/{uid}', {
      ...at(group.uid),
      body: { identityUid: identity.uid, roleUid: role.uid },
    }),
  );
  lines.push(bindingText(binding));
  const explained = value(
    await client.POST('/iam/v2beta1/access:explain', {
      body: { identityUid: identity.uid, groupUid: group.uid, capability: 'groups.list' },
    }),
  );
  lines.push(`${explained.roleBindings.length} ${explained.hidden} ${String(explained.allowed)}`);

  const summary = value(
    await client.GET('/iam/v2beta1/groups:summarize', {
      params: { query: { group_uid: group.uid } },
    }),
  );
  lines.push(`${summary.groupUid === group.uid} ${summary.counts['groups']?.below ?? 'unseen'}`);
  const events = value(
    await client.GET('/iam/v2beta1/auditEvents', {
      params: { query: { 'uidp.descendants_of': root, page_size: 1 } },
    }),
  );
  lines.push(...events.auditEvents.map(({ type, result }) => `${type} ${result}`));
  const vex = value(
    await client.GET('/vulnerabilities/v2beta1/advisories:export', {
      params: { query: { group_uid: root, format: 'openvex' } },
    }),
  );
  if (typeof vex !== 'string') {
    lines.push(
      ...vex.statements.map(({ status, vulnerability }) => `${vulnerability.name} ${status}`),
    );
  }
  const advisories = value(
    await client.GET('/vulnerabilities/v2beta1/advisories', {
      params: { query: { 'uidp.descendants_of': root } },
    }),
  );
  lines.push(...advisories.advisories.map(advisoryText), advisories.totalCount);

  const refused = await client.DELETE('/iam/v2beta1/groups/{uid}', at(group.uid));
  if (refused.error !== undefined) {
    lines.push(
      ...refused.error.details.flatMap(({ violations = [] }) =>
        violations.flatMap(({ type }) => type ?? []),
      ),
    );
  }
  return lines;
}
