/** The market that an address asks for; Bitcoin when it names none that could be one. */
export const parseMarketSymbolParamOrDefault = (param: unknown): string =>
  typeof param === 'string' && /^[A-Z0-9]{3,20}$/.test(param) ? param : 'BTCUSDT'
