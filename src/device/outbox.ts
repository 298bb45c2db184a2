import { createStore, get, update, type UseStore } from 'idb-keyval'
import type { PushTopic } from '#contract/calls/push.ts'

/** What this device is told of, and what of it the server knows. */
export interface DevicePushRegistration {
  topics: PushTopic[]
  /** Minutes after midnight on this device's clock. */
  quiet?: { from: number; to: number }
  /** Where the server writes to, with the clock's distance from UTC and its zone, and when it was told last. */
  endpoint: string
  offsetMinutes: number
  zone?: string
  toldMs: number
  /** Whose choice it is; older ones do not say it. */
  userId?: string
}

/** What somebody who signed out chose, for when the same person signs in again. */
export type SignedOutPushChoice = Required<Pick<DevicePushRegistration, 'userId'>> & Pick<DevicePushRegistration, 'topics' | 'quiet'>

/** What the page leaves for the worker, which has neither its storage nor its session, and what outlives the page. */
export interface WorkerOutbox {
  /** Whom the worker speaks for. '' once somebody signed out here: what still comes for them is nobody's. */
  token?: string | undefined
  /** Notices that were read, and choices that were made, while the server could not be told. */
  reads: string[]
  settings: Record<string, unknown>
  /** Undefined: this device is told of nothing. */
  push?: DevicePushRegistration | undefined
  /** Choices of people who are not signed in here now, who signed out last at the end. */
  waiting?: SignedOutPushChoice[] | undefined
}

/** The name under which the browser wakes the worker once there is a network (Background Sync). */
export const backgroundSyncTag = 'left'

const emptyOutbox: WorkerOutbox = { reads: [], settings: {} }
const key = 'left'
let store: UseStore | undefined
const open = (): UseStore => (store ??= createStore('left-for-worker', 'kv'))

/** Nothing, where IndexedDB is missing or broken. */
export const readWorkerOutbox = async (): Promise<WorkerOutbox> => {
  try {
    return { ...emptyOutbox, ...(await get<WorkerOutbox>(key, open())) }
  } catch {
    return emptyOutbox
  }
}

/** One step, whoever else changes it at this moment. False where it could not be kept. */
export const updateWorkerOutbox = async (change: (outbox: WorkerOutbox) => WorkerOutbox): Promise<boolean> => {
  try {
    await update<WorkerOutbox>(key, (outbox) => change({ ...emptyOutbox, ...outbox }), open())
    return true
  } catch {
    return false
  }
}
