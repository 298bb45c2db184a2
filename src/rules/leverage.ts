/** Caps of one market (docs/rules/contracts.md). */
export interface LeverageCaps {
  strict: number
  intl: number
  /** In an account's first 30 days, everywhere. */
  newUser: number
}

const newUserMs = 30 * 86_400_000
/** Country profiles (docs/rules/countries.md) where the strict caps hold. */
const strictProfiles: ReadonlySet<string> = new Set(['UK', 'EEA', 'AU'])

/** The highest leverage a person may choose on a market: their profile's cap, and less in the first 30 days. */
export function leverageCap(caps: LeverageCaps, profile: string, accountAgeMs: number): number {
  const cap = strictProfiles.has(profile) ? caps.strict : caps.intl
  return accountAgeMs < newUserMs ? Math.min(cap, caps.newUser) : cap
}

const maxCalmLever = 2

/** What a ticket starts with: 2, but always below the cap, and never below 1. */
export const defaultTicketLeverage = (cap: number): number => Math.max(1, Math.min(maxCalmLever, cap - 1))
