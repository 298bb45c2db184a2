import { expect, it, vi } from 'vitest'
import { createServerEventBus } from './events.ts'
import { log } from './log.ts'

it('reaches every listener although one of them fails, and the publisher goes on', () => {
  const silenced = vi.spyOn(log, 'error').mockImplementation(() => {})
  const events = createServerEventBus()
  const heard: string[] = []
  const fail = () => {
    throw new Error('a broken stream')
  }
  events.onToUser(fail)
  events.onToUser(({ userId }) => void heard.push(userId))
  events.onSessionEnded(fail)
  events.onSessionEnded((id) => void heard.push(id))
  events.toUser({ userId: 'u', event: { t: 'balance', d: [] } })
  events.sessionEnded('s')
  expect(heard).toEqual(['u', 's'])
  expect(silenced).toHaveBeenCalledTimes(2)
  silenced.mockRestore()
})
