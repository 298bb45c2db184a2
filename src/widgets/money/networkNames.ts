/** Names of networks; brands, so the same in every language. */
const names: Record<string, string> = {
  ERC20: 'Ethereum (ERC20)',
  BEP20: 'BNB Smart Chain (BEP20)',
  TRC20: 'TRON (TRC20)',
  AVAXC: 'Avalanche C-Chain',
  BTC: 'Bitcoin',
  LTC: 'Litecoin',
  DOGE: 'Dogecoin',
  BCH: 'Bitcoin Cash',
  SOL: 'Solana',
  ADA: 'Cardano',
  DOT: 'Polkadot',
  TON: 'TON',
  XRP: 'XRP Ledger',
  ATOM: 'Cosmos Hub',
}

/** What a network is called wherever it is named, so that nobody has to know that two names are one. */
export const networkName = (chainType: string): string => names[chainType] ?? chainType
