import { HDKey } from '@scure/bip32'
import { hexToBytes } from 'viem'
import { describe, expect, it } from 'vitest'
import { xpubFamilies } from '#db/seed/networks.ts'
import { canonicalAddress, isAddressOf } from '../chainAddress.ts'
import { readDepositConfig, sandboxXpubs } from '../depositConfig.ts'
import { deriveAddress } from './derive.ts'

/** The seed of BIP-39's first test phrase; its addresses are published with BIP-84 and by every wallet. */
const master = HDKey.fromMasterSeed(
  hexToBytes(
    '0x5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  ),
)
const xpubAt = (place: string): string => master.derive(place).publicExtendedKey

describe('an address', () => {
  it('is the one that wallets derive from the same key', () => {
    expect(deriveAddress('btc', xpubAt("m/84'/0'/0'"), 0)).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
    expect(deriveAddress('btc', xpubAt("m/84'/0'/0'"), 1)).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g')
    expect(deriveAddress('evm', xpubAt("m/44'/60'/0'"), 0)).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
    expect(deriveAddress('tron', xpubAt("m/44'/195'/0'"), 0)).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH')
    expect(deriveAddress('ltc', xpubAt("m/84'/2'/0'"), 0)).toBe('ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh')
    expect(deriveAddress('doge', xpubAt("m/44'/3'/0'"), 0)).toBe('DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC')
    expect(deriveAddress('bch', xpubAt("m/44'/145'/0'"), 0)).toBe('bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6')
  })

  it('is taken by its own check, whatever its number', () => {
    for (const family of xpubFamilies)
      for (let index = 0; index < 20; index++) expect(isAddressOf(family, deriveAddress(family, sandboxXpubs[family], index))).toBe(true)
  })

  it('with one letter changed is refused', () => {
    expect(isAddressOf('evm', '0x9858EfFD232B4033E47d90003D41EC34EcaEda95')).toBe(false)
    expect(isAddressOf('evm', '0x9858effd232b4033e47d90003d41ec34ecaeda94')).toBe(true)
    expect(canonicalAddress('evm', '0x9858effd232b4033e47d90003d41ec34ecaeda94')).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
    expect(isAddressOf('btc', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv')).toBe(false)
    expect(isAddressOf('btc', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')).toBe(true)
    expect(isAddressOf('btc', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3')).toBe(false)
    expect(isAddressOf('tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdJ')).toBe(false)
    expect(isAddressOf('tron', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')).toBe(false)
    expect(isAddressOf('btc', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')).toBe(false)
  })
})

describe('the settings of deposits', () => {
  const read = (given: Record<string, string>, env: 'sandbox' | 'production' = 'sandbox') => readDepositConfig(env, (name) => given[name])

  it('refuse a private key in plain words, without repeating it', () => {
    const xprv = master.derive("m/44'/60'/0'").privateExtendedKey
    expect(() => read({ DEPOSIT_XPUB_EVM: xprv })).toThrow(/holds a private key: this server must never see one/)
    expect(() => read({ DEPOSIT_XPUB_EVM: xprv })).not.toThrow(xprv)
  })

  it('refuse what is no key, no address, or a node without a key whose coins somebody can spend', () => {
    expect(() => read({ DEPOSIT_XPUB_BTC: 'xpub-nonsense' })).toThrow(/DEPOSIT_XPUB_BTC must be an extended public key/)
    expect(() => read({ EVM_RPC_URLS: '{"ethereum":"ftp://a"}' })).toThrow(/EVM_RPC_URLS must be/)
    expect(() => read({ EVM_RPC_URLS: '{"ethereum":"http://127.0.0.1:1"}' })).toThrow(/nobody holds the private keys/)
    expect(() => read({ DEPOSIT_XPUB_EVM: xpubAt("m/44'/60'/0'") }, 'production')).toThrow(/without a node/)
  })

  it('refuse a shared address that is none of its chain', () => {
    expect(() => read({ DEPOSIT_ADDRESS_XRP: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTi' })).toThrow(
      /DEPOSIT_ADDRESS_XRP is no address of its chain/,
    )
    expect(read({ DEPOSIT_ADDRESS_XRP: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' }).sharedAddresses).toEqual({
      xrp: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    })
  })

  it('take public keys and nodes', () => {
    const evm = xpubAt("m/44'/60'/0'")
    const config = read({ DEPOSIT_XPUB_EVM: evm, EVM_RPC_URLS: '{"ethereum":"http://127.0.0.1:1"}' }, 'production')
    expect(config).toMatchObject({ xpubs: { evm }, rpcUrls: { ethereum: 'http://127.0.0.1:1' } })
  })
})
