import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import type { Config } from '../../core/startup/config.ts'

// What is not the public internet (RFC 6890, RFC 6598, RFC 5771): nobody's browser is told to listen there.
const closedIPv4 = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  closedIPv4.addSubnet(net, bits, 'ipv4')
}
const openIPv6 = new BlockList()
openIPv6.addSubnet('2000::', 3, 'ipv6')
// Teredo, ORCHID and documentation, and 6to4, which carries any IPv4 address.
const closedIPv6 = new BlockList()
closedIPv6.addSubnet('2001::', 23, 'ipv6')
closedIPv6.addSubnet('2001:db8::', 32, 'ipv6')
closedIPv6.addSubnet('2002::', 16, 'ipv6')
closedIPv6.addSubnet('3fff::', 20, 'ipv6')

/** Whether an address is one of the public internet. */
export function isPublicIpAddress(address: string): boolean {
  if (isIPv4(address)) return !closedIPv4.check(address, 'ipv4')
  return isIPv6(address) && openIPv6.check(address, 'ipv6') && !closedIPv6.check(address, 'ipv6')
}

/** Whether this server may write to itself: a sandbox that only its own machine can reach. */
export const allowsLoopbackPush = ({ env, host, publicOrigin }: Config): boolean =>
  env === 'sandbox' && publicOrigin === undefined && isLoopback(host)

export const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', '[::1]', 'localhost'].includes(host)

/** An endpoint that a message may be sent to, as far as its address alone says: https at a public host, or loopback where that is allowed. */
export function parsePushEndpoint(text: string, loopbackToo: boolean): URL | undefined {
  const url = URL.parse(text)
  if (!url || url.username || url.password || url.hash) return undefined
  if (loopbackToo && isLoopback(url.hostname) && ['http:', 'https:'].includes(url.protocol)) return url
  if (url.protocol !== 'https:' || url.port !== '') return undefined
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return isPublicIpAddress(host) ? url : undefined
  return /\.[a-z][a-z0-9-]+$/i.test(host) ? url : undefined
}
