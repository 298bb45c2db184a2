import { uptime } from 'node:os'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { Clock } from '../clock.ts'
import { log } from '../log.ts'

/** The time of the database, kept between two looks by this machine's monotonic clock. */
export interface SteadyClock extends Clock {
  /** What the database said: its milliseconds, and how long the question took. */
  observe(dbMs: number, tookMs: number): void
}

/** What a steady clock goes by: milliseconds that pass while the machine is awake, and seconds since it was started, asleep or not. */
export interface SteadyClockSources {
  awakeMs(): number
  upSeconds(): number
}

const machine: SteadyClockSources = { awakeMs: () => performance.now(), upSeconds: uptime }

/** Corrections are worked off at this rate, so that time never jumps and never stands still. */
const slew = 0.1
/** A difference this large is no drift: somebody set a clock. */
const notableMs = 5_000
const sleepSeconds = 2

/**
 * Every server of one database has one time, and setting a machine's clock moves none of it: an hour's jump of this machine's clock
 * changes nothing, one of the database's is worked off slowly instead of followed (a restart follows it), so nothing is due early and no
 * second comes twice. What a sleeping machine slept through did pass.
 */
export function createSteadyClock(startMs: number, { awakeMs, upSeconds }: SteadyClockSources = machine, report = log.error): SteadyClock {
  let base = startMs
  let [awake, up] = [awakeMs(), upSeconds()]
  let owed = 0
  let isSaid = false
  const now = (): number => {
    const passed = awakeMs() - awake
    return base + passed + Math.sign(owed) * Math.min(Math.abs(owed), passed * slew)
  }
  return {
    now: () => asInstant(Math.floor(now())),
    observe: (dbMs, tookMs) => {
      const slept = upSeconds() - up - (awakeMs() - awake) / 1000
      base = now() + (slept > sleepSeconds ? slept * 1000 : 0)
      ;[awake, up] = [awakeMs(), upSeconds()]
      owed = dbMs + tookMs / 2 - base
      const isNotable = Math.abs(owed) > notableMs
      if (isNotable && !isSaid)
        report(`the database's clock is ${Math.round(owed / 1000)} s from this server's time: worked off slowly, or at once by a restart`)
      isSaid = isNotable
    },
  }
}

/** A steady clock that begins with the database's time. */
export async function createSteadyClockFromDatabase(db: Sql): Promise<SteadyClock> {
  const startedAt = performance.now()
  const [row] = await db.query<{ ms: string }>('select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms')
  return createSteadyClock(Number(row!.ms) + (performance.now() - startedAt) / 2)
}
