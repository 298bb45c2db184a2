/** The market that an address asks for; Bitcoin when it names none that could be one. */
export const askedSymbol = (asked: unknown): string => (typeof asked === 'string' && /^[A-Z0-9]{3,20}$/.test(asked) ? asked : 'BTCUSDT')
