/** What a connection counts as that ended before anybody asked whose it was. */
const unknownAddress = 'unknown'

/** What an address counts as: itself, or for IPv6 its /64, which one household has whole. */
export function clientIpKey(ip: string | undefined): string {
  if (ip === undefined) return unknownAddress
  const plain = ip.startsWith('::ffff:') ? ip.slice(7) : ip
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const middle = plain.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  return [...left, ...middle, ...right].slice(0, 4).join(':')
}
