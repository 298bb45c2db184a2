import type { IncomingMessage } from 'node:http'
import { clientIpKey } from '../core/addresses/addressKey.ts'

/**
 * The key of the address that counts, of IPv6 its /64 alone (`clientIpKey`): the peer's, or, where a proxy is set up on this very
 * machine, of the one that it says last.
 */
export function clientIpKeyOfRequest(request: IncomingMessage, isBehindProxy: boolean): string {
  const peer = clientIpKey(request.socket.remoteAddress ?? '')
  if (!isBehindProxy) return peer
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)!
    .trim()
  return forwarded && (peer.startsWith('127.') || peer === '0:0:0:0') ? clientIpKey(forwarded) : peer
}
