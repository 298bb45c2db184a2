import { settings } from '#contract/calls/settings.ts'
import { send } from './send.ts'
import { serverNow } from './serverClock.ts'

let keyRequest: Promise<{ kid: string; publicKey: string }> | undefined

/** The server's newest RSA key, asked for once. */
const sealKey = () => {
  keyRequest ??= send(settings.sealKey, {}).then(([newest]) => {
    if (!newest) throw new Error('The server has no key')
    return newest
  })
  keyRequest.catch(forgetSealKey)
  return keyRequest
}

export const forgetSealKey = (): void => {
  keyRequest = undefined
}

/** A sealed body. When it was sealed and a nonce travel inside, so that a copy of it is worthless (product §1.1). */
export async function seal(fields: Record<string, unknown>): Promise<{ kid: string; body: string }> {
  const [{ sealJson }, key] = await Promise.all([import('./sealing.ts'), sealKey()])
  const json = JSON.stringify({ ...fields, _ts: Math.round(serverNow()), _nonce: crypto.randomUUID() })
  return { kid: key.kid, body: sealJson(json, key.publicKey) }
}
