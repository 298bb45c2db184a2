import type { Ieo } from '#contract/calls/ieo.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import type { Decimal } from '#contract/decimal.ts'
import { ieoStatus } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { ieoSeeds } from '#db/seed/ieo.ts'
import { add } from '#rules/decimal.ts'
import { coinMark } from '#rules/marks.ts'
import { say } from '../i18n.ts'
import type { IeoOrderRow, IeoRow, UnlockRow } from './rows.ts'
import { drawsOf, ordersByIeo, unlocksOf } from './store.ts'

/** Without the zeros that the ledger's scale adds. */
export const plain = (amount: Decimal): Decimal => add(amount, '0')

/** Its state by the clock: a project opens and closes at its second, whenever the due work comes by. */
export function statusAt({ status, apply_start_ms, apply_end_ms }: IeoRow, nowMs: number): number {
  if (status !== ieoStatus.upcoming && status !== ieoStatus.subscribing) return status
  if (nowMs >= Number(apply_end_ms)) return ieoStatus.drawing
  return nowMs >= Number(apply_start_ms) ? ieoStatus.subscribing : ieoStatus.upcoming
}

const seedOf = new Map(ieoSeeds.map((seed) => [seed.id, seed]))

/** The project's name; one of a newer release than this server is called by its token. */
export const nameOf = ({ id, token }: Pick<IeoRow, 'id' | 'token'>): string => seedOf.get(id)?.name ?? token

export const unlockOf = (rows: readonly UnlockRow[]): Ieo['unlock'] =>
  rows.map(({ at_ms, percent }) => ({ time: asInstant(Number(at_ms)), percent: plain(percent) }))

/** Projects as the wire shows them, to that person or to a visitor. */
export async function toIeos(
  sql: Sql,
  rows: readonly IeoRow[],
  nowMs: number,
  lang: LanguageCode,
  userId: string | undefined,
): Promise<Ieo[]> {
  const ids = rows.map(({ id }) => id)
  const unlocks = Map.groupBy(await unlocksOf(sql, ids), (row) => row.ieo_id)
  const drawn = new Set((await drawsOf(sql, ids)).map(({ ieo_id }) => ieo_id))
  const own = new Map((userId === undefined ? [] : await ordersByIeo(sql, userId)).map((order) => [order.ieo_id, order]))
  return rows.map((row) =>
    toIeo(row, { unlocks: unlocks.get(row.id) ?? [], isDrawn: drawn.has(row.id), own: own.get(row.id) }, nowMs, lang),
  )
}

function toIeo(
  row: IeoRow,
  { unlocks, isDrawn, own }: { unlocks: readonly UnlockRow[]; isDrawn: boolean; own: IeoOrderRow | undefined },
  nowMs: number,
  lang: LanguageCode,
): Ieo {
  const summary = seedOf.get(row.id)?.summary
  return {
    id: row.id,
    name: nameOf(row),
    summary: summary ? say(lang, summary) : '',
    tokenSymbol: row.token,
    icon: coinMark(row.token),
    estimatePrice: plain(row.estimate_price),
    winPrice: isDrawn ? plain(row.win_price) : null,
    priceCurrency: row.currency,
    totalSupply: plain(row.supply),
    userCap: plain(row.user_cap),
    lot: plain(row.lot),
    applyMax: plain(row.apply_max),
    applyStart: asInstant(Number(row.apply_start_ms)),
    applyEnd: asInstant(Number(row.apply_end_ms)),
    drawTime: asInstant(Number(row.draw_ms)),
    payEnd: asInstant(Number(row.pay_end_ms)),
    unlock: unlockOf(unlocks),
    status: statusAt(row, nowMs),
    totalApplied: plain(row.applied),
    applicants: row.applicants,
    myOrderId: own?.id ?? null,
    myQty: own ? plain(own.num) : null,
    myWin: own?.won ? plain(own.won) : null,
    secretHash: row.secret_hash,
    docKey: row.doc_key,
    isExample: row.is_example,
  }
}
