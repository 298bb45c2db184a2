import { describe, expect, it } from 'vitest'
import { currencySeeds } from '#db/seed/currencies.ts'
import { type AddressFamily, networks } from '#db/seed/networks.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { nonXpubAddressEncoders, canonicalChainAddress, isValidChainAddress, equivalentAddressSpellings } from './chainAddress.ts'
import { isValidChainMemo } from '../../chains/chainMemo.ts'
import { normalizeTxHash } from '../../chains/txHash.ts'

// Addresses that the chains themselves publish: their specifications, their documentation, or the first phrase of BIP-39 in every wallet.
const right: Record<Exclude<AddressFamily, 'btc' | 'tron'>, readonly string[]> = {
  evm: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  ],
  ltc: ['ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh', 'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez', 'MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441'],
  doge: ['DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC'],
  bch: [
    'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq',
    'qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy',
  ],
  solana: ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'So11111111111111111111111111111111111111112'],
  cardano: [
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
    'addr1z8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gten0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs9yc0hh',
    'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
    'addr1w8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcyjy7wx',
  ],
  polkadot: ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  ton: ['EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF', 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA'],
  xrp: ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'],
  cosmos: ['cosmos19rl4cm2hmr8afy4kldpxz3fka4jguq0auqdal4'],
}

// Of a test network, of another kind or chain, or in a spelling that could be mistaken.
const foreign: Record<keyof typeof right, readonly string[]> = {
  evm: ['0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'X-avax1fsxqxcyqayqqv6wt0m2mkqr7d0wtdfs5u7cmn3'],
  ltc: ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', '3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj', 'tltc1q6khryyu2g5rk9pa4snrr4vhg2v8zxejaskpv3w'],
  doge: ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'doge1qcr8te4kr609gcawutmrza0j4xv80jy8zs2yeuw'],
  bch: ['1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t'],
  solana: ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5D', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  cardano: [
    'addr1gx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer5pnz75xxcrzqf96k',
    'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw',
    'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
  ],
  polkadot: ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F'],
  ton: ['kQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPgpP', '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e'],
  xrp: ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ'],
  cosmos: ['osmo19rl4cm2hmr8afy4kldpxz3fka4jguq0a5m7df8', 'cosmosvaloper1clpqr4nrk4khgkxj78fcwwh6dl3uw4epsluffn'],
}
const families = Object.keys(right) as (keyof typeof right)[]

/** Every address that differs in one letter, each by its neighbour in the other's place. */
const misspelt = (address: string): string[] =>
  [...address].flatMap((letter, at) => {
    const other = [...address].find(
      (candidate) => candidate !== letter && /[a-z0-9]/i.test(candidate) && candidate.toLowerCase() !== letter.toLowerCase(),
    )
    return other && /[a-z0-9]/i.test(letter) ? [address.slice(0, at) + other + address.slice(at + 1)] : []
  })

describe.each(families)('addresses of %s', (family) => {
  it('are taken as their chain publishes them', () => {
    for (const address of right[family]) expect([address, isValidChainAddress(family, address)]).toEqual([address, true])
  })

  it('of another kind, network or chain are refused', () => {
    for (const address of foreign[family]) expect([address, isValidChainAddress(family, address)]).toEqual([address, false])
  })

  it.skipIf(family === 'solana' || family === 'evm')('with one wrong letter are refused', () => {
    for (const address of right[family])
      for (const wrong of misspelt(address)) {
        // Without its prefix an address of Bitcoin Cash is one all the same; a letter of the prefix is no letter of the address.
        expect([wrong, isValidChainAddress(family, wrong)]).toEqual([wrong, false])
      }
  })

  it('that belong to other chains are refused', () => {
    for (const other of families)
      if (other !== family)
        for (const address of right[other]) expect([address, isValidChainAddress(family, address)]).toEqual([address, false])
  })
})

it('one account of Bitcoin Cash has one spelling, and one of TON two that are known to be the same', () => {
  expect(canonicalChainAddress('bch', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a')).toBe(
    'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  )
  const [back = '', kept = ''] = right.ton
  expect(equivalentAddressSpellings('ton', back)).toEqual([back, kept])
  expect(equivalentAddressSpellings('ton', kept)).toEqual([back, kept])
  expect(isValidChainAddress('ton', back.replaceAll('-', '+').replaceAll('_', '/'))).toBe(true)
  expect(canonicalChainAddress('ton', back.replaceAll('-', '+'))).toBe(back)
})

it('what the sandbox makes up is an address of its chain', () => {
  for (const [family, make] of Object.entries(nonXpubAddressEncoders))
    for (let n = 0; n < 20; n++) expect(isValidChainAddress(family as AddressFamily, make(new Uint8Array(32).fill(n * 11 + 1)))).toBe(true)
})

it('a destination tag is a number of 32 bits, a memo elsewhere one line', () => {
  for (const tag of ['0', '1', '4294967295']) expect(isValidChainMemo('xrp', tag)).toBe(true)
  for (const tag of ['4294967296', '01', '-1', 'tag', '１２']) expect(isValidChainMemo('xrp', tag)).toBe(false)
  expect(isValidChainMemo('cosmos', 'account 100000')).toBe(true)
  expect(isValidChainMemo('ton', 'two\nlines')).toBe(false)
})

it('transactions are named as their chains name them', () => {
  const digits = 'ab'.repeat(32)
  expect(normalizeTxHash('evm', digits.toUpperCase())).toBe(`0x${digits}`)
  expect(normalizeTxHash('ltc', digits)).toBe(digits)
  expect(normalizeTxHash('xrp', digits)).toBe(digits.toUpperCase())
  expect(normalizeTxHash('ton', Buffer.from(digits, 'hex').toString('base64'))).toBe(digits)
  const signature = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
  expect(normalizeTxHash('solana', signature)).toBe(signature)
  for (const family of ['evm', 'solana', 'ton', 'cardano'] as const) expect(normalizeTxHash(family, 'abc')).toBeUndefined()
})

it('every coin that can be bought has a network on which it can leave', () => {
  const coins = new Set<string>(currencySeeds.filter(({ kind }) => kind === 'crypto').map(({ currency }) => currency))
  const traded = symbolSeeds.flatMap((market) => ('base' in market && coins.has(market.base) ? [market.base] : []))
  expect(traded.length).toBeGreaterThan(12)
  expect(traded.filter((coin) => !networks.some(({ currency }) => currency === coin))).toEqual([])
})
