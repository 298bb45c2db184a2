/** What this device and an account last agreed on. */
export interface Agreed {
  owner: string
  symbols: readonly string[]
}

/**
 * This device's favourites and the account's, as one list: the device's order first, then what only the account has. What one side
 * removed since they last agreed stays removed; what stands on a device from another person's account is not taken along.
 */
export function mergeFavourites(
  local: readonly string[],
  account: readonly string[],
  agreed: Agreed | undefined,
  owner: string,
): readonly string[] {
  if (agreed && agreed.owner !== owner) return account
  const before = agreed?.symbols ?? []
  if (agreed && isSame(local, before)) return account
  const kept = local.filter((symbol) => account.includes(symbol) || !before.includes(symbol))
  const added = account.filter((symbol) => !local.includes(symbol) && !before.includes(symbol))
  return [...kept, ...added]
}

export const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((symbol, index) => symbol === b[index])
