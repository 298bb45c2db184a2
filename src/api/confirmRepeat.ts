import type { CallArguments, CallReply, PostCall } from '#contract/call.ts'
import { createStore } from '#device/store.ts'
import { ApiError } from './apiError.ts'
import { sendApiCall, type ApiCallOptions } from './send.ts'

/** Whether the same is to be done again: the server's words, and what takes the answer. */
export interface RepeatConfirmation {
  message: string
  answer(askForRepeatConfirmation: boolean): void
}

/** The question that waits for an answer, for the frame to show. */
export const pendingRepeatConfirmationStore = createStore<RepeatConfirmation | undefined>(undefined)

/** A write; where the same was done a moment ago the person is asked, and their yes repeats it once. Without a yes it stays refused. */
export async function sendWriteWithRepeatConfirmation<C extends PostCall>(
  call: C,
  body: CallArguments<C>,
  options: ApiCallOptions,
): Promise<CallReply<C>> {
  try {
    return await sendApiCall(call, body, options)
  } catch (error) {
    if (!(error instanceof ApiError) || error.key !== 'DUPLICATE_RECENT' || !(await askForRepeatConfirmation(error.message))) throw error
    return sendApiCall(call, body, { ...options, again: true })
  }
}

function askForRepeatConfirmation(message: string): Promise<boolean> {
  pendingRepeatConfirmationStore.get()?.answer(false)
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => {
      pendingRepeatConfirmationStore.set((now) => (now?.answer === answer ? undefined : now))
      resolve(isYes)
    }
    pendingRepeatConfirmationStore.set({ message, answer })
  })
}
