import { within } from '#market/within.ts'
import type { House } from '#server/house.ts'
import { type Log, logOf, otherLogs } from './log.ts'
import { logSigner } from './logSigner.ts'

/** With a settling time of 10 s and a head a minute, a poll this often signs every second within 75 s. */
const pollEveryMs = 4_000
const stopLimitMs = 5_000

export interface Signer {
  /** Takes up what is settled and signs what a minute has passed for. The timer does the same. */
  step(): Promise<void>
  /** Signs at once what is settled; what is younger is signed by the next server or start. */
  stop(): Promise<void>
}

export interface SignerOptions {
  report?(message: string, error: unknown): void
  /** How often the timer compares the time with that of the last pass. */
  tickMs?: number
}

/**
 * Signs the price record by the clock and not by the market's beat, so that the last prices before a feed ends, is cut or is halted are
 * signed as soon as any others: every recorded second within 75 s of running time. What a killed server left unsigned of another feed is signed
 * after the next start too.
 */
export function startSigner(
  house: Pick<House, 'config' | 'clock' | 'db' | 'market'>,
  { report = console.error, tickMs = 1_000 }: SignerOptions = {},
): Signer {
  const { config, clock, db, market } = house
  const parts = { clock, db, specs: market.specs }
  const own = logOf(config.marketFeed, db)
  const signOwn = logSigner(parts, own)
  /** Logs of other feeds that are not signed to their end yet; read once. */
  let others: { log: Log; sign: ReturnType<typeof logSigner> }[] | undefined

  const signOthers = async (): Promise<void> => {
    others ??= (await otherLogs(db, own)).map((log) => ({ log, sign: logSigner(parts, log) }))
    for (const other of others) {
      const isDone = await other.sign().catch((error: unknown) => {
        report(`the price record of ${other.log.name} was not signed`, error)
        return true
      })
      if (isDone) others = others.filter((one) => one !== other)
    }
  }

  let lookedMs = Number.NEGATIVE_INFINITY
  let stepping: Promise<void> | undefined
  const step = (): Promise<void> => {
    if (stepping) return stepping
    lookedMs = clock.now()
    stepping = signOwn()
      .then(signOthers)
      .finally(() => {
        stepping = undefined
      })
    return stepping
  }

  let said = ''
  const timer = setInterval(() => {
    if (Math.abs(clock.now() - lookedMs) < pollEveryMs) return
    step().then(
      () => {
        said = ''
      },
      (error: unknown) => {
        const words = `the price record was not signed: ${String(error)}`
        if (words !== said) report(words, error)
        said = words
      },
    )
  }, tickMs)
  return {
    step,
    stop: async () => {
      clearInterval(timer)
      await stepping?.catch(() => {})
      await within(stopLimitMs, signOwn(true)).catch((error: unknown) => report('the price record was not signed at the stop', error))
    },
  }
}
