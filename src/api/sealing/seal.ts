import { serverNow } from '../serverClock.ts'

export interface ServerSealKey {
  kid: string
  publicKey: string
}

let keyRequest: Promise<ServerSealKey> | undefined

export const forgetServerSealKey = (): void => {
  keyRequest = undefined
}

/** A sealed body. When it was sealed and a nonce travel inside, so that a copy of it is worthless (docs/sealed-body.md). */
export async function sealRequestBody(
  fields: Record<string, unknown>,
  askForKeys: () => Promise<readonly ServerSealKey[]>,
): Promise<{ kid: string; body: string }> {
  keyRequest ??= askForKeys().then(newestKey)
  keyRequest.catch(forgetServerSealKey)
  const [{ sealJsonWithPublicKey }, key] = await Promise.all([import('./sealing.ts'), keyRequest])
  const json = JSON.stringify({ ...fields, _ts: Math.round(serverNow()), _nonce: crypto.randomUUID() })
  return { kid: key.kid, body: sealJsonWithPublicKey(json, key.publicKey) }
}

function newestKey([first]: readonly ServerSealKey[]): ServerSealKey {
  if (!first) throw new Error('The server has no key')
  return first
}
