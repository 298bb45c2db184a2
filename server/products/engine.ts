import { asInstant } from '#contract/time.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { recordDueProductDayValues, incomesPayableThroughDay } from './days.ts'
import { endDueProductOrders } from './endDueOrders.ts'
import { unfreezeDueProductOrders } from './freeze.ts'
import { payProductIncomes } from './incomes.ts'
import { createProductKinds } from './kinds.ts'
import type { ProductKindsByType } from './kindOf.ts'
import { startDueProductOrders } from './startDueOrders.ts'
import { startRepeatingJob } from '../core/schedule.ts'

const pollIntervalMs = 1_000
/** What could not end yet is asked again after this long. */
const againMs = 60_000

/** What one server remembers between two looks, so that nothing is read for nothing. */
export interface ProductPollState {
  /** The day up to which everything is paid. */
  through?: string
  /** Days whose values may still come: when each was first asked for. */
  requestedAt: Map<string, number>
  /** When what waits is asked again. */
  againMs?: number
}

/** Starts, days, incomes, ends and exits of earn products, each at its time. What is due stands in tables: a server that dies loses nothing. */
export function startProductJobs(app: AppContext, kinds: ProductKindsByType = createProductKinds(app)): () => Promise<void> {
  const seen: ProductPollState = { requestedAt: new Map() }
  return startRepeatingJob('earn products', pollIntervalMs, () => runDueProductJobs(app, kinds, seen)).stop
}

/** Everything that is due now, in the order in which it would have come: three days of silence are caught up day by day. */
export async function runDueProductJobs(
  app: AppContext,
  kinds: ProductKindsByType,
  seen: ProductPollState = { requestedAt: new Map() },
): Promise<void> {
  const step = async (what: string, work: () => Promise<void>): Promise<void> => {
    await work().catch((error: unknown) => log.error(`${what} of earn products could not be done`, error))
  }
  const mayEnd = (): void => {
    delete seen.againMs
  }
  await step('starts', () => startDueProductOrders(app, kinds))
  await step('freezes', () => unfreezeDueProductOrders(app))
  for (const kind of kinds.values()) {
    const { work } = kind
    if (work) await step(`work of type ${kind.type}`, () => work(app, asInstant(app.clock.now()), mayEnd))
  }
  const through = incomesPayableThroughDay(app.clock.now())
  if (seen.through !== through) {
    await step('incomes', async () => {
      const isKnown = await recordDueProductDayValues(app, kinds, through, seen.requestedAt)
      const isPaid = await payProductIncomes(app, kinds, through)
      if (isKnown) seen.requestedAt.clear()
      if (isKnown && isPaid) seen.through = through
    })
  }
  await step('ends', async () => {
    if (seen.againMs !== undefined && app.clock.now() < seen.againMs) return
    delete seen.againMs
    if ((await endDueProductOrders(app, kinds)) > 0) seen.againMs = app.clock.now() + againMs
  })
}
