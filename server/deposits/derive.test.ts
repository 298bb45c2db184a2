import { HDKey } from '@scure/bip32'
import { hexToBytes } from 'viem'
import { describe, expect, it } from 'vitest'
import { xpubFamilies } from '#db/seed/networks.ts'
import { canonicalChainAddress, isValidChainAddress } from '../core/addresses/chainAddress.ts'
import { readDepositConfig, sandboxXpubs } from '../core/startup/depositConfig.ts'
import { deriveDepositAddress } from './derive.ts'

/** The seed of BIP-39's first test phrase; its addresses are published with BIP-84 and by every wallet. */
const master = HDKey.fromMasterSeed(
  hexToBytes(
    '0x5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  ),
)
const xpubAt = (place: string): string => master.derive(place).publicExtendedKey

describe('an address', () => {
  it('is the one that wallets derive from the same key', () => {
    expect(deriveDepositAddress('btc', xpubAt("m/84'/0'/0'"), 0)).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
    expect(deriveDepositAddress('btc', xpubAt("m/84'/0'/0'"), 1)).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g')
    expect(deriveDepositAddress('evm', xpubAt("m/44'/60'/0'"), 0)).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
    expect(deriveDepositAddress('tron', xpubAt("m/44'/195'/0'"), 0)).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH')
    expect(deriveDepositAddress('ltc', xpubAt("m/84'/2'/0'"), 0)).toBe('ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh')
    expect(deriveDepositAddress('doge', xpubAt("m/44'/3'/0'"), 0)).toBe('DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC')
    expect(deriveDepositAddress('bch', xpubAt("m/44'/145'/0'"), 0)).toBe('bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6')
  })

  it('is taken by its own check, whatever its number', () => {
    for (const family of xpubFamilies)
      for (let index = 0; index < 20; index++)
        expect(isValidChainAddress(family, deriveDepositAddress(family, sandboxXpubs[family], index))).toBe(true)
  })

  it('with one letter changed is refused', () => {
    expect(isValidChainAddress('evm', '0x9858EfFD232B4033E47d90003D41EC34EcaEda95')).toBe(false)
    expect(isValidChainAddress('evm', '0x9858effd232b4033e47d90003d41ec34ecaeda94')).toBe(true)
    expect(canonicalChainAddress('evm', '0x9858effd232b4033e47d90003d41ec34ecaeda94')).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
    expect(isValidChainAddress('btc', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv')).toBe(false)
    expect(isValidChainAddress('btc', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')).toBe(true)
    expect(isValidChainAddress('btc', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3')).toBe(false)
    expect(isValidChainAddress('tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdJ')).toBe(false)
    expect(isValidChainAddress('tron', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')).toBe(false)
    expect(isValidChainAddress('btc', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')).toBe(false)
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

  it('take nodes of the Bitcoin family, with a password, each beside its own key', () => {
    const urls = { bitcoin: 'http://rpc:hunter2@127.0.0.1:8332', dogecoin: 'https://node.example.com/' }
    const keys = { DEPOSIT_XPUB_BTC: xpubAt("m/84'/0'/0'"), DEPOSIT_XPUB_DOGE: xpubAt("m/44'/3'/0'") }
    expect(read({ BITCOIN_RPC_URLS: JSON.stringify(urls), ...keys }, 'production').rpcUrls).toEqual(urls)
    const { DEPOSIT_XPUB_DOGE: _, ...less } = keys
    expect(() => read({ BITCOIN_RPC_URLS: JSON.stringify(urls), ...less })).toThrow(/names "dogecoin", which needs DEPOSIT_XPUB_DOGE/)
    const sentence =
      'BITCOIN_RPC_URLS must be a JSON object from bitcoin, litecoin, dogecoin, bitcoincash to http:// or https:// addresses.'
    for (const wrong of ['{', '[]', '"http://a"', 'null', '{"bitcoin":1}', '{"ethereum":"http://a"}', '{"bitcoin":"rpc:hunter2@a:8332"}'])
      expect(() => read({ BITCOIN_RPC_URLS: wrong, ...keys })).toThrow(sentence)
  })

  it('take a node of the XRP Ledger beside the address there', () => {
    const DEPOSIT_ADDRESS_XRP = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
    const XRPL_RPC_URL = 'http://127.0.0.1:5005'
    expect(read({ XRPL_RPC_URL, DEPOSIT_ADDRESS_XRP }, 'production').rpcUrls).toEqual({ xrpl: XRPL_RPC_URL })
    expect(() => read({ XRPL_RPC_URL })).toThrow(/XRPL_RPC_URL needs DEPOSIT_ADDRESS_XRP/)
    expect(() => read({ XRPL_RPC_URL: 'ws://127.0.0.1:6006', DEPOSIT_ADDRESS_XRP })).toThrow(/begins with http:/)
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
