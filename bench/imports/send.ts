/** Sends a file to an address and prints the response, in a process that measures nothing. */
import { readFileSync } from 'node:fs';

const [url = '', path = ''] = process.argv.slice(2);
const headers = { authorization: `Bearer ${process.env['BENCH_TOKEN']}` };
const response = await fetch(url, { method: 'POST', headers, body: readFileSync(path) });
console.log(`${response.status} ${await response.text()}`);
