import { HDKey } from '@scure/bip32'
import { type ChainName, type MemoFamily, memoFamilies, type XpubFamily, xpubFamilies } from '#db/seed/networks.ts'
import { isAddressOf } from './chainAddress.ts'
import { StartRefused } from './startRefused.ts'

/** How coins come in: the public keys from which everybody's addresses follow, and the nodes that are asked what arrived. */
export interface DepositConfig {
  /** Extended public keys of an account (m/44'/60'/0', m/84'/0'/0', m/44'/195'/0' …); addresses are its 0/index. Never a private key. */
  xpubs: Record<XpubFamily, string>
  /** The one address of chains on which a memo says whose a transfer is. */
  sharedAddresses?: Partial<Record<MemoFamily, string>>
  /** JSON-RPC addresses of the chains that are watched. */
  rpcUrls: Partial<Record<ChainName, string>>
}

/** The sandbox's own keys, made once; their private halves were thrown away, so nobody can ever spend what is sent there. */
export const sandboxXpubs: Record<XpubFamily, string> = {
  evm: 'xpub6CdwYhuvKkj1gF2hCV7TAXfLTecYMATMZDBB9NcMaA3Htr2UNhEfZf1KxbVDY1kEKMvrEGjzXFikAGWn4aRJcvUhBUHQJWhQMwshig5Txxi',
  btc: 'xpub6Cw7hUDqocuuhzbZUH1WpYhrz8fo9vw4mk4tYJRRto5dgUwJrsUpPRY48A7SaHxuPjM512A579Qv7LwuuCg8WCft1fWG89X4zvnhfkLePej',
  tron: 'xpub6Bkwz3k8X4u2GHgxLMZu6Kg1rFooYkbX9kFU8BWfxBh8A63iM8vcaY1vZNhAq5cmufbiLRtHa36DdrumFiYWu9JN5S9U8SsCQQMvowK6CVG',
  ltc: 'xpub6Cticu5KSTDR6HF8LPAGT4MNPjnjc2c2baAYSUgxbwzJX72YpHcLnYyPU5stwHr3gAYRjsqo3ejBmkTw9kXQQJu6YTivL7nh7YQFDNiN43e',
  doge: 'xpub6D1URPXamp3X6mPoiEYFeL9dTZcazpArdC9ws1tJjHbrTwi6iWAFmbYvbQgHpmYZ3onFmn5FXYDeR4bcGDP984BXhW6Pje9FyYGkn2bmSTs',
  bch: 'xpub6CLHqNrnvKoKCbmXpLdYL9fbKVpmeYiKpSQVsLh9LtK6ogWgK6kPhZDC4i5rLyaXWXWsn1YZrS3U2KsqRcTZcscXVtmrHseMjTsjUG29w9F',
}
/** From this one the sandbox makes addresses of chains that have no extended keys: what looks like a key there has no private half at all. */
export const sandboxOtherXpub =
  'xpub6CUvX5z8btkgzBoFj27yku14FgTduiAc3wgZMEfF12VrCRqDC7f2BakeahEvbnpvhG4MdF5K1fYZLF6TGTPXPrCxhD7ZQxeyn8Nrh1up2oC'

const variables: Record<XpubFamily, string> = {
  evm: 'DEPOSIT_XPUB_EVM',
  btc: 'DEPOSIT_XPUB_BTC',
  tron: 'DEPOSIT_XPUB_TRON',
  ltc: 'DEPOSIT_XPUB_LTC',
  doge: 'DEPOSIT_XPUB_DOGE',
  bch: 'DEPOSIT_XPUB_BCH',
}
const sharedVariables: Record<MemoFamily, string> = { xrp: 'DEPOSIT_ADDRESS_XRP', cosmos: 'DEPOSIT_ADDRESS_ATOM' }
/** Only these chains have an adapter that can watch them. */
const watchable: readonly ChainName[] = ['ethereum', 'bsc', 'avalanche']

/** Reads DEPOSIT_XPUB_EVM and its like, DEPOSIT_ADDRESS_XRP and DEPOSIT_ADDRESS_ATOM, and EVM_RPC_URLS (JSON of chain name to address). */
export function readDepositConfig(env: 'sandbox' | 'production', given: (name: string) => string | undefined): DepositConfig {
  const rpcUrls = readRpcUrls(given('EVM_RPC_URLS'))
  const xpubs = { ...sandboxXpubs }
  for (const family of xpubFamilies) {
    const text = given(variables[family])
    if (text !== undefined) xpubs[family] = readXpub(variables[family], text)
  }
  const ownKey = xpubs.evm !== sandboxXpubs.evm
  if (Object.keys(rpcUrls).length > 0 && !ownKey)
    throw new StartRefused("EVM_RPC_URLS needs DEPOSIT_XPUB_EVM: nobody holds the private keys of the sandbox's own addresses.")
  if (env === 'production' && ownKey && Object.keys(rpcUrls).length === 0)
    throw new StartRefused('DEPOSIT_XPUB_EVM needs EVM_RPC_URLS: without a node nothing that arrives would be seen.')
  const sharedAddresses: Partial<Record<MemoFamily, string>> = {}
  for (const family of memoFamilies) {
    const address = given(sharedVariables[family])
    if (address === undefined) continue
    if (!isAddressOf(family, address)) throw new StartRefused(`${sharedVariables[family]} is no address of its chain: check each letter.`)
    sharedAddresses[family] = address
  }
  return { xpubs, ...(Object.keys(sharedAddresses).length > 0 && { sharedAddresses }), rpcUrls }
}

/** The sentence does not repeat the value: it may be a private key that somebody put here by mistake. */
function readXpub(name: string, text: string): string {
  let key: HDKey
  try {
    key = HDKey.fromExtendedKey(text)
  } catch {
    throw new StartRefused(`${name} must be an extended public key that begins with "xpub".`)
  }
  if (key.privateKey)
    throw new StartRefused(`${name} holds a private key: this server must never see one. Give it the extended public key ("xpub") instead.`)
  return key.publicExtendedKey
}

function readRpcUrls(text: string | undefined): DepositConfig['rpcUrls'] {
  if (text === undefined) return {}
  const wrong = new StartRefused(`EVM_RPC_URLS must be a JSON object from ${watchable.join(', ')} to http:// or https:// addresses.`)
  let urls: unknown
  try {
    urls = JSON.parse(text)
  } catch {
    throw wrong
  }
  if (typeof urls !== 'object' || urls === null || Array.isArray(urls)) throw wrong
  for (const [chain, url] of Object.entries(urls)) {
    const isUrl = typeof url === 'string' && ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '')
    if (!isUrl || !watchable.includes(chain as ChainName)) throw wrong
  }
  return urls
}
