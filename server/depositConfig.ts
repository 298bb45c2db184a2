import { HDKey } from '@scure/bip32'
import type { ChainName, Family } from '#db/seed/networks.ts'
import { StartRefused } from './startRefused.ts'

/** How coins come in: the public keys from which everybody's addresses follow, and the nodes that are asked what arrived. */
export interface DepositConfig {
  /** Extended public keys of an account (m/44'/60'/0', m/84'/0'/0', m/44'/195'/0'); addresses are its 0/index. Never a private key. */
  xpubs: Record<Family, string>
  /** JSON-RPC addresses of the chains that are watched. */
  rpcUrls: Partial<Record<ChainName, string>>
}

/** The sandbox's own keys, made once; their private halves were thrown away, so nobody can ever spend what is sent there. */
export const sandboxXpubs: Record<Family, string> = {
  evm: 'xpub6CdwYhuvKkj1gF2hCV7TAXfLTecYMATMZDBB9NcMaA3Htr2UNhEfZf1KxbVDY1kEKMvrEGjzXFikAGWn4aRJcvUhBUHQJWhQMwshig5Txxi',
  btc: 'xpub6Cw7hUDqocuuhzbZUH1WpYhrz8fo9vw4mk4tYJRRto5dgUwJrsUpPRY48A7SaHxuPjM512A579Qv7LwuuCg8WCft1fWG89X4zvnhfkLePej',
  tron: 'xpub6Bkwz3k8X4u2GHgxLMZu6Kg1rFooYkbX9kFU8BWfxBh8A63iM8vcaY1vZNhAq5cmufbiLRtHa36DdrumFiYWu9JN5S9U8SsCQQMvowK6CVG',
}

const variables: Record<Family, string> = { evm: 'DEPOSIT_XPUB_EVM', btc: 'DEPOSIT_XPUB_BTC', tron: 'DEPOSIT_XPUB_TRON' }
/** Only these chains have an adapter that can watch them. */
const watchable: readonly ChainName[] = ['ethereum', 'bsc']

/** Reads DEPOSIT_XPUB_EVM, DEPOSIT_XPUB_BTC, DEPOSIT_XPUB_TRON and EVM_RPC_URLS (JSON of chain name to address). */
export function readDepositConfig(env: 'sandbox' | 'production', given: (name: string) => string | undefined): DepositConfig {
  const rpcUrls = readRpcUrls(given('EVM_RPC_URLS'))
  const xpubs = { ...sandboxXpubs }
  for (const family of ['evm', 'btc', 'tron'] as const) {
    const text = given(variables[family])
    if (text !== undefined) xpubs[family] = readXpub(variables[family], text)
  }
  const ownKey = xpubs.evm !== sandboxXpubs.evm
  if (Object.keys(rpcUrls).length > 0 && !ownKey)
    throw new StartRefused("EVM_RPC_URLS needs DEPOSIT_XPUB_EVM: nobody holds the private keys of the sandbox's own addresses.")
  if (env === 'production' && ownKey && Object.keys(rpcUrls).length === 0)
    throw new StartRefused('DEPOSIT_XPUB_EVM needs EVM_RPC_URLS: without a node nothing that arrives would be seen.')
  return { xpubs, rpcUrls }
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
  const wrong = new StartRefused(`EVM_RPC_URLS must be a JSON object from ${watchable.join(' or ')} to http:// or https:// addresses.`)
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
