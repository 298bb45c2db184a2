import type { Input, Reply, WriteCall } from '#contract/call.ts'
import { createStore } from '#device/store.ts'
import { ApiError } from './apiError.ts'
import { send, type SendOptions } from './send.ts'

/** Whether the same is to be done again: the server's words, and what takes the answer. */
export interface AgainQuestion {
  message: string
  answer(isMeant: boolean): void
}

/** The question that waits for an answer, for the frame to show. */
export const againQuestion = createStore<AgainQuestion | undefined>(undefined)

/** A write; where the same was done a moment ago the person is asked, and their yes repeats it once. Without a yes it stays refused. */
export async function sendOrAskAgain<C extends WriteCall>(call: C, body: Input<C>, options: SendOptions): Promise<Reply<C>> {
  try {
    return await send(call, body, options)
  } catch (error) {
    if (!(error instanceof ApiError) || error.key !== 'DUPLICATE_RECENT' || !(await isMeant(error.message))) throw error
    return send(call, body, { ...options, again: true })
  }
}

function isMeant(message: string): Promise<boolean> {
  againQuestion.get()?.answer(false)
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => {
      againQuestion.set((now) => (now?.answer === answer ? undefined : now))
      resolve(isYes)
    }
    againQuestion.set({ message, answer })
  })
}
