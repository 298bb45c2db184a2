import type { Sql } from '#db/database.ts'
import { type ImportedAddressFamily, importedAddressFamilies } from '#db/seed/networks.ts'
import { canonicalChainAddress, isValidChainAddress, equivalentAddressSpellings } from '../core/addresses/chainAddress.ts'

/** A pool with fewer free addresses than this is low: staff bring more. */
const lowPool = 100

/** What is in the pool of a family. */
export interface AddressPoolLevel {
  family: ImportedAddressFamily
  /** Brought in since the beginning. */
  imported: number
  free: number
  isLow: boolean
}

/** The next address of the pool, taken for good; undefined when it is empty. Two that ask at once never get the same one. */
export async function claimPooledDepositAddress(sql: Sql, family: ImportedAddressFamily, nowMs: number): Promise<string | undefined> {
  const [row] = await sql.query<{ address: string }>(
    `update deposit_pool set taken_ms = $2
     where id = (select id from deposit_pool where family = $1 and taken_ms is null order by id limit 1 for update skip locked)
     returning address`,
    [family, nowMs],
  )
  return row?.address
}

/** How full each pool is, in the order of the families. */
export async function addressPoolLevels(sql: Sql): Promise<AddressPoolLevel[]> {
  const rows = await sql.query<{ family: string; imported: number; free: number }>(
    `select family, count(*)::int as imported, (count(*) filter (where taken_ms is null))::int as free from deposit_pool group by family`,
  )
  return importedAddressFamilies.map((family) => {
    const { imported = 0, free = 0 } = rows.find((row) => row.family === family) ?? {}
    return { family, imported, free, isLow: free < lowPool }
  })
}

/** A line of a file that cannot be taken, counted from 1, and why. */
export interface InvalidAddressLine {
  line: number
  why: string
}

interface Read {
  line: number
  /** As it is given out: on TON without return, for nobody has used the account before. */
  address: string
  spellings: string[]
}

/** The addresses of a file, one a line; empty lines say nothing. */
function readLines(family: ImportedAddressFamily, text: string): { read: Read[]; bad: InvalidAddressLine[] } {
  const read: Read[] = []
  const bad: InvalidAddressLine[] = []
  const firstAt = new Map<string, number>()
  for (const [at, whole] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const [line, text] = [at + 1, whole.trim()]
    if (text === '') continue
    if (!isValidChainAddress(family, text)) {
      bad.push({ line, why: 'is no address of this chain: check each letter' })
      continue
    }
    const spellings = equivalentAddressSpellings(family, canonicalChainAddress(family, text))
    const address = spellings.at(-1) ?? text
    const before = firstAt.get(address)
    if (before !== undefined) bad.push({ line, why: `is the address of line ${before} again` })
    else {
      firstAt.set(address, line)
      read.push({ line, address, spellings })
    }
  }
  return { read, bad }
}

/**
 * Brings the addresses of a file into the pool, in their order, all of them or none: with one bad line nothing is taken. Gives how many, or
 * the bad lines. Needs a transaction.
 */
export async function importAddressPool(
  sql: Sql,
  family: ImportedAddressFamily,
  text: string,
  by: string,
  nowMs: number,
): Promise<number | InvalidAddressLine[]> {
  const { read, bad } = readLines(family, text)
  // One import after the other, so that the same file twice at once is one of them refused in plain words.
  await sql.query('lock table deposit_pool in share row exclusive mode')
  const all = read.flatMap(({ spellings }) => spellings)
  const pooled = await sql.query<{ address: string }>('select address from deposit_pool where address = any ($1)', [all])
  const assigned = await sql.query<{ address: string }>('select address from deposit_address where address = any ($1)', [all])
  const [known, taken] = [pooled, assigned].map((rows) => new Set(rows.map(({ address }) => address)))
  for (const { line, spellings } of read) {
    if (spellings.some((spelling) => known?.has(spelling))) bad.push({ line, why: 'is in the pool already' })
    else if (spellings.some((spelling) => taken?.has(spelling))) bad.push({ line, why: 'belongs to somebody already' })
  }
  if (bad.length > 0) return bad.toSorted((a, b) => a.line - b.line)
  await sql.query(
    `insert into deposit_pool (family, address, imported_by, imported_ms)
     select $1, address, $3, $4 from unnest($2::text[]) with ordinality as a (address, at) order by at`,
    [family, read.map(({ address }) => address), by, nowMs],
  )
  return read.length
}
