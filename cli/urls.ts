import { config } from '#lib/config.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { forgetUrl, ownUrls } from '#lib/auth/tokens/known-urls.ts';
import { commandLine, parse } from './usage.ts';

/** Prints an address a line. */
export async function urlsList(args: string[]): Promise<string> {
  parse(args, [], {});
  return [...(await ownUrls())].join('\n');
}

/** @throws OperatorError for the current address, and for one that was never known. */
export async function urlsForget(args: string[]): Promise<string> {
  const { positionals } = parse(args, ['URL'], {});
  const url = (positionals[0] ?? '').replace(/\/$/, '');
  if (url === config().url) {
    throw new OperatorError(`${url} is the current address; set GROVE_URL to another one first`);
  }
  if (!(await forgetUrl(url))) {
    throw new OperatorError(
      `${url} is no former address of this installation; see: ${commandLine('urls list')}`,
    );
  }
  return `${url} is forgotten; tokens that name it are void`;
}
