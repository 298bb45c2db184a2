import { adoptLeft, saveLater, sendLeft } from '#api/left.ts'
import { meQuery } from '#api/person.ts'
import { onUserEvent } from '#api/personStream.ts'
import { forgetNews, hasNewsToTell } from '#api/pushOffer.ts'
import { leavePush, lookUpPush, renewPush } from '#api/pushHere.ts'
import { query } from '#api/query.ts'
import { queryClient } from '#api/queryClient.ts'
import { hasToken, session } from '#api/session.ts'
import { onOpen } from '#api/socket.ts'
import { inbox, type Unread } from '#contract/calls/inbox.ts'
import { changeLeft, readLeft } from '#device/leftForWorker.ts'
import { showUnread } from '#device/notifications.ts'
import { preferences } from '#device/preferences.ts'
import type { ToPage } from '../../sw/messages.ts'
import { router } from './router.ts'

/** From now on what is pressed opens here, what waits goes out, and this device is told of what its person chose and of nothing of anybody else's. */
export function keepNotifications(): void {
  openWhatIsPressed()
  countUnread()
  coverAmounts()
  onOpen(() => void sendLeft())
  addEventListener('online', () => void sendLeft())
  onUserEvent(({ t }) => (t === 'position' || t === 'second' || t === 'deposit') && hasNewsToTell())
  let { token } = session.get()
  session.subscribe(() => {
    const next = session.get().token
    if (next !== token) void follow()
    token = next
  })
  void follow()
}

let following = Promise.resolve()
/** In turn: who signs in the moment somebody else signed out comes after that. */
const follow = (): Promise<void> => (following = following.then(settle).catch(() => undefined))

/** What is left here belongs to the session that there is; that of another one ends on this device. */
async function settle(): Promise<void> {
  const { token } = session.get()
  const { token: left } = await readLeft()
  const isOthers = left !== undefined && left !== '' && left !== token
  if (isOthers) await leavePush()
  if (token === undefined) {
    forgetNews()
    await adoptLeft()
    return showUnread((shown = 0))
  }
  if (isOthers || left === '') await changeLeft((now) => ({ ...now, token: undefined }))
  await adoptLeft()
  // What was chosen is known before anything is asked of the server.
  await lookUpPush()
  await sendLeft()
  await renewPush()
}

function openWhatIsPressed(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }: MessageEvent<Partial<ToPage> | null>) => {
    if (data?.type === 'fresher' && data.path === inbox.notices.path) void adoptLeft()
    if (data?.type !== 'open' || data.link === undefined) return
    ports[0]?.postMessage(true)
    if (router.state.location.href !== data.link) router.history.push(data.link)
  })
}

let shown: number | undefined

/** The number on the app's icon follows what was read last. */
function countUnread(): void {
  queryClient.getQueryCache().subscribe(({ type, query: asked }) => {
    if (type !== 'updated' || asked.queryKey[0] !== inbox.notices.path) return
    const all = (asked.state.data as { unread: Unread } | undefined)?.unread.all
    if (all !== undefined && all !== shown) void showUnread((shown = all))
  })
  // Read on another device meanwhile, perhaps.
  const look = (): void => {
    if (document.visibilityState === 'visible' && hasToken())
      void queryClient.prefetchQuery({ ...query(inbox.notices, { type: 'all', pageNo: 1, pageSize: 100 }) })
  }
  document.addEventListener('visibilitychange', look)
}
const restMs = 500

/** Whoever hides amounts on this device hides them in notifications too: the server, which writes those, is told wherever it was pressed. */
function coverAmounts(): void {
  let { hideBalance } = preferences.get()
  let timer: ReturnType<typeof setTimeout> | undefined
  preferences.subscribe(() => {
    const now = preferences.get().hideBalance
    if (now === hideBalance) return
    hideBalance = now
    clearTimeout(timer)
    timer = setTimeout(() => {
      const told = queryClient.getQueryData(meQuery().queryKey)?.settings.hideBalance
      const wanted = preferences.get().hideBalance ? 1 : 0
      if (hasToken() && told !== wanted) saveLater({ hideBalance: wanted })
    }, restMs)
  })
}
