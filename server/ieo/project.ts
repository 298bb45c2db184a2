import type { IeoProject } from '#contract/calls/ieo.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import type { Decimal } from '#contract/decimal.ts'
import { ieoStatus } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { ieoSeeds } from '#db/seed/ieo.ts'
import { add } from '#rules/decimal.ts'
import { coinIconUrl } from '#rules/iconUrls.ts'
import { translate } from '../core/i18n.ts'
import type { IeoOrderRow, IeoRow, IeoUnlockRow } from './rows.ts'
import { readIeoDraws, readNewestOwnOrderOfEachIeo, readIeoUnlocks } from './store.ts'

/** Without the zeros that the ledger's scale adds. */
export const trimIeoAmountZeros = (amount: Decimal): Decimal => add(amount, '0')

/** Its state by the clock: a project opens and closes at its second, whenever the due work comes by. */
export function ieoStatusAt({ status, apply_start_ms, apply_end_ms }: IeoRow, nowMs: number): number {
  if (status !== ieoStatus.upcoming && status !== ieoStatus.subscribing) return status
  if (nowMs >= Number(apply_end_ms)) return ieoStatus.drawing
  return nowMs >= Number(apply_start_ms) ? ieoStatus.subscribing : ieoStatus.upcoming
}

const seedOf = new Map(ieoSeeds.map((seed) => [seed.id, seed]))

/** The project's name; one of a newer release than this server is called by its token. */
export const ieoNameOf = ({ id, token }: Pick<IeoRow, 'id' | 'token'>): string => seedOf.get(id)?.name ?? token

export const ieoUnlockScheduleOf = (rows: readonly IeoUnlockRow[]): IeoProject['unlock'] =>
  rows.map(({ at_ms, percent }) => ({ time: asInstant(Number(at_ms)), percent: trimIeoAmountZeros(percent) }))

/** Projects as the wire shows them, to that person or to a visitor. */
export async function toIeos(
  sql: Sql,
  rows: readonly IeoRow[],
  nowMs: number,
  lang: LanguageCode,
  userId: string | undefined,
): Promise<IeoProject[]> {
  const ids = rows.map(({ id }) => id)
  const unlocks = Map.groupBy(await readIeoUnlocks(sql, ids), (row) => row.ieo_id)
  const drawn = new Set((await readIeoDraws(sql, ids)).map(({ ieo_id }) => ieo_id))
  const own = new Map((userId === undefined ? [] : await readNewestOwnOrderOfEachIeo(sql, userId)).map((order) => [order.ieo_id, order]))
  return rows.map((row) =>
    toIeo(row, { unlocks: unlocks.get(row.id) ?? [], isDrawn: drawn.has(row.id), own: own.get(row.id) }, nowMs, lang),
  )
}

function toIeo(
  row: IeoRow,
  { unlocks, isDrawn, own }: { unlocks: readonly IeoUnlockRow[]; isDrawn: boolean; own: IeoOrderRow | undefined },
  nowMs: number,
  lang: LanguageCode,
): IeoProject {
  const summary = seedOf.get(row.id)?.summary
  return {
    id: row.id,
    name: ieoNameOf(row),
    summary: summary ? translate(lang, summary) : '',
    tokenSymbol: row.token,
    icon: coinIconUrl(row.token),
    estimatePrice: trimIeoAmountZeros(row.estimate_price),
    winPrice: isDrawn ? trimIeoAmountZeros(row.win_price) : null,
    priceCurrency: row.currency,
    totalSupply: trimIeoAmountZeros(row.supply),
    userCap: trimIeoAmountZeros(row.user_cap),
    lot: trimIeoAmountZeros(row.lot),
    applyMax: trimIeoAmountZeros(row.apply_max),
    applyStart: asInstant(Number(row.apply_start_ms)),
    applyEnd: asInstant(Number(row.apply_end_ms)),
    drawTime: asInstant(Number(row.draw_ms)),
    payEnd: asInstant(Number(row.pay_end_ms)),
    unlock: ieoUnlockScheduleOf(unlocks),
    status: ieoStatusAt(row, nowMs),
    totalApplied: trimIeoAmountZeros(row.applied),
    applicants: row.applicants,
    myOrderId: own?.id ?? null,
    myQty: own ? trimIeoAmountZeros(own.num) : null,
    myWin: own?.won ? trimIeoAmountZeros(own.won) : null,
    secretHash: row.secret_hash,
    docKey: row.doc_key,
    docs: row.doc_key === null ? [] : [{ id: row.doc_key, url: `/articleDetail?id=${row.doc_key}` }],
    risks: ['noMarket', 'canLoseAll'],
    isExample: row.is_example,
  }
}
