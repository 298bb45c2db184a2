import type { UserSettings } from '#contract/calls/account.ts'
import { account } from '#contract/calls/account.ts'
import { inbox, type InboxNotice, type UnreadNoticeCounts } from '#contract/calls/inbox.ts'
import { updateWorkerOutbox, readWorkerOutbox, backgroundSyncTag } from '#device/outbox.ts'
import { closeNotifications, registerBackgroundSync } from '#device/notifications.ts'
import { createStore, useStore } from '#device/store.ts'
import { ApiError } from '../apiError.ts'
import { queryClient } from '../queryClient.ts'
import { sendApiCall } from '../send.ts'
import { userSessionStore } from '../session.ts'

// Read marks and harmless choices that the server does not know yet. They wait on this device, and go out when there is a network: by this
// page, by the worker that the browser wakes (Background Sync), or at the next start. Nothing that moves money is ever left.

const maxReadsPerRequest = 200
const noticesReadHere = createStore<ReadonlySet<string>>(new Set())

/** Notices that were read here, while the server may still think otherwise. */
export const useLocallyReadNoticeIds = (): ReadonlySet<string> => useStore(noticesReadHere)

/** Marks notices read: at once on this device, at the server as soon as it can be told. */
export function markNoticesReadOrQueue(ids: readonly string[]): void {
  noticesReadHere.set((now) => new Set([...now, ...ids]))
  void closeNotifications(ids)
  void enqueue(
    (outbox) => ({ ...outbox, reads: [...new Set([...outbox.reads, ...ids])] }),
    () => sendReads([...ids]),
  )
}

/** Saves choices to the account once it can be told; the device has them already. */
export const saveOrQueueUserSettings = (change: Partial<UserSettings>): void =>
  void enqueue(
    (outbox) => ({ ...outbox, settings: { ...outbox.settings, ...change } }),
    () => sendSettings(change),
  )

/** Where nothing can be kept, as in some private windows, it is now or never. */
async function enqueue(change: Parameters<typeof updateWorkerOutbox>[0], sendNow: () => Promise<void>): Promise<void> {
  const { token } = userSessionStore.get()
  if (!token) return
  if (await updateWorkerOutbox((outbox) => ({ ...change(outbox), token }))) await sendOutboxFromPage()
  else await sendNow().catch(() => undefined)
}

let currentSend: Promise<void> | undefined
let isSendRequested = false

/** Tells the server what waits. What cannot be told now is left to the worker. */
export function sendOutboxFromPage(): Promise<void> {
  isSendRequested = true
  return (currentSend ??= (async () => {
    while (isSendRequested) {
      isSendRequested = false
      await sendOutbox()
    }
  })().finally(() => (currentSend = undefined)))
}

async function sendOutbox(): Promise<void> {
  const { token, reads, settings } = await readWorkerOutbox()
  // Of whoever was here before: it went with them.
  if (!token || token !== userSessionStore.get().token) return
  try {
    for (let at = 0; at < reads.length; at += maxReadsPerRequest) await sendReads(reads.slice(at, at + maxReadsPerRequest))
    if (Object.keys(settings).length > 0) await sendSettings(settings)
  } catch {
    await registerBackgroundSync(backgroundSyncTag)
  }
}

async function sendReads(ids: string[]): Promise<void> {
  const reply = await undefinedWhenUnanswered(sendApiCall(inbox.markRead, { ids }))
  if (reply) applyReadState(ids, reply.unread)
  await updateWorkerOutbox((outbox) => ({ ...outbox, reads: outbox.reads.filter((id) => !ids.includes(id)) }))
  noticesReadHere.set((now) => new Set([...now].filter((id) => !ids.includes(id))))
  for (const path of inbox.markRead.touches) void queryClient.invalidateQueries({ queryKey: [path] })
}

/** Lists and counts are right before they are read anew. */
const applyReadState = (ids: readonly string[], unread: UnreadNoticeCounts): unknown =>
  queryClient.setQueriesData<{ records: InboxNotice[]; unread: UnreadNoticeCounts }>(
    { queryKey: [inbox.notices.path] },
    (page) =>
      page && { ...page, unread, records: page.records.map((notice) => (ids.includes(notice.id) ? { ...notice, read: 1 } : notice)) },
  )

async function sendSettings(settings: Partial<UserSettings>): Promise<void> {
  await undefinedWhenUnanswered(sendApiCall(account.saveSettings, settings))
  await updateWorkerOutbox((outbox) => ({
    ...outbox,
    settings: Object.fromEntries(
      Object.entries(outbox.settings).filter(
        ([name, value]) => JSON.stringify(settings[name as keyof UserSettings]) !== JSON.stringify(value),
      ),
    ),
  }))
  void queryClient.invalidateQueries({ queryKey: [account.me.path] })
}

/** Undefined for a refusal, which would be the same tomorrow; throws where asking later may help. */
const undefinedWhenUnanswered = <T>(reply: Promise<T>): Promise<T | undefined> =>
  reply.catch((error: unknown) => {
    if (error instanceof ApiError && error.code !== 0 && error.code !== 429 && !(error.code >= 500 && error.code < 600)) return undefined
    throw error
  })

/** What waited when the app was closed is shown as read from the start; what the worker sent meanwhile no longer waits. */
export async function restoreUnsentReadMarks(): Promise<void> {
  const { reads, token } = await readWorkerOutbox()
  noticesReadHere.set(new Set(token && token === userSessionStore.get().token ? reads : []))
}
