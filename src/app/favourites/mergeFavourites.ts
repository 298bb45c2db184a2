/** What this device and an account last agreed on. */
export interface LastSyncedFavourites {
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
  lastSynced: LastSyncedFavourites | undefined,
  owner: string,
): readonly string[] {
  if (lastSynced && lastSynced.owner !== owner) return account
  const lastSyncedSymbols = lastSynced?.symbols ?? []
  if (lastSynced && isSameSymbolList(local, lastSyncedSymbols)) return account
  const remaining = local.filter((symbol) => account.includes(symbol) || !lastSyncedSymbols.includes(symbol))
  const added = account.filter((symbol) => !local.includes(symbol) && !lastSyncedSymbols.includes(symbol))
  return [...remaining, ...added]
}

export const isSameSymbolList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((symbol, index) => symbol === b[index])
