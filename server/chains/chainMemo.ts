import type { AddressFamily } from '#db/seed/networks.ts'

const mostTag = 4_294_967_295
const longest = 60

/** Whether a memo fits the chain: a destination tag of the XRP Ledger is a number of 32 bits, elsewhere it is one short line of text. */
export function isValidChainMemo(family: AddressFamily, memo: string): boolean {
  if (family === 'xrp') return /^(0|[1-9]\d{0,9})$/.test(memo) && Number(memo) <= mostTag
  return memo.length <= longest && /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u.test(memo)
}
