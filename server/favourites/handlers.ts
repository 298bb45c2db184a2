import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'

/** The markets a person marked, kept with the account (docs/rules/interface.md). */
export function favouritesHandlers({ market }: AppContext): CallHandlers<'favourites'> {
  return {
    list: async (_, { sql, visitor }) => {
      const [row] = await sql.query<{ symbols: string[] }>('select symbols from favourite where user_id = $1', [visitor.userId])
      return { symbols: row?.symbols ?? [] }
    },
    set: async ({ symbols }, { sql, visitor, now }) => {
      const favourites = [...new Set(symbols)].filter((symbol) => market.spec(symbol) !== undefined)
      await sql.query(
        `insert into favourite (user_id, symbols, updated_ms) values ($1, $2, $3)
         on conflict (user_id) do update set symbols = excluded.symbols, updated_ms = excluded.updated_ms`,
        [visitor.userId, favourites, now],
      )
      return { symbols: favourites }
    },
  }
}
