import { account } from '#contract/calls/account.ts'
import { alerts } from '#contract/calls/alerts.ts'
import { inbox } from '#contract/calls/inbox.ts'
import { secondContracts } from '#contract/calls/secondContracts.ts'
import { trading } from '#contract/calls/trading.ts'
import { wallet } from '#contract/calls/wallet.ts'
import type { UserEvent } from '#contract/priceStream.ts'
import { announce } from './announce.ts'
import { queryClient } from './queryClient.ts'
import { session } from './session.ts'
import { connect, onEvent, onOpen, tell } from './socket.ts'

const tradePaths = [trading.positions, trading.positionsSummary, wallet.balances, wallet.assets, wallet.balanceRecords].map(
  (row) => row.path,
)
const secondPaths = [secondContracts.orders, secondContracts.head].map((row) => row.path)
const stalePaths: Record<UserEvent['t'], readonly string[]> = {
  position: tradePaths,
  second: [...secondPaths, ...tradePaths],
  balance: tradePaths,
  warning: [],
  notice: [inbox.notices.path, alerts.list.path],
  session: [],
  // Said by the screens that show it.
  deposit: [],
  // What it opens is part of the person; the screens of it ask for the rest.
  kyc: [account.me.path],
  // Named here, since the rows themselves come with the screen alone.
  support: ['/api/support/ticket/list', '/api/support/ticket/detail'],
  missed: [...secondPaths, ...tradePaths, inbox.notices.path, alerts.list.path],
}

let refetchTimer: ReturnType<typeof setTimeout> | undefined
const stale = new Set<string>()

// Several events of one posting arrive together; one refetch serves them all.
function refetch(paths: readonly string[]): void {
  for (const path of paths) stale.add(path)
  clearTimeout(refetchTimer)
  refetchTimer = setTimeout(() => {
    for (const path of stale) void queryClient.invalidateQueries({ queryKey: [path] })
    stale.clear()
  }, 100)
}

const listeners = new Set<(event: UserEvent) => void>()
/** For those who want to say what happened, such as "closed: margin was insufficient". */
export const onUserEvent = (listener: (event: UserEvent) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let wasOpen = false
const introduce = (): void => {
  const { token } = session.get()
  if (!token) return
  // What happened while there was no connection was told to nobody.
  if (wasOpen) refetch(stalePaths.missed)
  wasOpen = true
  tell({ op: 'auth', token })
  tell({ op: 'sub', ch: ['user'] })
}

/** From now on this person's own events are heard: positions and balances are right at once. */
export function hearPerson(): void {
  onOpen(introduce)
  onEvent((event) => {
    if (event.c !== 'user') return
    if (event.t === 'session') return announce({ kind: 'signedOut' })
    refetch(stalePaths[event.t])
    listeners.forEach((listener) => listener(event))
  })
  session.subscribe(() => {
    if (!session.get().token) return
    connect()
    introduce()
  })
  if (!session.get().token) return
  connect()
  // Prices may have opened it already: then there is no greeting to wait for.
  introduce()
}
