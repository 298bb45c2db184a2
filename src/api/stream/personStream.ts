import type { Query } from '@tanstack/react-query'
import { account } from '#contract/calls/account.ts'
import { alerts } from '#contract/calls/alerts.ts'
import { inbox } from '#contract/calls/inbox.ts'
import { secondContracts } from '#contract/calls/secondContracts.ts'
import { trading } from '#contract/calls/trading.ts'
import { wallet } from '#contract/calls/wallet.ts'
import type { UserStreamEvent } from '#contract/priceStream.ts'
import { emitApiLayerEvent } from './appEvents.ts'
import { queryClient } from '../queryClient.ts'
import { userSessionStore } from '../session.ts'
import { connectStream, isStreamConnected, onStreamEvent, onStreamOpen, sendStreamRequest } from './socket.ts'

const orderPaths = [
  trading.positions,
  trading.positionsSummary,
  wallet.balances,
  wallet.assets,
  wallet.balanceRecords,
  // It says what may be staked.
  secondContracts.head,
].map((row) => row.path)
const secondContractPaths = [secondContracts.orders.path]
const stalePaths: Record<UserStreamEvent['t'], readonly string[]> = {
  position: orderPaths,
  second: [...secondContractPaths, ...orderPaths],
  balance: orderPaths,
  warning: [],
  notice: [inbox.notices.path, alerts.list.path],
  session: [],
  // Said by the screens that show it.
  deposit: [],
  // What it opens is part of the person; the screens of it ask for the rest.
  kyc: [account.me.path],
  // Named here, since the rows themselves come with the screen alone.
  support: ['/api/support/ticket/list', '/api/support/ticket/detail'],
  missed: [...secondContractPaths, ...orderPaths, inbox.notices.path, alerts.list.path],
}

/** Everything that the stream tells of. */
const streamedPaths = new Set(Object.values(stalePaths).flat())

let refetchTimer: ReturnType<typeof setTimeout> | undefined
const pathsToRefetch = new Set<string>()

// Several events of one posting arrive together; one refetch serves them all.
function refetch(paths: readonly string[]): void {
  for (const path of paths) pathsToRefetch.add(path)
  clearTimeout(refetchTimer)
  refetchTimer = setTimeout(() => {
    for (const path of pathsToRefetch) void queryClient.invalidateQueries({ queryKey: [path] })
    pathsToRefetch.clear()
  }, 100)
}

const listeners = new Set<(event: UserStreamEvent) => void>()
/** For those who want to say what happened, such as "closed: margin was insufficient". */
export const onUserStreamEvent = (listener: (event: UserStreamEvent) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

// Of what was answered since the server tells of changes, every change is told.
const connectedMaxAgeMs = 60_000
const disconnectedMaxAgeMs = 10_000
const staleCheckMs = 3_000
let connectedSinceMs = Number.POSITIVE_INFINITY
const maxAgeOf = ({ state }: Query): number =>
  isStreamConnected() && state.dataUpdatedAt >= connectedSinceMs ? connectedMaxAgeMs : disconnectedMaxAgeMs

/** Of a first connection: what was answered so long before it that something may have happened in between. */
const isTooOld = ({ state }: Query): boolean => state.fetchStatus === 'idle' && state.dataUpdatedAt < Date.now() - staleCheckMs

const handleOpen = (isBack: boolean): void => {
  if (!userSessionStore.get().token) return
  // What happened while there was no connection was told to nobody.
  if (isBack) refetch(stalePaths.missed)
  else for (const path of stalePaths.missed) void queryClient.invalidateQueries({ queryKey: [path], predicate: isTooOld })
  sendSession()
}

const sendSession = (): void => {
  const { token } = userSessionStore.get()
  if (!token) return
  sendStreamRequest({ op: 'auth', token })
  sendStreamRequest({ op: 'sub', ch: ['user'] })
}

/** From now on this person's own events are heard: positions and balances are right at once. */
export function subscribeToUserStream(): void {
  for (const path of streamedPaths) queryClient.setQueryDefaults([path], { staleTime: maxAgeOf })
  onStreamOpen(handleOpen)
  onStreamEvent((event) => {
    if (event.c === 'auth' && event.ok) connectedSinceMs = Date.now()
    if (event.c !== 'user') return
    if (event.t === 'session') return emitApiLayerEvent({ kind: 'signedOut' })
    refetch(stalePaths[event.t])
    listeners.forEach((listener) => listener(event))
  })
  userSessionStore.subscribe(() => {
    if (!userSessionStore.get().token) return
    connectStream()
    sendSession()
  })
  if (!userSessionStore.get().token) return
  connectStream()
  // Prices may have opened it already: then there is no greeting to wait for.
  sendSession()
}
