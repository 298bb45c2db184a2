import type { AppContext } from '../../core/appContext.ts'
import { createPushDispatcher, type PushDispatcher } from './dispatch.ts'
import { allowsLoopbackPush } from './endpoint.ts'
import { createPushSender, type PushSender } from './send.ts'
import { getOrCreateVapidKey } from './vapid.ts'
import { startRepeatingJob } from '../../core/schedule.ts'

const pollIntervalMs = 1_000
/** How long a stop waits for what is under way; another server, or the next start, sends it otherwise. */
const graceMs = 2_000

/** Sends what is due, at once when a notice was written. Gives back how to stop. */
export function startPushJobs(app: AppContext, options: { timeoutMs?: number } = {}): () => Promise<void> {
  const { db, clock, config, events } = app
  let sender: PushSender | undefined
  let pushes: PushDispatcher | undefined
  const ready = async (): Promise<PushDispatcher> => {
    if (pushes) return pushes
    const vapid = await getOrCreateVapidKey(db, clock.now())
    sender = createPushSender({ vapid, subject: subjectOf(config), loopbackToo: allowsLoopbackPush(config), ...options })
    return (pushes = createPushDispatcher(app, sender, job.poke))
  }
  const job = startRepeatingJob('messages to devices', pollIntervalMs, async () => (await ready()).poll())
  events.onToUser(({ event }) => {
    if (event.t === 'notice') job.poke()
  })
  return async () => {
    await job.stop()
    if (pushes) await Promise.race([pushes.settle(), new Promise((resolve) => setTimeout(resolve, graceMs).unref())])
    sender?.close()
    await pushes?.settle()
  }
}

/** Where whoever runs a push service finds whoever sends. */
const subjectOf = ({ publicOrigin, smtpUrl }: AppContext['config']): string => {
  if (publicOrigin?.startsWith('https:')) return publicOrigin
  const mail = smtpUrl === undefined ? undefined : new URL(smtpUrl).searchParams.get('from')
  return mail ? `mailto:${mail}` : 'https://fairlead.example'
}
