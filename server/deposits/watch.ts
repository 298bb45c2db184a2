import { depositStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { clearChainOutage } from '../chains/chainTrouble.ts'
import type { AppContext } from '../core/appContext.ts'
import { knownDepositAddressesAmong, depositTransferOwners } from './addresses.ts'
import type { DepositChainBlock, DepositChainReader, ScannedChainBlocks } from './chains/chain.ts'
import { creditConfirmedDeposits, tryCreditOrEndDeposit } from './credit.ts'
import { type DepositRow, sendDepositEventToUser } from './deposit.ts'
import { recordSighting } from './recordSighting.ts'
import { recordUnattributedTransfer } from './unattributedTransfers.ts'
import { transactionWithEffects } from '../core/transactions.ts'

/** Blocks that are remembered, so that the place is found from where the chain goes on otherwise. */
const keptBlocks = 256
const leaseSeconds = 20

interface Cursor {
  number: number
  step: string
}

/** This server's turn at the chain, renewed; undefined while another has it. A chain that is new begins at its head. */
async function takeTurn(sql: Sql, chain: DepositChainReader, holder: string): Promise<Cursor | undefined> {
  const take = () =>
    sql.query<{ number: string; step: string }>(
      `update chain_cursor set holder = $2, until = clock_timestamp() + make_interval(secs => $3)
       where chain = $1 and (holder = $2 or until < clock_timestamp()) returning number, step`,
      [chain.name, holder, leaseSeconds],
    )
  let [row] = await take()
  if (!row) {
    const known = await sql.query('select from chain_cursor where chain = $1', [chain.name])
    if (known.length > 0) return undefined
    await sql.query('insert into chain_cursor (chain, number) values ($1, $2) on conflict do nothing', [chain.name, await chain.head()])
    ;[row] = await take()
  }
  return row && { number: Number(row.number), step: row.step }
}

/** Leaves the turn to another server, whose node may be well. */
export const releaseChainCursor = (sql: Sql, chain: string, holder: string): Promise<unknown> =>
  sql.query(`update chain_cursor set until = '-infinity' where chain = $1 and holder = $2`, [chain, holder])

/** The newest block that was read and is still the chain's, with its hash where that is remembered. */
async function lastCommon(sql: Sql, chain: DepositChainReader, { number }: Cursor): Promise<{ number: number; hash?: string }> {
  const rows = await sql.query<{ number: string; hash: string }>(
    'select number, hash from chain_block where chain = $1 order by number desc limit $2',
    [chain.name, keptBlocks],
  )
  const blocks: DepositChainBlock[] = rows.map((row) => ({ number: Number(row.number), hash: row.hash }))
  for (const block of blocks) if ((await chain.hashOf(block.number)) === block.hash) return block
  const oldest = blocks.at(-1)
  return { number: oldest ? oldest.number - 1 : number }
}

/**
 * Reads on from where the chain was left: what is new is written down, what is in no block any more waits again, confirmations are counted, and what
 * is confirmed is credited. Whoever is stopped in the middle has done nothing or all of a stretch; the cursor and what it stands for move together.
 * True when there is more to read.
 */
export async function scanChainForDeposits(app: AppContext, chain: DepositChainReader, holder: string): Promise<boolean> {
  const { db } = app
  if (await chain.isIdle?.()) return false
  const cursor = await takeTurn(db, chain, holder)
  if (!cursor) return false
  const head = await chain.head()
  const from = await lastCommon(db, chain, cursor)
  const to = Math.min(head, from.number + chain.most)
  const stretch =
    to > from.number ? await chain.read(from.number + 1, to, (addresses) => knownDepositAddressesAmong(db, addresses)) : undefined
  // A chain that changed between the two questions is read again at the next step.
  if (stretch?.parent !== undefined && from.hash !== undefined && stretch.parent !== from.hash) return true
  const isMine = await transactionWithEffects(db, async (sql, afterCommit) => {
    return writeStretch(app, sql, chain, { cursor, from: from.number, to, head, stretch }, afterCommit)
  })
  if (!isMine) return false
  await creditConfirmedDeposits(app, chain.name)
  return to < head
}

interface Read {
  cursor: Cursor
  from: number
  to: number
  head: number
  stretch: ScannedChainBlocks | undefined
}

async function writeStretch(
  app: AppContext,
  sql: Sql,
  { name }: DepositChainReader,
  { cursor, from, to, head, stretch }: Read,
  afterCommit: (effect: () => void) => void,
): Promise<boolean> {
  const end = Math.min(Math.max(from, to), head)
  const moved = await sql.query('update chain_cursor set number = $3, step = step + 1 where chain = $1 and step = $2 returning step', [
    name,
    cursor.step,
    end,
  ])
  if (moved.length === 0) return false
  await clearChainOutage(sql, name)
  await sql.query('delete from chain_block where chain = $1 and (number > $2 or number <= $3)', [name, from, end - keptBlocks])
  if (stretch)
    await sql.query('insert into chain_block (chain, number, hash) select $1, n, h from unnest($2::bigint[], $3::text[]) as b (n, h)', [
      name,
      stretch.blocks.map(({ number }) => number),
      stretch.blocks.map(({ hash }) => hash),
    ])
  // Blocks after the common one are not the chain's any more. What they held waits; if it is in a new one, that is found right below.
  await sql.query(
    `update deposit set block_number = null, block_hash = null, confirmations = 0, missing_from = $3
     where chain = $1 and status = 0 and source = 'chain' and block_number > $2 and block_number <= $4`,
    [name, from, head, cursor.number],
  )
  const transfers = stretch?.transfers ?? []
  const owners = await depositTransferOwners(sql, transfers)
  for (const [at, transfer] of transfers.entries()) {
    const userId = owners[at]
    if (userId !== undefined) await recordSighting(app, sql, name, transfer, userId, afterCommit)
    else await recordUnattributedTransfer(sql, name, transfer, app.clock.now())
  }
  await countConfirmations(app, sql, name, end, afterCommit)
  await failMissing(app, sql, name, end, afterCommit)
  return true
}

async function countConfirmations(
  app: AppContext,
  sql: Sql,
  chain: string,
  end: number,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const rows = await sql.query<DepositRow>(
    `update deposit set confirmations = least($2 - block_number + 1, need_confirmations), updated_ms = $3
     where chain = $1 and status = 0 and source = 'chain' and block_number <= $2
       and confirmations <> least($2 - block_number + 1, need_confirmations) returning *`,
    [chain, end, app.clock.now()],
  )
  afterCommit(() => rows.forEach((row) => sendDepositEventToUser(app, row)))
}

/** Gone for as many blocks as it needed confirmations: it will not come back. If it does, it is seen as a new one. */
async function failMissing(
  app: AppContext,
  sql: Sql,
  chain: string,
  end: number,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const rows = await sql.query<DepositRow>(
    `select * from deposit where chain = $1 and status = 0 and source = 'chain' and missing_from is not null
       and $2 - missing_from >= need_confirmations order by id for update`,
    [chain, end],
  )
  for (const row of rows) await tryCreditOrEndDeposit(app, sql, row, { status: depositStatus.failed, reason: 'undone' }, afterCommit)
}
