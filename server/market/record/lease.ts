import type { Database } from '#db/database.ts'
import { log } from '../../core/log.ts'
import { withTimeout } from '../../core/withTimeout.ts'

/** The right to write the price record, held by one server of a database at a time (migration 0018). */
export interface RecorderLease {
  /** The number under which this server writes; undefined while another may be holding, or nobody knows. */
  fence(): number | undefined
  /** The same, asked of the database when it ran out only because this server was late. */
  sure(): Promise<number | undefined>
  /** Takes it for this feed when it is free, and from now on keeps it, or takes it over within seconds after its holder died. */
  start(feed: string): Promise<void>
  /** Called when it was taken (with the number) and when it was lost (undefined). */
  onChange(listener: (fence: number | undefined) => void): void
  /** The database refused a write of ours: somebody newer is there. */
  lose(): void
  /** Gives it up, so that the next one need not wait. */
  stop(): Promise<void>
}

export interface RecorderLeaseParts {
  db: Database
  /** This server's name; its connections carry it (`serverDatabaseConnectionName`), so that a successor can end what they still do. */
  holder: string
  /** Hears the database's time at every beat: its milliseconds and how long the question took. */
  onTime?(dbMs: number, tookMs: number): void
  report?(message: string, error?: unknown): void
}

/** How a server's connections are named in the database. */
export const serverDatabaseConnectionName = (holder: string): string => `fairlead ${holder}`

const beatMs = 500
/** Two beats may fail; a holder that died is followed in at most this and one beat. */
const leaseMs = 3_000
/** Before the database says so: what was asked for at the end of the lease could arrive after it. */
const marginMs = 500
/** `until` this far ahead can only come from a clock that was set back. */
const farAheadMs = 10_000
const stopLimitMs = 2_000

interface Beat {
  fence: string | null
  mine: boolean
  was: string
  feed: string
  ms: string
}

// One statement: whoever holds it renews; whoever does not takes it only when it ran out by the database's clock.
const beatText = `
  with seen as (select holder, feed, fence, until from market_lease),
  taken as (
    update market_lease as lease
    set holder = $1, feed = $2, until = clock_timestamp() + make_interval(secs => $3),
      fence = lease.fence + case when lease.holder = $1 and lease.fence = $4 then 0 else 1 end
    where (lease.holder = $1 and lease.fence = $4)
      or lease.until < clock_timestamp() or lease.until > clock_timestamp() + make_interval(secs => $5)
    returning lease.fence
  )
  select taken.fence, taken.fence is not null as mine, seen.holder as was, seen.feed,
    (extract(epoch from clock_timestamp()) * 1000)::bigint as ms
  from seen left join taken on true`

export function createRecorderLease({ db, holder, onTime, report = log.error }: RecorderLeaseParts): RecorderLease {
  const listeners: ((fence: number | undefined) => void)[] = []
  let held: number | undefined
  let goodUntil = 0
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<void> | undefined
  let isStopped = false
  let feed = ''
  let otherFeed = ''

  const become = (fence: number | undefined): void => {
    if (held === fence) return
    held = fence
    for (const listener of listeners) listener(fence)
  }

  const beat = async (): Promise<void> => {
    const startedAt = performance.now()
    const [seen] = await db.query<Beat>(beatText, [holder, feed, leaseMs / 1000, held ?? -1, farAheadMs / 1000])
    if (!seen) return
    onTime?.(Number(seen.ms), performance.now() - startedAt)
    if (!seen.mine) {
      if (seen.feed !== feed && seen.feed !== otherFeed)
        report(`another server records "${seen.feed}" on this database: this one waits with "${feed}"`)
      otherFeed = seen.feed
      return become(undefined)
    }
    const fence = Number(seen.fence)
    if (fence !== held && seen.was !== '' && seen.was !== holder) await endOverdue(seen.was)
    goodUntil = startedAt + leaseMs - marginMs
    become(fence)
  }

  /** What a holder that is stuck still has open is undone, so that nobody waits for its locks and nothing of it comes later. */
  const endOverdue = async (was: string): Promise<void> => {
    await db
      .query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()', [
        serverDatabaseConnectionName(was),
      ])
      .catch((error: unknown) => report('the connections of the last price authority could not be ended', error))
  }

  const fence = (): number | undefined => (held !== undefined && performance.now() < goodUntil ? held : undefined)
  // Not a job of core/schedule.ts: the pace is part of how long the lease lasts, and a beat that fails is told as the loss of it, not as trouble.
  const renew = (): void => {
    timer = setTimeout(() => {
      beating = beat()
        .catch(() => {})
        .then(() => {
          // Told also when the database does not answer: who cannot renew is not the authority any more.
          if (held !== undefined && fence() === undefined) become(undefined)
          if (!isStopped) renew()
        })
    }, beatMs)
  }

  return {
    fence,
    sure: async () => {
      if (held !== undefined && fence() === undefined) await beat().catch(() => {})
      return fence()
    },
    start: async (recorded) => {
      feed = recorded
      await beat()
      renew()
    },
    onChange: (listener) => void listeners.push(listener),
    lose: () => become(undefined),
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await withTimeout(stopLimitMs, beating ?? Promise.resolve()).catch(() => {})
      const mine = held
      held = undefined
      if (mine === undefined) return
      await db
        .query(`update market_lease set holder = '', until = '-infinity' where holder = $1 and fence = $2`, [holder, mine])
        .catch(() => {})
    },
  }
}
