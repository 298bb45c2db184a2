import { serverNow } from './serverClock.ts'

export interface SealKey {
  kid: string
  publicKey: string
}

let keyRequest: Promise<SealKey> | undefined

export const forgetSealKey = (): void => {
  keyRequest = undefined
}

/** A sealed body. When it was sealed and a nonce travel inside, so that a copy of it is worthless (product §1.1). */
export async function seal(
  fields: Record<string, unknown>,
  askForKeys: () => Promise<readonly SealKey[]>,
): Promise<{ kid: string; body: string }> {
  keyRequest ??= askForKeys().then(newest)
  keyRequest.catch(forgetSealKey)
  const [{ sealJson }, key] = await Promise.all([import('./sealing.ts'), keyRequest])
  const json = JSON.stringify({ ...fields, _ts: Math.round(serverNow()), _nonce: crypto.randomUUID() })
  return { kid: key.kid, body: sealJson(json, key.publicKey) }
}

function newest([first]: readonly SealKey[]): SealKey {
  if (!first) throw new Error('The server has no key')
  return first
}
