import type { Settings } from '#contract/calls/account.ts'
import { account } from '#contract/calls/account.ts'
import { inbox, type Notice, type Unread } from '#contract/calls/inbox.ts'
import { changeLeft, readLeft, syncTag } from '#device/leftForWorker.ts'
import { closeNotifications, wakeWhenOnline } from '#device/notifications.ts'
import { createStore, useStore } from '#device/store.ts'
import { ApiError } from './apiError.ts'
import { queryClient } from './queryClient.ts'
import { send } from './send.ts'
import { session } from './session.ts'

// Read marks and harmless choices that the server does not know yet. They wait on this device, and go out when there is a network: by this
// page, by the worker that the browser wakes (Background Sync), or at the next start. Nothing that moves money is ever left.

const mostAtOnce = 200
const readHere = createStore<ReadonlySet<string>>(new Set())

/** Notices that were read here, while the server may still think otherwise. */
export const useReadHere = (): ReadonlySet<string> => useStore(readHere)

/** Marks notices read: at once on this device, at the server as soon as it can be told. */
export function markRead(ids: readonly string[]): void {
  readHere.set((now) => new Set([...now, ...ids]))
  void closeNotifications(ids)
  void leave(
    (left) => ({ ...left, reads: [...new Set([...left.reads, ...ids])] }),
    () => sendReads([...ids]),
  )
}

/** Saves choices to the account once it can be told; the device has them already. */
export const saveLater = (change: Partial<Settings>): void =>
  void leave(
    (left) => ({ ...left, settings: { ...left.settings, ...change } }),
    () => sendSettings(change),
  )

/** Where nothing can be kept, as in some private windows, it is now or never. */
async function leave(change: Parameters<typeof changeLeft>[0], sendNow: () => Promise<void>): Promise<void> {
  const { token } = session.get()
  if (!token) return
  if (await changeLeft((left) => ({ ...change(left), token }))) await sendLeft()
  else await sendNow().catch(() => undefined)
}

let sending: Promise<void> | undefined
let isAskedAgain = false

/** Tells the server what waits. What cannot be told now is left to the worker. */
export function sendLeft(): Promise<void> {
  isAskedAgain = true
  return (sending ??= (async () => {
    while (isAskedAgain) {
      isAskedAgain = false
      await sendAll()
    }
  })().finally(() => (sending = undefined)))
}

async function sendAll(): Promise<void> {
  const { token, reads, settings } = await readLeft()
  // Of whoever was here before: it went with them.
  if (!token || token !== session.get().token) return
  try {
    for (let at = 0; at < reads.length; at += mostAtOnce) await sendReads(reads.slice(at, at + mostAtOnce))
    if (Object.keys(settings).length > 0) await sendSettings(settings)
  } catch {
    await wakeWhenOnline(syncTag)
  }
}

async function sendReads(ids: string[]): Promise<void> {
  const reply = await answered(send(inbox.markRead, { ids }))
  if (reply) adopt(ids, reply.unread)
  await changeLeft((left) => ({ ...left, reads: left.reads.filter((id) => !ids.includes(id)) }))
  readHere.set((now) => new Set([...now].filter((id) => !ids.includes(id))))
  for (const path of inbox.markRead.touches) void queryClient.invalidateQueries({ queryKey: [path] })
}

/** Lists and counts are right before they are read anew. */
const adopt = (ids: readonly string[], unread: Unread): unknown =>
  queryClient.setQueriesData<{ records: Notice[]; unread: Unread }>(
    { queryKey: [inbox.notices.path] },
    (page) => page && { ...page, unread, records: page.records.map((one) => (ids.includes(one.id) ? { ...one, read: 1 } : one)) },
  )

async function sendSettings(settings: Partial<Settings>): Promise<void> {
  await answered(send(account.saveSettings, settings))
  await changeLeft((left) => ({
    ...left,
    settings: Object.fromEntries(
      Object.entries(left.settings).filter(([name, value]) => JSON.stringify(settings[name as keyof Settings]) !== JSON.stringify(value)),
    ),
  }))
  void queryClient.invalidateQueries({ queryKey: [account.me.path] })
}

/** Undefined for a refusal, which would be the same tomorrow; throws where asking later may help. */
const answered = <T>(reply: Promise<T>): Promise<T | undefined> =>
  reply.catch((error: unknown) => {
    if (error instanceof ApiError && error.code !== 0 && error.code !== 429 && !(error.code >= 500 && error.code < 600)) return undefined
    throw error
  })

/** What waited when the app was closed is shown as read from the start; what the worker sent meanwhile no longer waits. */
export async function adoptLeft(): Promise<void> {
  const { reads, token } = await readLeft()
  readHere.set(new Set(token && token === session.get().token ? reads : []))
}
