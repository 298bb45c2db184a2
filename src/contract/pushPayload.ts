import type { LanguageCode } from './calls/account.ts'
import type { PushTopic } from './calls/push.ts'

/** What a device is sent, as JSON: everything that a notification needs, in the person's language. */
export interface PushPayload {
  v: 1
  /** Of the notice in the inbox, for `markRead`. */
  id: string
  title: string
  /** '' where the title says it all. */
  body: string
  /** What the app says on every screen, where the title does not: that all of this is play money. '' where it is not. */
  note: string
  /** The same for whatever takes this notification's place. */
  tag: string
  /** An address of the app, from `/`. */
  link: string
  topic: PushTopic
  /** True: it should not wait, and a notification in whose place it comes is told anew. */
  urgent: boolean
  /** True: it is about play money. The title says so already. */
  demo: boolean
  lang: LanguageCode
  /** When it happened: epoch milliseconds. */
  at: number
  /** Notices unread in all, this one with them: the number on the app's icon. */
  unread: number
}
