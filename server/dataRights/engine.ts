import type { House } from '../house.ts'
import type { Tellers } from './archive.ts'
import { makeExports } from './exportWork.ts'
import { type Failed, forgetDue } from './forget.ts'

const lookEveryMs = 2_000

/** Makes copies and forgets people, each when it is due. What is due stands in tables: a server that dies loses nothing. */
export function startDataRights(house: House, tellers: Tellers): () => Promise<void> {
  let isStopped = false
  const failed: Failed = new Map()
  // A long copy holds up nobody's deletion.
  const works = [() => makeExports(house, tellers, () => isStopped), () => forgetDue(house, failed)].map((work) => {
    let running: Promise<void> | undefined
    return {
      look: () => {
        running ??= work()
          .catch((error: unknown) => console.error('what people asked of their data could not be done', error))
          .finally(() => {
            running = undefined
          })
      },
      end: () => running,
    }
  })
  const timer = setInterval(() => works.forEach(({ look }) => look()), lookEveryMs)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await Promise.all(works.map(async ({ end }) => end()))
  }
}
