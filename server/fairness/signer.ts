import type { AppContext } from '../core/appContext.ts'
import { log, type LogError } from '../core/log.ts'
import { startRepeatingJob } from '../core/schedule.ts'
import { withTimeout } from '../core/withTimeout.ts'
import { type PriceRecordLog, priceRecordLogOfFeed, otherPriceRecordLogs } from './log.ts'
import { createPriceRecordLogSigner } from './logSigner.ts'

/** With a settling time of 10 s and a head a minute, a poll this often signs every second within 75 s. */
const pollEveryMs = 4_000
const stopLimitMs = 5_000

export interface PriceRecordSigner {
  /** Takes up what is settled and signs what a minute has passed for. The timer does the same. */
  step(): Promise<void>
  /** Signs at once what is settled; what is younger is signed by the next server or start. */
  stop(): Promise<void>
}

export interface PriceRecordSignerOptions {
  report?: LogError
  /** How often the timer compares the time with that of the last pass. */
  tickMs?: number
}

/**
 * Signs the price record by the clock and not by the market's beat, so that the last prices before a feed ends, is cut or is halted are
 * signed as soon as any others: every recorded second within 75 s of running time. What a killed server left unsigned of another feed is signed
 * after the next start too.
 */
export function startPriceRecordSigner(
  app: Pick<AppContext, 'config' | 'clock' | 'db' | 'market'>,
  { report = log.error, tickMs = 1_000 }: PriceRecordSignerOptions = {},
): PriceRecordSigner {
  const { config, clock, db, market } = app
  const parts = { clock, db, specs: market.specs }
  const own = priceRecordLogOfFeed(config.marketFeed, db)
  const signOwn = createPriceRecordLogSigner(parts, own)
  /** Logs of other feeds that are not signed to their end yet; read once. */
  let others: { log: PriceRecordLog; sign: ReturnType<typeof createPriceRecordLogSigner> }[] | undefined

  const signOthers = async (): Promise<void> => {
    others ??= (await otherPriceRecordLogs(db, own)).map((log) => ({ log, sign: createPriceRecordLogSigner(parts, log) }))
    for (const other of others) {
      const isDone = await other.sign().catch((error: unknown) => {
        report(`the price record of ${other.log.name} was not signed`, error)
        return true
      })
      if (isDone) others = others.filter((pair) => pair !== other)
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

  // By the clock of the market, which may stand still or leap, where the job's own pace is real time.
  const job = startRepeatingJob(
    'signing the price record',
    tickMs,
    () => (Math.abs(clock.now() - lookedMs) < pollEveryMs ? undefined : step()),
    {
      report,
    },
  )
  return {
    step,
    stop: async () => {
      await job.stop()
      await stepping?.catch(() => {})
      await withTimeout(stopLimitMs, signOwn(true)).catch((error: unknown) => report('the price record was not signed at the stop', error))
    },
  }
}
