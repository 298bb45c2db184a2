import type { House } from '../house.ts'
import type { Handlers } from '../http/handlers.ts'

/** The markets a person marked, kept with the account (product §1.5 call 99). */
export function favouritesHandlers({ market }: House): Handlers<'favourites'> {
  return {
    list: async (_, { sql, visitor }) => {
      const [row] = await sql.query<{ symbols: string[] }>('select symbols from favourite where user_id = $1', [visitor.userId])
      return { symbols: row?.symbols ?? [] }
    },
    set: async ({ symbols }, { sql, visitor, now }) => {
      const kept = [...new Set(symbols)].filter((symbol) => market.spec(symbol) !== undefined)
      await sql.query(
        `insert into favourite (user_id, symbols, updated_ms) values ($1, $2, $3)
         on conflict (user_id) do update set symbols = excluded.symbols, updated_ms = excluded.updated_ms`,
        [visitor.userId, kept, now],
      )
      return { symbols: kept }
    },
  }
}
