import type { House } from '../house.ts'
import { payIncomes } from './pay.ts'
import { reckonDays } from './reckon.ts'

const lookEveryMs = 30_000

/** The share of every day's fees, after the day. What is due stands in tables: a server that dies loses nothing. */
export function startTeam(house: House): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= workDue(house).finally(() => {
      running = undefined
    })
  }, lookEveryMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Everything that is due now. */
export async function workDue(house: House): Promise<void> {
  try {
    await reckonDays(house)
    await payIncomes(house)
  } catch (error) {
    console.error('team income could not be worked out', error)
  }
}
