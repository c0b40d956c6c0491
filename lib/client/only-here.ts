/** Whether an address leads other machines to themselves: a loopback name or number. */
export function isOnlyHere(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(hostname);
}
