import type { Sql } from '#db/database.ts'
import type { Clock } from './clock.ts'
import { log, type LogError } from './log.ts'
import { startRepeatingJob } from './schedule.ts'

/** How a product is offered: for real money, for play money alone, or not at all. */
export type ProductAvailability = 'real' | 'demo' | 'off'

/** What legal records are about: contracts, those on crypto, options, second contracts, loans, earn products, token sales, incentives. */
export const regulatedProducts = ['contract', 'cryptoContract', 'option', 'second', 'loan', 'earn', 'ieo', 'incentive'] as const
export type RegulatedProduct = (typeof regulatedProducts)[number]

/** What the approved legal records say now (docs/rules/{environments,countries}.md), from memory. */
export interface CountryProductPermissionStore {
  /** What the newest decision that has begun says of a product under this country's law; undefined where there is none. */
  granted(country: string, product: RegulatedProduct): ProductAvailability | undefined
  /** Reads what was decided since; on whatever server or terminal. */
  refresh(): Promise<void>
}

interface Row {
  country: string
  product: RegulatedProduct
  availability: ProductAvailability
  from_ms: string
  decision: string
}

const pollIntervalMs = 1_000
const keyOf = (country: string, product: string): string => `${country} ${product}`

/** Reads the records, which are as many as staff decided. `onChange` is called when a later reading found new ones. */
export async function loadCountryProductPermissionStore(
  db: Sql,
  clock: Clock,
  onChange: () => void = () => {},
): Promise<CountryProductPermissionStore> {
  let newest = '0'
  const decided = new Map<string, { availability: ProductAvailability; fromMs: number }[]>()
  const read = async (): Promise<boolean> => {
    const rows = await db.query<Row>(
      'select country, product, availability, from_ms, decision from legal_record where status = 1 and decision > $1 order by decision',
      [newest],
    )
    for (const { country, product, availability, from_ms, decision } of rows) {
      const key = keyOf(country, product)
      // Newest first; what an earlier reading took up already is not taken twice.
      if (BigInt(decision) > BigInt(newest)) decided.set(key, [{ availability, fromMs: Number(from_ms) }, ...(decided.get(key) ?? [])])
      newest = BigInt(decision) > BigInt(newest) ? decision : newest
    }
    return rows.length > 0
  }
  await read()
  return {
    granted: (country, product) => decided.get(keyOf(country, product))?.find(({ fromMs }) => fromMs <= clock.now())?.availability,
    refresh: async () => {
      if (await read()) onChange()
    },
  }
}

/** Has the records read again every second, as several servers and terminals share a database. Gives back how to stop. */
export function startCountryProductPermissionsPoll(
  records: CountryProductPermissionStore,
  report: LogError = log.error,
): () => Promise<void> {
  return startRepeatingJob('legal records', pollIntervalMs, () => records.refresh(), { report }).stop
}
