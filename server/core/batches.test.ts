import { expect, it } from 'vitest'
import { forEachBatch, runBatchElseEach } from './batches.ts'

/** Looks once at so many rows, three at once, of which none is ever done. */
async function looked(count: number): Promise<number[][]> {
  const rows = Array.from({ length: count }, (_, n) => n + 1)
  const seen: number[][] = []
  const read = async (behind = 0) => rows.filter((row) => row > behind).slice(0, 3)
  await forEachBatch(3, read, async (batch) => void seen.push([...batch]))
  return seen
}

it('goes on behind a batch of which nothing could be done, and ends with the first that is not full', async () => {
  expect(await looked(7)).toEqual([[1, 2, 3], [4, 5, 6], [7]])
  expect(await looked(6)).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ])
  expect(await looked(0)).toEqual([])
})

it('goes on behind the batch as it was read, whatever was taken out of it', async () => {
  const asked: (number | undefined)[] = []
  const read = async (behind?: number) => (asked.push(behind), (behind ?? 0) < 6 ? [(behind ?? 0) + 1, (behind ?? 0) + 2] : [])
  await forEachBatch(2, read, async (rows) => void rows.splice(0))
  expect(asked).toEqual([undefined, 2, 4, 6])
})

it('does it to each by itself where it cannot be done to all', async () => {
  const [done, failed]: [number[][], number[]] = [[], []]
  const work = async (rows: readonly number[]) => {
    if (rows.includes(2)) throw new Error('not this one')
    done.push([...rows])
  }
  await runBatchElseEach([1, 3], work, (row) => failed.push(row))
  await runBatchElseEach([1, 2, 3], work, (row) => failed.push(row))
  expect([done, failed]).toEqual([[[1, 3], [1], [3]], [2]])
})
