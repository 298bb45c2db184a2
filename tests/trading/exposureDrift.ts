import type { Sql } from '#db/database.ts'

/** Where the kept sums of what is open differ from the orders themselves; empty when they agree. */
export const exposureDrift = (sql: Sql): Promise<Record<string, unknown>[]> =>
  sql.query(`
    with kept as (
      select book, kind, symbol, side, sum(quantity) as quantity, sum(cost) as cost
      from (select book, kind, symbol, side, quantity, cost from house_exposure
        union all select book, kind, symbol, side, quantity, cost from house_exposure_change) as all_of_it group by 1, 2, 3, 4),
    open as (
      select account_type as book, 'contract' as kind, symbol, direction as side, sum(quantity * contract_size) as quantity,
        sum(quantity * contract_size * open_price) as cost
      from position where status in (0, 1, 2) group by 1, 2, 3, 4
      union all select account_type, 'second', symbol, type, sum(trunc(money * (1 + odds), 8)), 0 from second_order where status = 1 group by 1, 2, 3, 4)
    select book, kind, symbol, side, kept.quantity as kept, open.quantity as open, kept.cost as kept_cost, open.cost as open_cost
    from kept full join open using (book, kind, symbol, side)
    where coalesce(kept.quantity, 0) <> coalesce(open.quantity, 0) or coalesce(kept.cost, 0) <> coalesce(open.cost, 0)`)
