import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from '#api/queryClient.ts'
import { startRefetchOnNewerWorkerRead } from './freshReads.ts'

const path = '/api/some/read'
const container = new EventTarget()
startRefetchOnNewerWorkerRead(container)
const sayFresher = (): boolean => container.dispatchEvent(new MessageEvent('message', { data: { type: 'fresher', path } }))

afterEach(() => queryClient.clear())

it('asks again for what the worker found a newer copy of', async () => {
  let shelf = 'before'
  const shown = new QueryObserver(queryClient, { queryKey: [path, {}], queryFn: async () => shelf })
  const leave = shown.subscribe(() => undefined)
  await expect.poll(() => shown.getCurrentResult().data).toBe('before')
  shelf = 'now'
  sayFresher()
  await expect.poll(() => shown.getCurrentResult().data).toBe('now')
  leave()
})

it.each(['shown', 'read ahead'])('asks again also where the copy of before is still on its way: %s', async (how) => {
  let shelf = 'before'
  const copies: (() => void)[] = []
  const answer = (give: (copy: string) => void): void => {
    const copy = shelf
    copies.push(() => give(copy))
  }
  const ask = { queryKey: [path, {}], queryFn: () => new Promise(answer) }
  const leave = how === 'shown' ? new QueryObserver(queryClient, ask).subscribe(() => undefined) : undefined
  if (!leave) void queryClient.prefetchQuery(ask)
  await expect.poll(() => copies.length).toBe(1)
  shelf = 'now'
  sayFresher()
  copies[0]?.()
  // Who only read ahead asks once somebody shows it.
  await expect.poll(() => queryClient.getQueryData([path, {}])).toBe('before')
  const late = leave ? undefined : new QueryObserver(queryClient, { ...ask, staleTime: 10_000 }).subscribe(() => undefined)
  await expect.poll(() => copies.length).toBe(2)
  copies[1]?.()
  await expect.poll(() => queryClient.getQueryData([path, {}])).toBe('now')
  leave?.()
  late?.()
})
