/**
 * A device with passkeys, in software: it makes ES256 keys and signs challenges as a browser and its
 * authenticator do together.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** The options of the server that a device reads. */
interface Options {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
  user?: { id: string };
}

/** Differences of a device, or of an attacker who pretends to be one. */
interface Signing {
  origin?: string;
  /** The host of the key. */
  host?: string;
  isPersonVerified?: boolean;
  type?: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();

export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #publicKey: Uint8Array;
  #userHandle = '';
  /** The counter, which rises before each signature; 0 for a device without a counter. */
  counter = 0;
  hasCounter = false;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const bytes = (part: string) => new Uint8Array(Buffer.from(part, 'base64url'));
    // COSE: kty EC2, alg ES256, crv P-256.
    const cose = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    this.#publicKey = isoCBOR.encode(cose);
  }

  get userHandle(): string {
    return this.#userHandle;
  }

  create(options: Options, { statement = new Map<string, unknown>(), format = 'none' } = {}) {
    this.#userHandle = options.user?.id ?? '';
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, this.#publicKey]);
    const authData = this.#data(options.rp?.id ?? '', USER_VERIFIED | HAS_CREDENTIAL, credential);
    const attestation = new Map<string, unknown>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      ...this.#described(),
      response: {
        clientDataJSON: text(this.#clientData('webauthn.create', options, {})),
        attestationObject: text(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      },
    };
  }

  get(options: Options, signing: Signing = {}) {
    const clientData = this.#clientData('webauthn.get', options, signing);
    const verified = (signing.isPersonVerified ?? true) ? USER_VERIFIED : 0;
    if (this.hasCounter) this.counter += 1;
    const data = this.#data(signing.host ?? options.rpId ?? '', verified, Buffer.alloc(0));
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#key);
    return {
      ...this.#described(),
      response: {
        clientDataJSON: text(clientData),
        authenticatorData: text(data),
        signature: text(signature),
        userHandle: this.#userHandle,
      },
    };
  }

  #described() {
    const id = text(this.#id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }

  #clientData(type: string, { challenge }: Options, signing: Signing): Buffer {
    const origin = signing.origin ?? this.#origin;
    return Buffer.from(JSON.stringify({ type: signing.type ?? type, challenge, origin }));
  }

  #data(host: string, flags: number, rest: Buffer): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(USER_PRESENT | flags);
    head.writeUInt32BE(this.counter, 1);
    return Buffer.concat([sha256(host), head, rest]);
  }
}
