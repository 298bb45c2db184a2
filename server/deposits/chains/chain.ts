import type { Decimal } from '#contract/decimal.ts'

export interface Block {
  number: number
  hash: string
}

/** A transfer of a listed currency to somebody of ours, as a block holds it. */
export interface SeenTransfer {
  txHash: string
  /** The log's place inside its transaction, which stays when another block takes it up; -1 for the chain's own coin. */
  logIndex: number
  block: Block
  to: string
  /** What the sender put beside the address: a destination tag, memo or comment. */
  memo?: string
  currency: string
  chainType: string
  /** In the currency, with all digits of the chain. */
  amount: Decimal
}

export interface Stretch {
  /** What the first block names as the one before it; undefined where the chain cannot be undone. */
  parent: string | undefined
  /** Those to remember, in order; the last is always `to`. */
  blocks: Block[]
  transfers: SeenTransfer[]
}

/** What the watcher needs of a chain. A question without an answer throws; the watcher asks again later. */
export interface Chain {
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
  read(from: number, to: number, ours: (addresses: readonly string[]) => Promise<ReadonlySet<string>>): Promise<Stretch>
}
