import { asDecimal, type Decimal } from '#contract/decimal.ts'

/** Families whose addresses follow from an extended public key, a new one for everybody. */
export const xpubFamilies = ['evm', 'btc', 'tron', 'ltc', 'doge', 'bch'] as const
/** Families whose keys cannot be derived in public: their addresses are made elsewhere and brought in. */
export const importedAddressFamilies = ['solana', 'cardano', 'polkadot', 'ton'] as const
/** Families with one address for everybody; a number beside it says whose a transfer is. */
export const memoFamilies = ['xrp', 'cosmos'] as const
export type XpubFamily = (typeof xpubFamilies)[number]
export type ImportedAddressFamily = (typeof importedAddressFamilies)[number]
export type MemoFamily = (typeof memoFamilies)[number]
/** Which arithmetic an address follows. */
export type AddressFamily = XpubFamily | ImportedAddressFamily | MemoFamily
/** A chain that is watched; several networks of ours may be on one. */
export type ChainName =
  | 'ethereum'
  | 'bsc'
  | 'avalanche'
  | 'bitcoin'
  | 'tron'
  | 'litecoin'
  | 'dogecoin'
  | 'bitcoincash'
  | 'solana'
  | 'cardano'
  | 'polkadot'
  | 'ton'
  | 'xrpl'
  | 'cosmoshub'

/** Chains of the EVM family by their number (EIP-155). */
export const evmChainIds: Partial<Record<ChainName, number>> = { ethereum: 1, bsc: 56, avalanche: 43114 }

/** One way for a currency in and out (docs/rules/seed-data.md). Amounts in the currency itself, `dailyLimit` in USDT for somebody of the first level. */
export interface Network {
  currency: string
  chainType: string
  chain: ChainName
  family: AddressFamily
  /** The token's contract; undefined for the chain's own coin. */
  token?: string
  /** Digits of the chain's smallest unit. */
  decimals: number
  depositMin: Decimal
  withdrawMin: Decimal
  withdrawFee: Decimal
  dailyLimit: Decimal
  confirmations: number
  estMinutes: number
  /** Whether a receiver may need a memo beside the address: exchanges share one among all of their people. */
  memo: 'none' | 'optional' | 'required'
}

type Amounts = readonly [depositMin: string, withdrawMin: string, withdrawFee: string]
type On = Pick<Network, 'chainType' | 'chain' | 'family' | 'confirmations' | 'estMinutes'> & Partial<Pick<Network, 'memo'>>

/** Amounts, confirmations and minutes are ours to set; each chain's own least amounts (reserves, existential deposits) lie below them. */
const on = {
  ERC20: { chainType: 'ERC20', chain: 'ethereum', family: 'evm', confirmations: 12, estMinutes: 3 },
  BEP20: { chainType: 'BEP20', chain: 'bsc', family: 'evm', confirmations: 15, estMinutes: 1 },
  AVAXC: { chainType: 'AVAXC', chain: 'avalanche', family: 'evm', confirmations: 12, estMinutes: 1 },
  TRC20: { chainType: 'TRC20', chain: 'tron', family: 'tron', confirmations: 20, estMinutes: 1 },
  BTC: { chainType: 'BTC', chain: 'bitcoin', family: 'btc', confirmations: 2, estMinutes: 20 },
  LTC: { chainType: 'LTC', chain: 'litecoin', family: 'ltc', confirmations: 6, estMinutes: 15 },
  DOGE: { chainType: 'DOGE', chain: 'dogecoin', family: 'doge', confirmations: 40, estMinutes: 40 },
  BCH: { chainType: 'BCH', chain: 'bitcoincash', family: 'bch', confirmations: 6, estMinutes: 60 },
  SOL: { chainType: 'SOL', chain: 'solana', family: 'solana', confirmations: 32, estMinutes: 1 },
  ADA: { chainType: 'ADA', chain: 'cardano', family: 'cardano', confirmations: 15, estMinutes: 5 },
  DOT: { chainType: 'DOT', chain: 'polkadot', family: 'polkadot', confirmations: 25, estMinutes: 3 },
  TON: { chainType: 'TON', chain: 'ton', family: 'ton', confirmations: 10, estMinutes: 1, memo: 'optional' },
  XRP: { chainType: 'XRP', chain: 'xrpl', family: 'xrp', confirmations: 4, estMinutes: 1, memo: 'optional' },
  ATOM: { chainType: 'ATOM', chain: 'cosmoshub', family: 'cosmos', confirmations: 10, estMinutes: 1, memo: 'optional' },
} as const satisfies Record<string, On>

const network = (
  currency: string,
  place: On,
  decimals: number,
  [depositMin, withdrawMin, withdrawFee]: Amounts,
  token?: string,
): Network => ({
  currency,
  ...place,
  ...(token !== undefined && { token }),
  decimals,
  depositMin: asDecimal(depositMin),
  withdrawMin: asDecimal(withdrawMin),
  withdrawFee: asDecimal(withdrawFee),
  dailyLimit: asDecimal('5000'),
  memo: place.memo ?? 'none',
})

/** Only networks on which it is known whose a transfer is. The cheapest way of a currency comes first. */
export const networks: readonly Network[] = [
  network('USDT', on.BEP20, 18, ['10', '10', '0.5'], '0x55d398326f99059fF775485246999027B3197955'),
  network('USDT', on.TRC20, 6, ['10', '10', '1'], 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
  network('USDT', on.ERC20, 6, ['20', '30', '5'], '0xdAC17F958D2ee523a2206206994597C13D831ec7'),
  network('USDC', on.ERC20, 6, ['20', '30', '5'], '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
  network('BTC', on.BTC, 8, ['0.0002', '0.0005', '0.00008']),
  network('ETH', on.ERC20, 18, ['0.005', '0.01', '0.0015']),
  network('BNB', on.BEP20, 18, ['0.01', '0.02', '0.001']),
  network('TRX', on.TRC20, 6, ['20', '20', '1']),
  network('SOL', on.SOL, 9, ['0.1', '0.1', '0.005']),
  network('XRP', on.XRP, 6, ['10', '20', '0.2']),
  network('LTC', on.LTC, 8, ['0.05', '0.1', '0.001']),
  network('DOGE', on.DOGE, 8, ['20', '40', '4']),
  network('ADA', on.ADA, 6, ['5', '10', '1']),
  network('BCH', on.BCH, 8, ['0.005', '0.01', '0.0005']),
  network('LINK', on.ERC20, 18, ['0.5', '1', '0.3'], '0x514910771AF9Ca656af840dff83E8264EcF986CA'),
  network('AVAX', on.AVAXC, 18, ['0.1', '0.2', '0.01']),
  network('DOT', on.DOT, 10, ['1.5', '3', '0.1']),
  network('TON', on.TON, 9, ['0.5', '1', '0.05']),
  network('UNI', on.ERC20, 18, ['1', '2', '0.5'], '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'),
  network('ATOM', on.ATOM, 6, ['0.5', '1', '0.02']),
]
