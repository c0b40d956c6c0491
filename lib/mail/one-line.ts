/** Names may have any character. What ends or turns a line would pass for words of a message. */
export const oneLine = (name: string) => name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
