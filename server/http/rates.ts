import { contract } from '#contract/contract.ts'

/** At most `limit` within `windowMs`. */
export interface Rate {
  limit: number
  windowMs: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The limits of product §1.1 "Rates"; sealed bodies per server.md E3. A test or a load bench may hand in others. */
export const defaultRates = {
  perUser: { limit: 120, windowMs: minuteMs },
  perIp: { limit: 300, windowMs: minuteMs },
  fairPerIp: { limit: 600, windowMs: minuteMs },
  codesPerIp: { limit: 20, windowMs: hourMs },
  checksPerIp: { limit: 10, windowMs: minuteMs },
  checksPerIpHour: { limit: 60, windowMs: hourMs },
  signInsPerIp: { limit: 30, windowMs: minuteMs },
  /** Each costs a slow hash, whether or not its code is right. */
  registersPerIp: { limit: 30, windowMs: minuteMs },
  guestsPerIp: { limit: 20, windowMs: hourMs },
  /** All applications of a draw at once, so that anybody can draw again: megabytes of a large one. */
  drawsPerIp: { limit: 20, windowMs: minuteMs },
  /** RSA operations: a flood of bodies must not take the processor from the prices. */
  openingsPerIp: { limit: 20, windowMs: 1_000 },
  openings: { limit: 500, windowMs: 1_000 },
} as const satisfies Record<string, Rate>

export type RateName = keyof typeof defaultRates
export type Rates = Record<RateName, Rate>

const { account, factors, ieo, passkeys, profile, signInMethods } = contract

/** Calls with a limit of their own per address, beside the general one. Both code calls share one. */
export const ownRates: ReadonlyMap<string, readonly RateName[]> = new Map<string, readonly RateName[]>([
  [account.sendPhoneCode.path, ['codesPerIp']],
  [account.sendEmailCode.path, ['codesPerIp']],
  [account.checkAccount.path, ['checksPerIp', 'checksPerIpHour']],
  [account.checkGoogleAuth.path, ['checksPerIp']],
  [account.register.path, ['registersPerIp']],
  [account.signIn.path, ['signInsPerIp']],
  [account.signInByPhone.path, ['signInsPerIp']],
  [account.signInByEmail.path, ['signInsPerIp']],
  [account.signInWithAuthenticator.path, ['signInsPerIp']],
  [passkeys.signIn.path, ['signInsPerIp']],
  [signInMethods.walletSignIn.path, ['signInsPerIp']],
  [signInMethods.thirdPartySignIn.path, ['signInsPerIp']],
  [factors.resetPassword.path, ['registersPerIp']],
  [factors.changePassword.path, ['registersPerIp']],
  [factors.setSafePassword.path, ['registersPerIp']],
  [factors.askOnPurchases.path, ['registersPerIp']],
  [factors.bind.path, ['registersPerIp']],
  [factors.unbind.path, ['registersPerIp']],
  [factors.renewRecoveryCodes.path, ['registersPerIp']],
  [passkeys.askAtSignIn.path, ['registersPerIp']],
  [profile.bind.path, ['registersPerIp']],
  [account.signInAsGuest.path, ['guestsPerIp']],
  [ieo.ieoDraw.path, ['drawsPerIp']],
])

const slowRates: readonly RateName[] = ['codesPerIp', 'signInsPerIp', 'registersPerIp', 'guestsPerIp']

/** Whether the call makes or checks a slow hash whenever it is made. */
export const hashesPassword = (path: string): boolean => ownRates.get(path)?.some((name) => slowRates.includes(name)) ?? false

const mostKeys = 50_000

/** Counts per key in windows that begin with the first use. `take` counts one, or `amount`, and gives the seconds to wait, 0 when within the limit. */
export function createLimiter({ limit, windowMs }: Rate): { take(key: string, nowMs: number, amount?: number): number } {
  const windows = new Map<string, { count: number; sinceMs: number }>()
  return {
    take(key, nowMs, amount = 1) {
      const open = windows.get(key)
      if (open && nowMs - open.sinceMs < windowMs && nowMs >= open.sinceMs) {
        open.count += amount
        return open.count <= limit ? 0 : Math.max(1, Math.ceil((open.sinceMs + windowMs - nowMs) / 1000))
      }
      windows.delete(key)
      if (windows.size >= mostKeys) drop(windows, nowMs - windowMs)
      windows.set(key, { count: amount, sinceMs: nowMs })
      return amount <= limit ? 0 : Math.ceil(windowMs / 1000)
    },
  }
}

/** Windows are in order of their beginning: what has ended goes first, then the oldest tenth. */
function drop(windows: Map<string, { sinceMs: number }>, endedMs: number): void {
  let most = mostKeys / 10
  for (const [key, { sinceMs }] of windows) {
    if (sinceMs > endedMs && most-- <= 0) return
    windows.delete(key)
  }
}

export type Limiters = Record<RateName, ReturnType<typeof createLimiter>>

/** One limiter per rate. */
export function createLimiters(rates: Rates): Limiters {
  return Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, createLimiter(rate)])) as Limiters
}
