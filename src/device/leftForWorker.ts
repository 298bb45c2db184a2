import { createStore, get, update, type UseStore } from 'idb-keyval'
import type { PushTopic } from '#contract/calls/push.ts'

/** What this device is told of, and what of it the server knows. */
export interface PushChoice {
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
export type PushWaiting = Required<Pick<PushChoice, 'userId'>> & Pick<PushChoice, 'topics' | 'quiet'>

/** What the page leaves for the worker, which has neither its storage nor its session, and what outlives the page. */
export interface Left {
  /** Whom the worker speaks for. '' once somebody signed out here: what still comes for them is nobody's. */
  token?: string | undefined
  /** Notices that were read, and choices that were made, while the server could not be told. */
  reads: string[]
  settings: Record<string, unknown>
  /** Undefined: this device is told of nothing. */
  push?: PushChoice | undefined
  /** Choices of people who are not signed in here now, who signed out last at the end. */
  waiting?: PushWaiting[] | undefined
}

/** The name under which the browser wakes the worker once there is a network (Background Sync). */
export const syncTag = 'left'

const nothing: Left = { reads: [], settings: {} }
const key = 'left'
let shelf: UseStore | undefined
const open = (): UseStore => (shelf ??= createStore('left-for-worker', 'kv'))

/** Nothing, where IndexedDB is missing or broken. */
export const readLeft = async (): Promise<Left> => {
  try {
    return { ...nothing, ...(await get<Left>(key, open())) }
  } catch {
    return nothing
  }
}

/** One step, whoever else changes it at this moment. False where it could not be kept. */
export const changeLeft = async (change: (left: Left) => Left): Promise<boolean> => {
  try {
    await update<Left>(key, (left) => change({ ...nothing, ...left }), open())
    return true
  } catch {
    return false
  }
}
