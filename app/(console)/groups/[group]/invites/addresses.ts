/** E-mail addresses in a pasted text. */
export interface Addresses {
  /** Each address once. */
  addresses: string[];
  /** The parts that are not addresses. */
  unread: string[];
}

/* The API decides whether a text is an address; this only finds typing errors. */
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

/** Reads addresses on lines or between commas or semicolons, also as "Ada <ada@example.com>". */
export function addressesIn(text: string): Addresses {
  const parts =
    text
      .match(/(?:"[^"\n]*"|[^,;\n])+/g)
      ?.map((part) => (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim())
      .filter((part) => part !== '') ?? [];
  const distinct = [...new Map(parts.map((part) => [part.toLowerCase(), part])).values()];
  return {
    addresses: distinct.filter((part) => ADDRESS.test(part)),
    unread: distinct.filter((part) => !ADDRESS.test(part)),
  };
}
