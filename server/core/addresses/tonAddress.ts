import { base64url } from '@scure/base'

const bounceable = 0x11
const nonBounceable = 0x51
const length = 36

/** CRC-16 with the polynomial 0x1021 and no start value (XMODEM), as the last two bytes of an address hold it. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc
}

/** The user-friendly spelling of an account, safe in addresses of the web. `isBounceable`: what nobody can receive comes back. */
export function encodeTonAddress(account: Uint8Array, workchain: number, isBounceable: boolean): string {
  const bytes = new Uint8Array(length)
  bytes[0] = isBounceable ? bounceable : nonBounceable
  bytes[1] = workchain & 0xff
  bytes.set(account, 2)
  const crc = crc16(bytes.subarray(0, 34))
  bytes.set([crc >> 8, crc & 0xff], 34)
  return base64url.encode(bytes)
}

/** Reads a user-friendly address of the main network, in either alphabet; throws for what is none, and for the test network's. */
export function decodeTonAddress(address: string): { account: Uint8Array; workchain: number; isBounceable: boolean } {
  const bytes = base64url.decode(address.replaceAll('+', '-').replaceAll('/', '_'))
  const [flag = 0, workchain = 1] = bytes
  const isKnown = (flag === bounceable || flag === nonBounceable) && (workchain === 0 || workchain === 0xff)
  if (bytes.length !== length || !isKnown || crc16(bytes) !== 0) throw new Error('not of this chain')
  return { account: bytes.subarray(2, 34), workchain: workchain === 0 ? 0 : -1, isBounceable: flag === bounceable }
}
