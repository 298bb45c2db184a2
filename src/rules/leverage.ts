/** Caps of one market (product §3.5). */
export interface LeverageCaps {
  strict: number
  intl: number
  /** In an account's first 30 days, everywhere. */
  newUser: number
}

const newUserMs = 30 * 86_400_000
/** Country profiles (product §3.8) where the strict caps hold. */
const strictProfiles: ReadonlySet<string> = new Set(['UK', 'EEA', 'AU'])

/** The highest leverage a person may choose on a market: their profile's cap, and less in the first 30 days. */
export function leverageCap(caps: LeverageCaps, profile: string, accountAgeMs: number): number {
  const cap = strictProfiles.has(profile) ? caps.strict : caps.intl
  return accountAgeMs < newUserMs ? Math.min(cap, caps.newUser) : cap
}

const calmLever = 2

/** What a ticket starts with: 2, but always below the cap, and never below 1. */
export const startingLever = (cap: number): number => Math.max(1, Math.min(calmLever, cap - 1))
