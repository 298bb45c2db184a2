import { instantToWireTime } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { startRepeatingJob } from '../core/schedule.ts'
import { transactionWithEffects } from '../core/transactions.ts'
import { type NewNotice, writeNotices } from '../notifications/writeNotices.ts'

const pollIntervalMs = 60_000
const batch = 500
const dayMs = 86_400_000

/** What people are notified of in a delisting, as the table counts it. */
const stages = { announced: 1, dayBefore: 2, calledOff: 3 } as const
type Stage = (typeof stages)[keyof typeof stages]

interface DelistingToNotify {
  id: string
  symbol: string
  ends_sec: string
}

/** The delistings of which not everybody got the notice of this stage yet. Who was notified of an end is notified of its call-off. */
const delistingsToNotify = (sql: Sql, stage: Stage, nowMs: number): Promise<DelistingToNotify[]> =>
  sql.query<DelistingToNotify>(
    `select d.id, d.symbol, d.ends_sec from market_delisting d
     where case $1::int
         when ${stages.announced} then d.called_off_ms is null and d.ends_sec * 1000 > $2
         when ${stages.dayBefore} then d.called_off_ms is null and d.ends_sec * 1000 > $2 and d.ends_sec * 1000 - ${dayMs} <= $2
         else d.called_off_ms <= $2
           and exists (select from market_delisting_notice n where n.delisting_id = d.id and n.stage = ${stages.announced})
       end
       and not exists (select from market_delisting_notice n where n.delisting_id = d.id and n.stage = $1 and n.done_ms is not null)
     order by d.id`,
    [stage, nowMs],
  )

/** The accounts of a batch, and whether each is affected: by what they have open, wait for or own on that market; of a call-off, those who were notified. */
const accountsOfBatch = (
  sql: Sql,
  stage: Stage,
  { id, symbol }: DelistingToNotify,
  coin: string,
  afterId: string,
): Promise<{ id: string; is_affected: boolean }[]> =>
  sql.query(
    `select a.id, a.deleted_ms is null and case when $5 = ${stages.calledOff}
       then exists (select from inbox_notice n where n.user_id = a.id and n.ref_type = 'delisting' and n.ref_id = $4)
       else exists (select from position o where o.user_id = a.id and o.symbol = $1 and o.status in (0, 1, 2))
         or exists (select from spot_order o where o.user_id = a.id and o.symbol = $1 and o.status = 0)
         or exists (select from option_position o where o.user_id = a.id and o.symbol = $1 and o.status in (1, 2))
         or exists (select from price_alert o where o.user_id = a.id and o.symbol = $1 and o.status < 3)
         or exists (select from balance b where b.user_id = a.id and b.currency = $2 and b.amount > 0)
       end as is_affected
     from account a where a.id > $3 order by a.id limit ${batch}`,
    [symbol, coin, afterId, id, stage],
  )

/** One batch in one transaction, so that each is notified once; false when there is none left, or another server is at it. */
async function notifyBatch(app: AppContext, stage: Stage, delisting: DelistingToNotify): Promise<boolean> {
  const isMore = await transactionWithEffects(app.db, async (sql, afterCommit) => {
    await sql.query('insert into market_delisting_notice (delisting_id, stage) values ($1, $2) on conflict do nothing', [
      delisting.id,
      stage,
    ])
    const [turn] = await sql.query<{ notified_through: string }>(
      'select notified_through from market_delisting_notice where delisting_id = $1 and stage = $2 and done_ms is null for update skip locked',
      [delisting.id, stage],
    )
    if (!turn) return false
    const spec = app.market.spec(delisting.symbol)
    const coin = spec?.category === 'crypto' ? spec.base : ''
    const found = await accountsOfBatch(sql, stage, delisting, coin, turn.notified_through)
    const notices = found.filter(({ is_affected }) => is_affected).map(({ id }) => noticeOf(app, stage, delisting, id))
    await writeNotices(app, sql, notices, afterCommit)
    await sql.query('update market_delisting_notice set notified_through = $3, done_ms = $4 where delisting_id = $1 and stage = $2', [
      delisting.id,
      stage,
      found.at(-1)?.id ?? turn.notified_through,
      found.length < batch ? app.clock.now() : null,
    ])
    return found.length === batch
  })
  return isMore
}

function noticeOf({ market }: AppContext, stage: Stage, { id, symbol, ends_sec }: DelistingToNotify, userId: string): NewNotice {
  const spec = market.spec(symbol)
  const [day = '', time = ''] = instantToWireTime(Number(ends_sec) * 1000).split(' ')
  const isCoin = spec?.category === 'crypto'
  const kinds = {
    [stages.announced]: isCoin ? 'coinMarketEnds' : 'marketEnds',
    [stages.dayBefore]: isCoin ? 'coinMarketEndsSoon' : 'marketEndsSoon',
    [stages.calledOff]: 'marketStays',
  } as const
  return {
    userId,
    type: 'transaction',
    kind: kinds[stage],
    params: { pair: spec ? `${spec.base}/${spec.quote}` : symbol, symbol, day, time },
    link: `/kline?symbol=${symbol}`,
    refType: 'delisting',
    refId: id,
  }
}

/** All batches of one; where a batch fails, the next look goes on with it, and the other delistings do not wait for it. */
async function notifyAll(app: AppContext, stage: Stage, delisting: DelistingToNotify): Promise<void> {
  try {
    while (await notifyBatch(app, stage, delisting)) continue
  } catch (error) {
    log.error(`notices of the delisting of ${delisting.symbol} could not be sent`, error)
  }
}

/** Notifies whoever has something on a market that its trading ends, a day before once more, and that it does not after all: each person once. */
export async function notifyDelistings(app: AppContext): Promise<void> {
  for (const stage of Object.values(stages))
    for (const delisting of await delistingsToNotify(app.db, stage, app.clock.now())) await notifyAll(app, stage, delisting)
}

/** Looks once a minute, on whatever server; what a server that died left over is sent at the next look. Gives back how to stop. */
export const startDelistingNoticeJobs = (app: AppContext): (() => Promise<void>) =>
  startRepeatingJob('notices of delistings', pollIntervalMs, () => notifyDelistings(app), { isImmediate: true }).stop
