type Bytes = Uint8Array<ArrayBuffer>

export interface SigningPublicKey {
  kid: string
  publicKeyJwk: { kty: 'EC'; crv: 'P-256'; x: string; y: string }
}

/** Browsers have it on secure addresses only. */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined

export const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

/** Whether the key is the one that its name says (RFC 7638) and this is its signature (ES256, base64 of r‖s) of the text. */
export async function verifyServerSignature(
  text: string,
  signature: string,
  { kid, publicKeyJwk: { kty, crv, x, y } }: SigningPublicKey,
): Promise<boolean> {
  try {
    const name = await sha256(new TextEncoder().encode(`{"crv":"${crv}","kty":"${kty}","x":"${x}","y":"${y}"}`))
    if (toBase64Url(name) !== kid) return false
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
    const bytes = Uint8Array.from(atob(signature), (char) => char.charCodeAt(0))
    return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes, new TextEncoder().encode(text))
  } catch {
    // A key or a signature that cannot even be read proves nothing.
    return false
  }
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
