import { restoreUnsentReadMarks, sendOutboxFromPage } from '#api/stored/outbox.ts'
import { meQuery } from '#api/person.ts'
import { onUserStreamEvent } from '#api/stream/personStream.ts'
import { resetPushOffer, markPushOfferDue } from '#api/push/pushOffer.ts'
import { unsubscribePushOnSignOut, loadPushPreferencesIntoStore, renewOrRestorePushSubscription } from '#api/push/pushDevice.ts'
import { apiReadQuery } from '#api/query.ts'
import { queryClient } from '#api/queryClient.ts'
import { hasToken, userSessionStore } from '#api/session.ts'
import { onStreamOpen } from '#api/stream/socket.ts'
import { account, type User } from '#contract/calls/account.ts'
import { inbox, type UnreadNoticeCounts } from '#contract/calls/inbox.ts'
import { updateWorkerOutbox, readWorkerOutbox } from '#device/outbox.ts'
import { setAppBadgeCount } from '#device/notifications.ts'
import type { MessageToPage } from '../../../sw/messages.ts'
import { router } from '../router.ts'
import { startHideBalanceSync } from './hideBalanceSync.ts'

/** From now on what is pressed opens here, what waits goes out, and this device is told of what its person chose and of nothing of anybody else's. */
export function startNotificationAndOutboxHandling(): void {
  openPressedNotifications()
  watchUnreadCount()
  startHideBalanceSync()
  onStreamOpen(() => void sendOutboxFromPage())
  addEventListener('online', () => void sendOutboxFromPage())
  onUserStreamEvent(({ t }) => (t === 'position' || t === 'second' || t === 'deposit') && markPushOfferDue())
  let { token } = userSessionStore.get()
  userSessionStore.subscribe(() => {
    const next = userSessionStore.get().token
    if (next !== token) void syncOwner()
    token = next
  })
  void syncOwner()
}

let syncing = Promise.resolve()
/** In turn: who signs in the moment somebody else signed out comes after that. */
const syncOwner = (): Promise<void> => (syncing = syncing.then(settlePushOwner).catch(() => undefined))

/** What is left here belongs to the session that there is; that of another one ends on this device. */
async function settlePushOwner(): Promise<void> {
  const { token } = userSessionStore.get()
  const { token: storedToken } = await readWorkerOutbox()
  const isOtherUser = storedToken !== undefined && storedToken !== '' && storedToken !== token
  if (isOtherUser) await unsubscribePushOnSignOut()
  if (token === undefined) {
    resetPushOffer()
    await restoreUnsentReadMarks()
    return setAppBadgeCount((shownCount = 0))
  }
  if (isOtherUser || storedToken === '') await updateWorkerOutbox((now) => ({ ...now, token: undefined }))
  await restoreUnsentReadMarks()
  // What was chosen is known before anything is asked of the server.
  await loadPushPreferencesIntoStore()
  await sendOutboxFromPage()
  await renewOrRestorePushSubscription()
}

function openPressedNotifications(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }: MessageEvent<Partial<MessageToPage> | null>) => {
    if (data?.type === 'fresher' && data.path === inbox.notices.path) void restoreUnsentReadMarks()
    if (data?.type !== 'open' || data.link === undefined) return
    ports[0]?.postMessage(true)
    if (router.state.location.href !== data.link) router.history.push(data.link)
  })
}

let shownCount: number | undefined

/** The number on the app's icon follows what was read last: it comes with the person at every start, and with the notices themselves. */
function watchUnreadCount(): void {
  const showUnreadCount = (all: number | undefined): void => {
    if (all !== undefined && all !== shownCount) void setAppBadgeCount((shownCount = all))
  }
  showUnreadCount(queryClient.getQueryData(meQuery().queryKey)?.unreadNotice)
  queryClient.getQueryCache().subscribe((event) => {
    // What was only written here, as at sign-in, knows nothing of notices.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    const { queryKey, state } = event.query
    if (queryKey[0] === account.me.path) showUnreadCount((state.data as User).unreadNotice)
    if (queryKey[0] === inbox.notices.path) showUnreadCount((state.data as { unread: UnreadNoticeCounts }).unread.all)
  })
  // Read on another device meanwhile, perhaps.
  const clearReadNotifications = (): void => {
    if (document.visibilityState === 'visible' && hasToken())
      void queryClient.prefetchQuery({ ...apiReadQuery(inbox.notices, { type: 'all', pageNo: 1, pageSize: 100 }) })
  }
  document.addEventListener('visibilitychange', clearReadNotifications)
}
