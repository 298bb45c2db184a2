import { createHash } from 'node:crypto'
import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import type { Clock } from '../../core/clock.ts'
import { creditableDepositGroups } from '../creditable.ts'
import type { DepositChainReader } from './chain.ts'

const blockMs = 1_000
/** A transfer that was written late is still found: blocks are looked at again for a minute. */
const lateBlocks = 60

/** The name of the sandbox's one simulated chain, which stands for all of them. */
export const simulatedChainName = 'simulated'

const hashOf = (number: number): string => createHash('sha256').update(`simulated block ${number}`).digest('hex')

interface Row {
  tx_hash: string
  currency: string
  chain_type: string
  address: string
  memo: string
  amount: Decimal
  block_number: string
}

/** The sandbox's stand-in for a chain: a block every second of the server's clock, holding what `simulated_transfer` says. Never undone. */
export function createSimulatedDepositChainReader(sql: Sql, clock: Clock): DepositChainReader {
  const head = (): number => Math.floor(clock.now() / blockMs)
  return {
    name: simulatedChainName,
    most: Number.MAX_SAFE_INTEGER,
    head: async () => head(),
    hashOf: async (number) => (number <= head() ? hashOf(number) : undefined),
    isIdle: async () => {
      const [row] = await sql.query<{ busy: boolean }>(
        `select exists (select from deposit where chain = $1 and status = 0 and source = 'chain' and confirmations < need_confirmations)
           or exists (select from simulated_transfer where block_number > (select number from chain_cursor where chain = $1) - $2)
           or not exists (select from chain_cursor where chain = $1) as busy`,
        [simulatedChainName, lateBlocks],
      )
      return row?.busy === false && (await creditableDepositGroups(sql, simulatedChainName)).length === 0
    },
    read: async (from, to) => {
      const rows = await sql.query<Row>('select * from simulated_transfer where block_number between $1 and $2 order by block_number', [
        from - lateBlocks,
        to,
      ])
      return {
        parent: undefined,
        blocks: [{ number: to, hash: hashOf(to) }],
        transfers: rows.map((row) => ({
          txHash: row.tx_hash,
          logIndex: -1,
          block: { number: Number(row.block_number), hash: hashOf(Number(row.block_number)) },
          to: row.address,
          ...(row.memo !== '' && { memo: row.memo }),
          currency: row.currency,
          chainType: row.chain_type,
          amount: row.amount,
        })),
      }
    },
  }
}

/** Puts a transfer into the next block, which nobody has read yet. */
export const simulateChainTransfer = (
  sql: Sql,
  clock: Clock,
  of: { txHash: string; currency: string; chainType: string; address: string; memo: string; amount: Decimal },
): Promise<unknown> =>
  sql.query(
    `insert into simulated_transfer (tx_hash, currency, chain_type, address, memo, amount, block_number) values ($1, $2, $3, $4, $5, $6, $7)`,
    [of.txHash, of.currency, of.chainType, of.address, of.memo, of.amount, Math.floor(clock.now() / blockMs) + 1],
  )
