import { instantToWireTime } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import { startRepeatingJob } from '../core/schedule.ts'
import { transactionWithEffects } from '../core/transactions.ts'
import { type NewNotice, writeNotices } from '../notifications/writeNotices.ts'

const pollIntervalMs = 60_000
const batch = 500
const dayMs = 86_400_000

/** What people are told of a delisting, as the table counts it. */
const stages = { announced: 1, dayBefore: 2, calledOff: 3 } as const
type Stage = (typeof stages)[keyof typeof stages]

interface Told {
  id: string
  symbol: string
  ends_sec: string
}

/** What of this stage not everybody was told yet. */
function untold(sql: Sql, stage: Stage, nowMs: number): Promise<Told[]> {
  const where = {
    [stages.announced]: 'd.called_off_ms is null and d.ends_sec * 1000 > $2',
    [stages.dayBefore]: `d.called_off_ms is null and d.ends_sec * 1000 > $2 and d.ends_sec * 1000 - ${dayMs} <= $2`,
    // Who was told that it ends is told that it does not.
    [stages.calledOff]: `d.called_off_ms <= $2 and exists (select from market_delisting_telling t where t.delisting_id = d.id and t.stage = 1)`,
  }[stage]
  return sql.query<Told>(
    `select d.id, d.symbol, d.ends_sec from market_delisting d where ${where}
       and not exists (select from market_delisting_telling t where t.delisting_id = d.id and t.stage = $1 and t.done_ms is not null)
     order by d.id`,
    [stage, nowMs],
  )
}

/** The people of a batch whom it concerns: by what they have open, wait for or own on that market; of a call-off, those who were told. */
const concerned = (
  sql: Sql,
  stage: Stage,
  { id, symbol }: Told,
  coin: string,
  afterId: string,
): Promise<{ id: string; is_concerned: boolean }[]> =>
  sql.query(
    `select a.id, a.deleted_ms is null and case when $5 = ${stages.calledOff}
       then exists (select from inbox_notice n where n.user_id = a.id and n.ref_type = 'delisting' and n.ref_id = $4)
       else exists (select from position o where o.user_id = a.id and o.symbol = $1 and o.status in (0, 1, 2))
         or exists (select from spot_order o where o.user_id = a.id and o.symbol = $1 and o.status = 0)
         or exists (select from option_position o where o.user_id = a.id and o.symbol = $1 and o.status in (1, 2))
         or exists (select from price_alert o where o.user_id = a.id and o.symbol = $1 and o.status < 3)
         or exists (select from balance b where b.user_id = a.id and b.currency = $2 and b.amount > 0)
       end as is_concerned
     from account a where a.id > $3 order by a.id limit ${batch}`,
    [symbol, coin, afterId, id, stage],
  )

/** One batch in one transaction, so that each is told once; false when there is none left, or another server is at it. */
async function tellBatch(app: AppContext, stage: Stage, told: Told): Promise<boolean> {
  const isMore = await transactionWithEffects(app.db, async (sql, afterCommit) => {
    await sql.query('insert into market_delisting_telling (delisting_id, stage) values ($1, $2) on conflict do nothing', [told.id, stage])
    const [turn] = await sql.query<{ told_through: string }>(
      'select told_through from market_delisting_telling where delisting_id = $1 and stage = $2 and done_ms is null for update skip locked',
      [told.id, stage],
    )
    if (!turn) return false
    const spec = app.market.spec(told.symbol)
    const coin = spec?.category === 'crypto' ? spec.base : ''
    const found = await concerned(sql, stage, told, coin, turn.told_through)
    const notices = found.filter(({ is_concerned }) => is_concerned).map(({ id }) => noticeOf(app, stage, told, id))
    await writeNotices(app, sql, notices, afterCommit)
    await sql.query('update market_delisting_telling set told_through = $3, done_ms = $4 where delisting_id = $1 and stage = $2', [
      told.id,
      stage,
      found.at(-1)?.id ?? turn.told_through,
      found.length < batch ? app.clock.now() : null,
    ])
    return found.length === batch
  })
  return isMore
}

function noticeOf({ market }: AppContext, stage: Stage, { id, symbol, ends_sec }: Told, userId: string): NewNotice {
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

/** Tells whoever has something on a market that its trading ends, a day before once more, and that it does not after all: each person once. */
export async function notifyDelistings(app: AppContext): Promise<void> {
  for (const stage of Object.values(stages))
    for (const told of await untold(app.db, stage, app.clock.now())) while (await tellBatch(app, stage, told)) continue
}

/** Looks once a minute, on whatever server; what a server that died left over is told by the next look. Gives back how to stop. */
export const startDelistingNoticeJobs = (app: AppContext): (() => Promise<void>) =>
  startRepeatingJob('notices of delistings', pollIntervalMs, () => notifyDelistings(app), { isImmediate: true }).stop
