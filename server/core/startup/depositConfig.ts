import { HDKey } from '@scure/bip32'
import * as z from 'zod/mini'
import { type ChainName, type MemoFamily, memoFamilies, type XpubFamily, xpubFamilies } from '#db/seed/networks.ts'
import { isValidChainAddress } from '../addresses/chainAddress.ts'
import {
  createJointSettingsCheck,
  type SettingLookup,
  isUrlWithProtocol,
  jsonSetting,
  parseSettings,
  plainTextSetting,
  secretTextSetting,
  urlInJsonSchema,
} from './settings.ts'

/** How coins come in: the public keys from which everybody's addresses follow, and the nodes that are asked what arrived. */
export interface DepositConfig {
  /** Extended public keys of an account (m/44'/60'/0', m/84'/0'/0', m/44'/195'/0' …); addresses are its 0/index. Never a private key. */
  xpubs: Record<XpubFamily, string>
  /** The one address of chains on which a memo says whose a transfer is. */
  sharedAddresses?: Partial<Record<MemoFamily, string>>
  /** RPC addresses of the chains that are watched. */
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
export const sandboxFallbackXpub =
  'xpub6CUvX5z8btkgzBoFj27yku14FgTduiAc3wgZMEfF12VrCRqDC7f2BakeahEvbnpvhG4MdF5K1fYZLF6TGTPXPrCxhD7ZQxeyn8Nrh1up2oC'

const variables = {
  evm: 'DEPOSIT_XPUB_EVM',
  btc: 'DEPOSIT_XPUB_BTC',
  tron: 'DEPOSIT_XPUB_TRON',
  ltc: 'DEPOSIT_XPUB_LTC',
  doge: 'DEPOSIT_XPUB_DOGE',
  bch: 'DEPOSIT_XPUB_BCH',
} as const satisfies Record<XpubFamily, string>
const sharedVariables = { xrp: 'DEPOSIT_ADDRESS_XRP', cosmos: 'DEPOSIT_ADDRESS_ATOM' } as const satisfies Record<MemoFamily, string>
/** Chains of the Bitcoin family whose nodes may be named, and the family whose key each needs. */
const bitcoinChains = { bitcoin: 'btc', litecoin: 'ltc', dogecoin: 'doge', bitcoincash: 'bch' } as const satisfies Partial<
  Record<ChainName, XpubFamily>
>
const webProtocols = ['http:', 'https:']

/** A refusal does not repeat the value: it may be a private key that was put here by mistake. */
const xpub = z.pipe(
  z.string(),
  z.transform((text: string, { issues }) => {
    const key = extendedKeyOf(text)
    const refuse = (message: string) => void issues.push({ code: 'custom', message, input: text })
    if (!key) refuse('must be an extended public key that begins with "xpub".')
    else if (key.privateKey)
      refuse('holds a private key: this server must never see one. Give it the extended public key ("xpub") instead.')
    else return key.publicExtendedKey
    return z.NEVER
  }),
)

function extendedKeyOf(text: string): HDKey | undefined {
  try {
    return HDKey.fromExtendedKey(text)
  } catch {
    return undefined
  }
}

const sharedAddress = (family: MemoFamily) =>
  z.optional(secretTextSetting((text) => isValidChainAddress(family, text), 'is no address of its chain: check each letter.'))

/** JSON of a chain's name to its node's address, which may hold a password. */
function nodeUrls<Chain extends ChainName>(chains: readonly Chain[]) {
  const sentence = `must be a JSON object from ${chains.join(', ')} to http:// or https:// addresses.`
  return z._default(
    jsonSetting(z.partialRecord(z.enum(chains), urlInJsonSchema(webProtocols, sentence), { error: sentence }), sentence),
    {},
  )
}

/** The keys and addresses from which people's addresses follow, and the nodes that are asked what arrived. */
export const depositSettingsShape = {
  DEPOSIT_XPUB_EVM: z._default(xpub, sandboxXpubs.evm),
  DEPOSIT_XPUB_BTC: z._default(xpub, sandboxXpubs.btc),
  DEPOSIT_XPUB_TRON: z._default(xpub, sandboxXpubs.tron),
  DEPOSIT_XPUB_LTC: z._default(xpub, sandboxXpubs.ltc),
  DEPOSIT_XPUB_DOGE: z._default(xpub, sandboxXpubs.doge),
  DEPOSIT_XPUB_BCH: z._default(xpub, sandboxXpubs.bch),
  DEPOSIT_ADDRESS_XRP: sharedAddress('xrp'),
  DEPOSIT_ADDRESS_ATOM: sharedAddress('cosmos'),
  EVM_RPC_URLS: nodeUrls(['ethereum', 'bsc', 'avalanche']),
  BITCOIN_RPC_URLS: nodeUrls(['bitcoin', 'litecoin', 'dogecoin', 'bitcoincash']),
  XRPL_RPC_URL: z.optional(
    secretTextSetting((text) => isUrlWithProtocol(webProtocols, text), 'must be an address that begins with http:// or https://.'),
  ),
}

/** What is play money and what is not: deposits need to know. */
export const fairleadEnvSettingsShape = {
  FAIRLEAD_ENV: z._default(
    z.pipe(
      plainTextSetting((text) => text === 'sandbox' || text === 'production', 'must be "sandbox" or "production"'),
      z.enum(['sandbox', 'production']),
    ),
    'sandbox',
  ),
}

const allSettings = z.object({ ...fairleadEnvSettingsShape, ...depositSettingsShape })
type DepositSettings = z.output<typeof allSettings>

const isOwnKey = (settings: DepositSettings, family: XpubFamily): boolean => settings[variables[family]] !== sandboxXpubs[family]
const hasEvmNode = (settings: DepositSettings): boolean => Object.keys(settings.EVM_RPC_URLS).length > 0

/** Nothing is watched at an address whose coins nobody can spend, and no own address stays unwatched. */
export const depositSettingsChecks = [
  createJointSettingsCheck<DepositSettings>(
    ['EVM_RPC_URLS', 'DEPOSIT_XPUB_EVM'],
    (settings) => !hasEvmNode(settings) || isOwnKey(settings, 'evm'),
    "needs DEPOSIT_XPUB_EVM: nobody holds the private keys of the sandbox's own addresses.",
  ),
  createJointSettingsCheck<DepositSettings>(
    ['DEPOSIT_XPUB_EVM', 'EVM_RPC_URLS', 'FAIRLEAD_ENV'],
    (settings) => settings.FAIRLEAD_ENV === 'sandbox' || !isOwnKey(settings, 'evm') || hasEvmNode(settings),
    'needs EVM_RPC_URLS: without a node nothing that arrives would be seen.',
  ),
  ...Object.entries(bitcoinChains).map(([chain, family]) =>
    createJointSettingsCheck<DepositSettings>(
      ['BITCOIN_RPC_URLS', variables[family]],
      (settings) => settings.BITCOIN_RPC_URLS[chain as keyof typeof bitcoinChains] === undefined || isOwnKey(settings, family),
      `names "${chain}", which needs ${variables[family]}: nobody holds the private keys of the sandbox's own addresses.`,
    ),
  ),
  createJointSettingsCheck<DepositSettings>(
    ['XRPL_RPC_URL', 'DEPOSIT_ADDRESS_XRP'],
    (settings) => settings.XRPL_RPC_URL === undefined || settings.DEPOSIT_ADDRESS_XRP !== undefined,
    "needs DEPOSIT_ADDRESS_XRP: nobody holds the private key of the sandbox's own address.",
  ),
]

/** What the settings of deposits say. */
export function depositConfigFromSettings(settings: DepositSettings): DepositConfig {
  const shared = memoFamilies.flatMap((family) => {
    const address = settings[sharedVariables[family]]
    return address === undefined ? [] : [[family, address] as const]
  })
  return {
    xpubs: Object.fromEntries(xpubFamilies.map((family) => [family, settings[variables[family]]])) as DepositConfig['xpubs'],
    ...(shared.length > 0 && { sharedAddresses: Object.fromEntries(shared) }),
    rpcUrls: {
      ...settings.EVM_RPC_URLS,
      ...settings.BITCOIN_RPC_URLS,
      ...(settings.XRPL_RPC_URL !== undefined && { xrpl: settings.XRPL_RPC_URL }),
    },
  }
}

/** The settings of deposits alone, where nothing else is read. */
export const readDepositConfig = (env: 'sandbox' | 'production', settings: SettingLookup): DepositConfig =>
  depositConfigFromSettings(
    parseSettings(allSettings.check(...depositSettingsChecks), (name) => (name === 'FAIRLEAD_ENV' ? env : settings(name))),
  )
