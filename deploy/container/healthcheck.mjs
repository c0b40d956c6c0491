/** Exits with 0 if the server in this container is ready for requests. */
import { request as http } from 'node:http';
import { request as https } from 'node:https';

const { PORT: port = '3000', GROVE_TLS_CERT: certificate = '' } = process.env;
// The certificate is for the name that others use.
const options = { host: '127.0.0.1', port, path: '/readyz', rejectUnauthorized: false };
const request = certificate === '' ? http : https;

request(options, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('error', () => process.exit(1))
  .end();
