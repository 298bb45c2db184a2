import { randomUUID } from 'node:crypto'
import { networks } from '#db/seed/networks.ts'
import type { House } from '../house.ts'
import type { Chain } from './chains/chain.ts'
import { evmChain } from './chains/evm.ts'
import { simulatedChain } from './chains/simulated.ts'
import { stepChain } from './watch.ts'

const paceMs = { simulated: 1_000, real: 3_000 } as const

/** Every chain that this server watches, and how often it looks. */
function chainsOf({ config, db, clock }: House): { chain: Chain; everyMs: number }[] {
  const rpcUrls = Object.entries(config.deposits?.rpcUrls ?? {}) as [Parameters<typeof evmChain>[0], string][]
  return [
    ...(config.env === 'sandbox' ? [{ chain: simulatedChain(db, clock), everyMs: paceMs.simulated }] : []),
    ...rpcUrls.map(([name, url]) => ({
      chain: evmChain(
        name,
        url,
        networks.filter((network) => network.chain === name),
        config.env,
      ),
      everyMs: paceMs.real,
    })),
  ]
}

/** Watches the chains. What goes wrong is said once, and tried again at the next look. Gives back how to stop. */
export function startDeposits(
  house: House,
  report: (message: string, error: unknown) => void = console.error,
  lookEveryMs?: number,
): () => Promise<void> {
  const holder = randomUUID()
  const watches = chainsOf(house).map(({ chain, everyMs }) => keepLooking(house, chain, lookEveryMs ?? everyMs, holder, report))
  return async () => void (await Promise.all(watches.map((stop) => stop())))
}

function keepLooking(
  house: House,
  chain: Chain,
  everyMs: number,
  holder: string,
  report: (message: string, error: unknown) => void,
): () => Promise<void> {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let said = ''
  const look = async (): Promise<void> => {
    try {
      while ((await stepChain(house, chain, holder)) && !isStopped);
      said = ''
    } catch (error) {
      const words = `the chain "${chain.name}" could not be read: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`
      if (words !== said && !isStopped) report(words, error)
      said = words
    }
    if (!isStopped) later()
  }
  const later = (): void => {
    timer = setTimeout(() => {
      looking = look()
    }, everyMs)
  }
  looking = look()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await looking
  }
}
