import { randomUUID } from 'node:crypto'
import { type ChainName, networks } from '#db/seed/networks.ts'
import { isBitcoinFamilyChain } from '../chains/bitcoinNode.ts'
import { recordChainOutage } from '../chains/chainTrouble.ts'
import type { AppContext } from '../core/appContext.ts'
import { startRepeatingJob, type RepeatingJob } from '../core/schedule.ts'
import { withTimeout } from '../core/withTimeout.ts'
import { WrongChainError } from '../chains/nodeRpc.ts'
import { log, type LogError } from '../core/log.ts'
import { createBitcoinDepositChainReader } from './chains/bitcoin.ts'
import type { DepositChainReader } from './chains/chain.ts'
import { createEvmDepositChainReader } from './chains/evm.ts'
import { createSimulatedDepositChainReader } from './chains/simulated.ts'
import { createXrplDepositChainReader } from './chains/xrpl.ts'
import { addressPoolLevels } from './pool.ts'
import { escalateLateDepositClaims } from './lateClaims.ts'
import { releaseChainCursor, scanChainForDeposits } from './watch.ts'

const paceMs = { simulated: 1_000, real: 3_000 } as const
/** A step of a chain ends by then, whatever its node does; what it has read by then is read again. */
const stepLimitMs = 180_000

/** A chain behind its node. */
function nodeChain(name: ChainName, url: string, { env }: AppContext['config']): DepositChainReader {
  const listed = networks.filter((network) => network.chain === name)
  if (name === 'xrpl') return createXrplDepositChainReader(url, listed, env)
  return isBitcoinFamilyChain(name)
    ? createBitcoinDepositChainReader(name, url, listed, env)
    : createEvmDepositChainReader(name, url, listed, env)
}

/** Every chain that this server watches, and how often it looks. */
function chainsOf({ config, db, clock }: AppContext): { chain: DepositChainReader; everyMs: number }[] {
  const rpcUrls = Object.entries(config.deposits?.rpcUrls ?? {}) as [ChainName, string][]
  return [
    ...(config.env === 'sandbox' ? [{ chain: createSimulatedDepositChainReader(db, clock), everyMs: paceMs.simulated }] : []),
    ...rpcUrls.map(([name, url]) => ({ chain: nodeChain(name, url, config), everyMs: paceMs.real })),
  ]
}

/** Watches the chains and the claims. What goes wrong is said once, and tried again at the next look. Gives back how to stop. */
export function startDepositJobs(app: AppContext, report: LogError = log.error, pollIntervalMs?: number): () => Promise<void> {
  const holder = randomUUID()
  const jobs = chainsOf(app).map(({ chain, everyMs }) => watchChain(app, chain, pollIntervalMs ?? everyMs, holder, report))
  jobs.push(
    startRepeatingJob('passing on late claims of deposits', lateClaimsEveryMs, () => escalateLateDepositClaims(app), {
      isImmediate: true,
      report,
    }),
  )
  if (app.config.env === 'production') jobs.push(watchPools(app, report))
  return async () => void (await Promise.all(jobs.map((job) => job.stop())))
}

const poolEveryMs = 60_000
const lateClaimsEveryMs = 60_000

/** Tells the machine's log, once for each, when a pool that gives out addresses runs low and when it is empty. */
function watchPools({ db }: AppContext, report: LogError): RepeatingJob {
  const said = new Map<string, string>()
  const poll = async (): Promise<void> => {
    for (const { family, imported, free, isLow } of await addressPoolLevels(db)) {
      const state = imported === 0 || !isLow ? '' : free === 0 ? 'is empty' : 'runs low'
      if (state !== '' && said.get(family) !== state) report(`the pool of ${family} addresses ${state}: bring more (pool import)`, free)
      said.set(family, state)
    }
  }
  return startRepeatingJob('counting the pools of addresses', poolEveryMs, poll, { isImmediate: true, report })
}

/** One step of a chain a run, and the next at once while there is more to read. */
function watchChain(app: AppContext, chain: DepositChainReader, everyMs: number, holder: string, report: LogError): RepeatingJob {
  const step = async (isStopped: () => boolean): Promise<void> => {
    try {
      const isMore = await withTimeout(stepLimitMs, scanChainForDeposits(app, chain, holder), 'the node takes too long')
      if (isMore) job.poke()
    } catch (error) {
      await writeTrouble(app, chain.name, holder, error)
      // The first line alone: what follows differs each time, and the same trouble is said once.
      if (!isStopped()) throw new Error(firstLine(error), { cause: error })
    }
  }
  const job = startRepeatingJob(`reading the chain "${chain.name}"`, everyMs, step, { isImmediate: true, report })
  return job
}

const firstLine = (error: unknown): string => (error instanceof Error ? error.message.split('\n')[0] : undefined) || String(error)

/** Where the database itself does not answer, that is the trouble, and nothing can be written. */
async function writeTrouble({ db, clock }: AppContext, chain: string, holder: string, error: unknown): Promise<void> {
  try {
    await recordChainOutage(db, chain, firstLine(error), clock.now(), error instanceof WrongChainError)
    await releaseChainCursor(db, chain, holder)
  } catch {
    return
  }
}
