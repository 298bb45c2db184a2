import { expect, it, vi } from 'vitest'
import type { Sql } from '#db/database.ts'
import { log as serverLog } from './log.ts'
import { transactionWithEffects } from './transactions.ts'

const sql: Sql = { query: async () => [] }
/** A database whose first tries are rolled back, as those are that wait for each other in a circle. */
const retrying = (rolledBack: number, log: string[]) => ({
  transaction: async <T>(work: (sql: Sql) => Promise<T>): Promise<T> => {
    for (let n = 0; n < rolledBack; n++) {
      await work(sql)
      log.push('rolled back')
    }
    const result = await work(sql)
    log.push('committed')
    return result
  },
})

it('runs effects after the commit, in their order', async () => {
  const log: string[] = []
  const result = await transactionWithEffects(retrying(0, log), async (_, afterCommit) => {
    afterCommit(() => log.push('first'))
    afterCommit(() => log.push('second'))
    log.push('work')
    return 7
  })
  expect(result).toBe(7)
  expect(log).toEqual(['work', 'committed', 'first', 'second'])
})

it('forgets those of tries that were rolled back', async () => {
  const log: string[] = []
  await transactionWithEffects(retrying(2, log), async (_, afterCommit) => {
    afterCommit(() => log.push('effect'))
  })
  expect(log).toEqual(['rolled back', 'rolled back', 'committed', 'effect'])
})

it('runs none where the work fails', async () => {
  const log: string[] = []
  const failing = transactionWithEffects(retrying(0, log), async (_, afterCommit) => {
    afterCommit(() => log.push('effect'))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(log).toEqual([])
})

it('what is committed is no failure, whatever an effect throws, and the others run', async () => {
  const report = vi.spyOn(serverLog, 'error').mockImplementation(() => undefined)
  const log: string[] = []
  const result = await transactionWithEffects(retrying(0, log), async (_, afterCommit) => {
    afterCommit(() => {
      throw new Error('a stream is gone')
    })
    afterCommit(() => log.push('second'))
    return 7
  })
  expect(result).toBe(7)
  expect(log).toEqual(['committed', 'second'])
  expect(report).toHaveBeenCalledOnce()
  report.mockRestore()
})
