import type { House } from '#server/house.ts'
import { createPushes, type Pushes } from './dispatch.ts'
import { mayLoopback } from './endpoint.ts'
import { createSender, type Sender } from './send.ts'
import { vapidKey } from './vapid.ts'

const lookEveryMs = 1_000
/** How long a stop waits for what is under way; another server, or the next start, sends it otherwise. */
const graceMs = 2_000

/** Sends what is due, at once when a notice was written. Gives back how to stop. */
export function startPushes(house: House, options: { timeoutMs?: number } = {}): () => Promise<void> {
  const { db, clock, config, events } = house
  let sender: Sender | undefined
  let pushes: Pushes | undefined
  let looking: Promise<unknown> | undefined
  let isAsked = false
  let isStopped = false
  const ready = async (): Promise<Pushes> => {
    if (pushes) return pushes
    const vapid = await vapidKey(db, clock.now())
    sender = createSender({ vapid, subject: subjectOf(config), loopbackToo: mayLoopback(config), ...options })
    return (pushes = createPushes(house, sender, look))
  }
  function look(): void {
    isAsked = true
    looking ??= (async () => {
      while (isAsked && !isStopped) {
        isAsked = false
        await (await ready()).look()
      }
    })()
      .catch((error: unknown) => console.error('messages to devices could not be looked at', error))
      .finally(() => (looking = undefined))
  }
  events.onToUser(({ event }) => {
    if (event.t === 'notice' && !isStopped) look()
  })
  const timer = setInterval(look, lookEveryMs)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await looking
    if (pushes) await Promise.race([pushes.settle(), new Promise((resolve) => setTimeout(resolve, graceMs).unref())])
    sender?.close()
    await pushes?.settle()
  }
}

/** Where whoever runs a push service finds whoever sends. */
const subjectOf = ({ publicOrigin, smtpUrl }: House['config']): string => {
  if (publicOrigin?.startsWith('https:')) return publicOrigin
  const mail = smtpUrl === undefined ? undefined : new URL(smtpUrl).searchParams.get('from')
  return mail ? `mailto:${mail}` : 'https://fairlead.example'
}
