import { contract } from '#contract/contract.ts'

/** At most `limit` within `windowMs`. */
export interface RequestLimit {
  limit: number
  windowMs: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The limits of docs/rules/wire.md, but for reads and orders (bucketLimits.ts); sealed bodies too. A test or a load bench may hand in others. */
export const defaultRequestLimits = {
  /** Of writes that are no orders; the next is of all writes. */
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
} as const satisfies Record<string, RequestLimit>

export type RequestLimitName = keyof typeof defaultRequestLimits
export type RequestLimits = Record<RequestLimitName, RequestLimit>

const { account, factors, ieo, passkeys, profile, signInMethods } = contract

/** Calls with a limit of their own per address, beside the general one. Both code calls share one. */
export const requestLimitNamesByPath: ReadonlyMap<string, readonly RequestLimitName[]> = new Map<string, readonly RequestLimitName[]>([
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

const slowRates: readonly RequestLimitName[] = ['codesPerIp', 'signInsPerIp', 'registersPerIp', 'guestsPerIp']

/** Whether the call makes or checks a slow hash whenever it is made. */
export const isSlowHashCall = (path: string): boolean =>
  requestLimitNamesByPath.get(path)?.some((name) => slowRates.includes(name)) ?? false

const mostKeys = 50_000

/** Counts per key in windows that begin with the first use. `take` counts one, or `amount`, and gives the seconds to wait, 0 when within the limit. */
export function createRequestLimiter({ limit, windowMs }: RequestLimit): { take(key: string, nowMs: number, amount?: number): number } {
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

export type RequestLimiters = Record<RequestLimitName, ReturnType<typeof createRequestLimiter>>

/** One limiter per rate. */
export function createRequestLimiters(rates: RequestLimits): RequestLimiters {
  return Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, createRequestLimiter(rate)])) as RequestLimiters
}
