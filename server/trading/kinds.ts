import type { AnyPosTypeOrder } from '#contract/calls/trading.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { isRowId } from '../core/ids.ts'
import type { OrderKindHandler } from '../orders/orderKind.ts'

interface OrderFilter {
  userId: string
  accountType: number
  posType: number | undefined
  statuses: readonly number[] | undefined
  symbol: string | undefined
  /** Those of one competition entry. */
  entryId?: string | undefined
  limit: number
  offset: number
}

/** All kinds of order, one question to all of them at once. */
export function createOrderKindRegistry(kinds: readonly OrderKindHandler[]) {
  const byType = new Map(kinds.flatMap((kind) => kind.posTypes.map((posType) => [posType as number, kind] as const)))
  const allOf = (some: Iterable<OrderKindHandler>) => [...new Set(some)].map(({ listed }) => listed).join(' union all ')

  function kindOf(posType: number): OrderKindHandler {
    const kind = byType.get(posType)
    if (!kind) throw new Error(`no room takes orders of kind ${posType}`)
    return kind
  }

  /** The kind of a person's own order. Refuses notFound: someone else's id is as unknown as no id. */
  async function kindOfOwn(sql: Sql, id: string, userId: string): Promise<OrderKindHandler> {
    if (!isRowId(id)) throw new Refusal('notFound')
    const text = `select pos_type from (${allOf(kinds)}) as one where id = $1 and user_id = $2`
    const [row] = await sql.query<{ pos_type: number }>(text, [id, userId])
    if (!row) throw new Refusal('notFound')
    return kindOf(row.pos_type)
  }

  /** One page of one book, newest first, with the count of all that match. */
  async function page(sql: Sql, filter: OrderFilter): Promise<{ records: AnyPosTypeOrder[]; total: number }> {
    const requestedKinds = filter.posType === undefined ? kinds : [byType.get(filter.posType)].filter((kind) => kind !== undefined)
    if (requestedKinds.length === 0) return { records: [], total: 0 }
    const matching = `from (${allOf(requestedKinds)}) as one where user_id = $1 and account_type = $2 and ($3::smallint is null or pos_type = $3)
      and ($4::smallint[] is null or status = any($4)) and ($5::text is null or symbol = $5)
      and ($6::bigint is null or id in (select id from position where entry_id = $6))`
    const values = [
      filter.userId,
      filter.accountType,
      filter.posType ?? null,
      filter.statuses ?? null,
      filter.symbol ?? null,
      filter.entryId ?? null,
    ]
    const [counted] = await sql.query<{ total: string }>(`select count(*) as total ${matching}`, values)
    const rows = await sql.query<{ id: string; pos_type: number }>(`select id, pos_type ${matching} order by id desc limit $7 offset $8`, [
      ...values,
      filter.limit,
      filter.offset,
    ])
    const serialized = new Map<string, AnyPosTypeOrder>()
    for (const [kind, theirs] of Map.groupBy(rows, ({ pos_type }) => kindOf(pos_type)))
      for (const order of await kind.serialize(
        sql,
        theirs.map(({ id }) => id),
      ))
        serialized.set(order.id, order)
    return { records: rows.flatMap(({ id }) => serialized.get(id) ?? []), total: Number(counted?.total ?? 0) }
  }

  return { kindOf, kindOfOwn, page }
}
