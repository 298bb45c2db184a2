import { asInstant } from '#contract/time.ts'
import type { House } from '../house.ts'
import { decideDays, payableThrough } from './days.ts'
import { endDueOrders } from './endings.ts'
import { thawDue } from './freeze.ts'
import { payIncomes } from './incomes.ts'
import { productKinds } from './kinds.ts'
import type { ProductKinds } from './kindOf.ts'
import { startDue } from './starts.ts'

const lookEveryMs = 1_000
/** What could not end yet is asked again after this long. */
const againMs = 60_000

/** What one server remembers between two looks, so that nothing is read for nothing. */
export interface Seen {
  /** The day up to which everything is paid. */
  through?: string
  /** Days whose values may still come: when each was first asked for. */
  askedMs: Map<string, number>
  /** When what waits is asked again. */
  againMs?: number
}

/** Starts, days, incomes, ends and exits of earn products, each at its time. What is due stands in tables: a server that dies loses nothing. */
export function startProducts(house: House, kinds: ProductKinds = productKinds(house)): () => Promise<void> {
  const seen: Seen = { askedMs: new Map() }
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= workDue(house, kinds, seen).finally(() => {
      running = undefined
    })
  }, lookEveryMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Everything that is due now, in the order in which it would have come: three days of silence are caught up day by day. */
export async function workDue(house: House, kinds: ProductKinds, seen: Seen = { askedMs: new Map() }): Promise<void> {
  const step = async (what: string, work: () => Promise<void>): Promise<void> => {
    await work().catch((error: unknown) => console.error(`${what} of earn products could not be done`, error))
  }
  const mayEnd = (): void => {
    delete seen.againMs
  }
  await step('starts', () => startDue(house, kinds))
  await step('freezes', () => thawDue(house))
  for (const kind of kinds.values()) {
    const { work } = kind
    if (work) await step(`work of type ${kind.type}`, () => work(house, asInstant(house.clock.now()), mayEnd))
  }
  const through = payableThrough(house.clock.now())
  if (seen.through !== through) {
    await step('incomes', async () => {
      const isKnown = await decideDays(house, kinds, through, seen.askedMs)
      const isPaid = await payIncomes(house, kinds, through)
      if (isKnown) seen.askedMs.clear()
      if (isKnown && isPaid) seen.through = through
    })
  }
  await step('ends', async () => {
    if (seen.againMs !== undefined && house.clock.now() < seen.againMs) return
    delete seen.againMs
    if ((await endDueOrders(house, kinds)) > 0) seen.againMs = house.clock.now() + againMs
  })
}
