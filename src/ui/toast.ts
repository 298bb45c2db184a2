import { toastMs } from '#contract/constants.ts'

export interface ToastMessage {
  id: number
  text: string
  tone: 'plain' | 'good' | 'bad'
}

let messages: readonly ToastMessage[] = []
let lastId = 0
const listeners = new Set<() => void>()

const set = (next: readonly ToastMessage[]) => {
  messages = next
  for (const listener of listeners) listener()
}

/** Says something for two seconds; the same words again replace themselves. */
export function showToast(text: string, { tone = 'plain' }: { tone?: ToastMessage['tone'] } = {}): void {
  lastId += 1
  const id = lastId
  set([...messages.filter((message) => message.text !== text), { id, text, tone }].slice(-2))
  setTimeout(() => set(messages.filter((message) => message.id !== id)), toastMs)
}

export const getToastMessages = () => messages
export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
