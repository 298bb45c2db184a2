import { asDecimal, type Decimal } from '#contract/decimal.ts'

/** Which arithmetic an address follows. */
export type Family = 'evm' | 'btc' | 'tron'
/** A chain that is watched; several networks of ours may be on one. */
export type ChainName = 'ethereum' | 'bsc' | 'bitcoin' | 'tron'

/** Chains of the EVM family by their number (EIP-155). */
export const chainIds: Partial<Record<ChainName, number>> = { ethereum: 1, bsc: 56 }

/** One way for a currency in and out (product §5.2). Amounts in the currency itself, `dailyLimit` in USDT for somebody of the first level. */
export interface Network {
  currency: string
  chainType: string
  chain: ChainName
  family: Family
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
  memo: 'none' | 'optional' | 'required'
}

type Amounts = readonly [depositMin: string, withdrawMin: string, withdrawFee: string]
type On = Pick<Network, 'chainType' | 'chain' | 'family' | 'confirmations' | 'estMinutes'>

const on: Record<'ERC20' | 'BEP20' | 'TRC20' | 'BTC', On> = {
  ERC20: { chainType: 'ERC20', chain: 'ethereum', family: 'evm', confirmations: 12, estMinutes: 3 },
  BEP20: { chainType: 'BEP20', chain: 'bsc', family: 'evm', confirmations: 15, estMinutes: 1 },
  TRC20: { chainType: 'TRC20', chain: 'tron', family: 'tron', confirmations: 20, estMinutes: 1 },
  BTC: { chainType: 'BTC', chain: 'bitcoin', family: 'btc', confirmations: 2, estMinutes: 20 },
}

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
  // None of these chains has memos.
  memo: 'none',
})

/** Only networks on which everybody can have an address of their own. The cheapest way of a currency comes first. */
export const networks: readonly Network[] = [
  network('USDT', on.BEP20, 18, ['10', '10', '0.5'], '0x55d398326f99059fF775485246999027B3197955'),
  network('USDT', on.TRC20, 6, ['10', '10', '1'], 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
  network('USDT', on.ERC20, 6, ['20', '30', '5'], '0xdAC17F958D2ee523a2206206994597C13D831ec7'),
  network('USDC', on.ERC20, 6, ['20', '30', '5'], '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
  network('BTC', on.BTC, 8, ['0.0002', '0.0005', '0.00008']),
  network('ETH', on.ERC20, 18, ['0.005', '0.01', '0.0015']),
  network('BNB', on.BEP20, 18, ['0.01', '0.02', '0.001']),
  network('TRX', on.TRC20, 6, ['20', '20', '1']),
]
