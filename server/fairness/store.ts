import type { SignedPriceRecordHead } from '#contract/calls/fairness.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { dayLinkLeafText } from '#rules/leaf.ts'

/** Where the tree has got to: after so many leaves of that second. */
export interface PriceRecordTreePosition {
  sec: number
  taken: number
}

export interface MerkleBlock extends PriceRecordTreePosition {
  root: Buffer
}

/** A day's first leaf; `path` leads to the day's last root once the day is over. */
interface DayLink {
  leaf: string
  path: string[] | null
}

interface HeadRow {
  day: string
  tree_size: number
  root: string
  ms: string
  sig: string
  kid: string
}

/** The tables of one log (migrations 0011 and 0160). */
export const createPriceRecordTreeStore = (sql: Sql, log: string) => ({
  ...sealOf(sql, log),
  ...blocksOf(sql, log),
  ...linksOf(sql, log),
  ...headsOf(sql, log),
})

/** How far the record is settled. */
function sealOf(sql: Sql, log: string) {
  return {
    /** From now on nothing up to `sec` can be recorded any more; gives how far that holds. Waits for records that are being written. */
    seal: async (sec: number): Promise<number> => {
      await sql.query('insert into fair_log (log) values ($1) on conflict do nothing', [log])
      const [row] = await sql.query<{ sealed_sec: string }>(
        'update fair_log set sealed_sec = greatest(sealed_sec, $2) where log = $1 returning sealed_sec',
        [log, sec],
      )
      return Number(row!.sealed_sec)
    },
    sealedSec: async (): Promise<number> => {
      const [row] = await sql.query<{ sealed_sec: string }>('select sealed_sec from fair_log where log = $1', [log])
      return Number(row?.sealed_sec ?? 0)
    },
  }
}

/** Whole blocks of a day's tree. */
function blocksOf(sql: Sql, log: string) {
  return {
    /** The newest day of which anything is kept. */
    newestDay: async (): Promise<string | undefined> => {
      const [row] = await sql.query<{ day: string | null }>(
        'select greatest((select max(day) from fair_block where log = $1), (select max(day) from fair_head where log = $1)) as day',
        [log],
      )
      return row?.day ?? undefined
    },
    /** A day's blocks from number `from` on, in order. */
    blocks: async (day: string, from = 0): Promise<MerkleBlock[]> => {
      const rows = await sql.query<{ root: Buffer; last_sec: string; taken: number }>(
        'select root, last_sec, taken from fair_block where log = $1 and day = $2 and number >= $3 order by number',
        [log, day, from],
      )
      return rows.map(({ root, last_sec, taken }) => ({ root, sec: Number(last_sec), taken }))
    },
    /** Another server may have stored it first: then it must be the same. */
    addBlock: async (day: string, number: number, { root, sec, taken }: MerkleBlock): Promise<void> => {
      await sql.query(
        'insert into fair_block (log, day, number, root, last_sec, taken) values ($1, $2, $3, $4, $5, $6) on conflict do nothing',
        [log, day, number, root, sec, taken],
      )
      const [stored] = await sql.query<{ root: Buffer }>('select root from fair_block where log = $1 and day = $2 and number = $3', [
        log,
        day,
        number,
      ])
      if (!stored!.root.equals(root)) throw new PriceRecordMismatchError(`block ${number} of ${day}`)
    },
    /** Blocks without their records prove nothing. */
    dropBlocks: async (beforeDay: string): Promise<void> => {
      await sql.query('delete from fair_block where log = $1 and day < $2', [log, beforeDay])
    },
  }
}

/** What ties each day to the one before. */
function linksOf(sql: Sql, log: string) {
  const linkOf = async (day: string): Promise<DayLink | undefined> => {
    const [row] = await sql.query<DayLink>('select leaf, path from fair_link where log = $1 and day = $2', [log, day])
    return row
  }
  return {
    /**
     * The first leaf of a day that begins, after the last head of the tree before it. Whichever server comes first makes it, once; undefined of
     * the first day of all, and of one that was begun without.
     */
    openDay: async (day: string, before: SignedPriceRecordHead | undefined): Promise<string | undefined> => {
      if (before)
        await sql.query(
          `insert into fair_link (log, day, leaf) select $1, $2, $3
           where not exists (select from fair_head where log = $1 and day = $2) and not exists (select from fair_block where log = $1 and day = $2)
           on conflict do nothing`,
          [log, day, dayLinkLeafText(before)],
        )
      return (await linkOf(day))?.leaf
    },
    link: linkOf,
    /** The path from a day's first leaf to its last root. */
    finishLink: async (day: string, path: readonly string[]): Promise<void> => {
      await sql.query('update fair_link set path = $3 where log = $1 and day = $2 and path is null', [log, day, [...path]])
    },
  }
}

const headOf = (row: HeadRow | undefined): SignedPriceRecordHead | undefined =>
  row && { day: row.day, treeSize: row.tree_size, root: row.root, ms: asInstant(Number(row.ms)), sig: row.sig, kid: row.kid }

/** What was signed. */
function headsOf(sql: Sql, log: string) {
  return {
    newestHead: async (day?: string): Promise<SignedPriceRecordHead | undefined> => {
      const [row] = await sql.query<HeadRow>(
        `select * from fair_head where log = $1 and ($2::text is null or day = $2) order by day desc, tree_size desc limit 1`,
        [log, day ?? null],
      )
      return headOf(row)
    },
    addHead: async ({ day, treeSize, root, ms, sig, kid }: SignedPriceRecordHead): Promise<void> => {
      await sql.query(
        'insert into fair_head (log, day, tree_size, root, ms, sig, kid) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing',
        [log, day, treeSize, root, ms, sig, kid],
      )
    },
    /** A day that is over keeps its last head only. */
    finish: async (day: string): Promise<void> => {
      await sql.query(
        `update fair_head set final = true where log = $1 and day = $2 and not final
         and tree_size = (select max(tree_size) from fair_head where log = $1 and day = $2)`,
        [log, day],
      )
      await sql.query('delete from fair_head where log = $1 and day = $2 and not final', [log, day])
    },
  }
}

/** What is recorded is not what was recorded: nothing more is signed. */
export class PriceRecordMismatchError extends Error {
  override readonly name = 'PriceRecordMismatchError'
  constructor(what: string) {
    super(`the price record changed: ${what}`)
  }
}
