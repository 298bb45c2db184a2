import { expect, it } from 'vitest'
import { testPlace } from '../../tests/support/testDatabase.ts'
import { openNotices } from './notices.ts'

it('tells the others that they missed something when there was too much to say, also while some of it is being said', async () => {
  const { place, remove } = await testPlace()
  const [one, other] = [await openNotices(place, 'one'), await openNotices(place, 'other')]
  let gaps = 0
  const heard: string[] = []
  other.onGap(() => gaps++)
  other.on('word', (text) => heard.push(text))
  // The first is on its way to the database while the rest waits.
  for (let n = 0; n <= 5_001; n++) one.say('word', String(n))
  await expect.poll(() => heard.at(-1)).toBe('5001')
  expect(gaps).toBe(1)
  expect(heard[0]).toBe('0')
  await Promise.all([one.close(), other.close()])
  await remove()
})
