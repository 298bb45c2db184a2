import type { Decimal } from '#contract/decimal.ts'

export interface DepositChainBlock {
  number: number
  hash: string
}

/** A transfer of a listed currency to somebody of ours, as a block holds it. */
export interface SeenChainTransfer {
  txHash: string
  /** The log's or output's place inside its transaction, which stays when another block takes it up; -1 where there is one transfer at most. */
  logIndex: number
  block: DepositChainBlock
  to: string
  /** What the sender put beside the address: a destination tag, memo or comment. */
  memo?: string
  currency: string
  chainType: string
  /** In the currency, with all digits of the chain. */
  amount: Decimal
  /** Confirmations that it needs besides the network's: coins that are new can be spent only so deep. */
  leastConfirmations?: number
}

export interface ScannedChainBlocks {
  /** What the first block names as the one before it; undefined where the chain cannot be undone. */
  parent: string | undefined
  /** Those to remember, in order; the last is always `to`. */
  blocks: DepositChainBlock[]
  transfers: SeenChainTransfer[]
}

/** What the watcher needs of a chain. A question without an answer throws; the watcher asks again later. */
export interface DepositChainReader {
  /** The name under which deposits and the cursor are kept. */
  name: string
  /** Blocks that one `read` may take. */
  most: number
  /** Whether there is surely nothing to do; asked before anything else where it is cheap to know. */
  isIdle?(): Promise<boolean>
  /** The number of the newest block. */
  head(): Promise<number>
  /** The hash of that block now; undefined when the chain has no such block. */
  hashOf(number: number): Promise<string | undefined>
  /** Everything from one block to another, both included. `ours` says which addresses are somebody's. */
  read(from: number, to: number, ours: (addresses: readonly string[]) => Promise<ReadonlySet<string>>): Promise<ScannedChainBlocks>
}
