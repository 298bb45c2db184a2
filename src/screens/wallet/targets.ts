/** Currencies that the total can be shown in, with the decimals of each (product §0.2, §5.2). */
export const targetPlaces = { USDT: 2, BTC: 8, ETH: 8, EUR: 2, JPY: 0 } as const
export type Target = keyof typeof targetPlaces

export const targets = Object.keys(targetPlaces) as Target[]
export const isTarget = (text: unknown): text is Target => typeof text === 'string' && Object.hasOwn(targetPlaces, text)
