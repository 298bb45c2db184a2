import { expect, it } from 'vitest'
import { testTarget } from '../../tests/support/testDatabase.ts'
import { openPeerBroadcast } from './pubsub.ts'

it('notifies the others that they missed something when there was too much to say, also while some of it is being said', async () => {
  const { place, remove } = await testTarget()
  const [first, second] = [await openPeerBroadcast(place, 'one'), await openPeerBroadcast(place, 'other')]
  let gaps = 0
  const heard: string[] = []
  second.onGap(() => gaps++)
  second.on('word', (text) => heard.push(text))
  // The first is on its way to the database while the rest waits.
  for (let n = 0; n <= 5_001; n++) first.publish('word', String(n))
  await expect.poll(() => heard.at(-1)).toBe('5001')
  expect(gaps).toBe(1)
  expect(heard[0]).toBe('0')
  await Promise.all([first.close(), second.close()])
  await remove()
})
