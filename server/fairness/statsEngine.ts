import type { House } from '../house.ts'
import { writeStats } from './stats.ts'

const lookEveryMs = 60_000
/** Numbers that could not be worked out are not tried at once: the reads are long. */
const againMs = 15 * 60_000

/** Works out the public numbers when a day begins, and at once where today has none. Several servers make them once. */
export function startStats(house: House): () => Promise<void> {
  let running: Promise<unknown> | undefined
  let notBeforeMs = 0
  const look = (): void => {
    if (house.clock.now() < notBeforeMs) return
    running ??= writeStats(house)
      .catch((error: unknown) => {
        notBeforeMs = house.clock.now() + againMs
        console.error('the public numbers could not be worked out', error)
      })
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(look, lookEveryMs)
  look()
  return async () => {
    clearInterval(timer)
    await running
  }
}
