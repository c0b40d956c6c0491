import { afterEach, expect, it, vi } from 'vitest';
import { bodiesOf, createInvites } from '#app/(console)/groups/[group]/invites/create-invites.ts';

const GROUP = '0'.repeat(40);
const VALUES = { ttl: '3600s', singleUse: true };

afterEach(() => vi.unstubAllGlobals());

/** Answers each creation, and refuses those for an address. */
function refusing(...refused: string[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const { email } = JSON.parse(body) as { email: string };
    asked.push(email);
    return Promise.resolve(
      refused.includes(email)
        ? Response.json({ code: 3, message: `no invite for ${email}` }, { status: 400 })
        : Response.json({ uid: `${GROUP}/${email}` }),
    );
  });
  return asked;
}

it('counts each of several invites that was created or refused', async () => {
  const asked = refusing('b@acme.example');
  const tried: number[] = [];
  const email = 'A <a@acme.example>, b@acme.example\nc@acme.example';
  const created = await createInvites(GROUP, { ...VALUES, email }, (count) => tried.push(count));
  expect(asked).toEqual(['a@acme.example', 'b@acme.example', 'c@acme.example']);
  expect(tried.at(0)).toBe(1);
  expect(tried.at(-1)).toBe(3);
  expect(tried).toEqual(tried.toSorted((a, b) => a - b));
  expect(created.invites).toHaveLength(2);
  expect(created.failures).toMatchObject([{ name: 'b@acme.example' }]);
});

it('creates nothing where the first is refused, and counts nothing for a single one', async () => {
  const onTried = vi.fn<(count: number) => void>();
  const asked = refusing('a@acme.example');
  const several = { ...VALUES, email: 'a@acme.example, b@acme.example' };
  await expect(createInvites(GROUP, several, onTried)).rejects.toThrow('no invite for');
  expect(asked).toEqual(['a@acme.example']);
  await createInvites(GROUP, { ...VALUES, email: 'b@acme.example' }, onTried);
  expect(onTried).not.toHaveBeenCalled();
});

it('names the texts that are not addresses', () => {
  expect(() => bodiesOf({ ...VALUES, email: 'a@acme.example, nobody' })).toThrow(
    expect.objectContaining({ violations: { email: 'Not an e-mail address: nobody' } }),
  );
});
