import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What an authenticator is asked, as the server's options say it, and where the page is. */
interface Ask {
  challenge: string
  rpId: string
  origin: string
}

export interface SoftPasskeyOptions {
  /** False: nobody was verified, only present. */
  verifies?: boolean
  /** Claims to be another kind of answer. */
  type?: string
}

const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

/** An authenticator in software: one P-256 key with a count of its uses, attestation "none". */
export function softPasskey(userHandle: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  const authData = (rpId: string, verifies: boolean, attested: Uint8Array = new Uint8Array()): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = 0x01 | (verifies ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested])
  }
  const clientData = (type: string, { challenge, origin }: Ask): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  return {
    id: b64(id),
    /** Sets the count of its uses, as a copy of it would have. */
    count: (to: number) => {
      counter = to
    },
    create(ask: Ask, { verifies = true, type = 'webauthn.create' }: SoftPasskeyOptions = {}) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(authData(ask.rpId, verifies, attested)),
      ])
      return {
        id: b64(id),
        rawId: b64(id),
        type: 'public-key',
        response: { clientDataJSON: b64(clientData(type, ask)), attestationObject: b64(attestationObject), transports: ['internal'] },
      }
    },
    get(ask: Ask, { verifies = true, type = 'webauthn.get' }: SoftPasskeyOptions = {}) {
      counter++
      const [data, client] = [authData(ask.rpId, verifies), clientData(type, ask)]
      return {
        id: b64(id),
        rawId: b64(id),
        type: 'public-key',
        response: {
          clientDataJSON: b64(client),
          authenticatorData: b64(data),
          signature: b64(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle,
        },
      }
    },
  }
}

/** The public key as CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ])
}

const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)])
const bytes = (value: Uint8Array): Buffer =>
  Buffer.concat([
    value.length < 256 ? Buffer.from([0x58, value.length]) : Buffer.from([0x59, value.length >> 8, value.length & 255]),
    value,
  ])
