import type { LanguageCode } from '#contract/calls/account.ts'
import type { PushTopic } from '#contract/calls/push.ts'
import type { PushPayload } from '#contract/pushPayload.ts'
import { say } from '#server/i18n.ts'
import { type NoticeKind, noticeWords } from '#server/noticeWords.ts'
import { isSecurity } from '#server/tellByPush.ts'

interface PayloadOf {
  noticeId: string
  kind: NoticeKind
  params: Readonly<Record<string, string>>
  link: string
  topic: PushTopic
  tag: string
  lang: LanguageCode
  atMs: number
  unread: number
  /** True: nobody who looks at the phone reads what this person has. */
  hidesAmounts: boolean
  /** True: no money here is real. */
  sandbox: boolean
}

const covered = '••••'
/** Figures that say nothing of what somebody has: prices of the market, shares, counts, days. */
const openFigures: ReadonlySet<string> = new Set([
  'price',
  'seen',
  'liqPrice',
  'ratio',
  'percent',
  'ended',
  'rank',
  'of',
  'level',
  'notice',
])
const isFigure = (text: string): boolean => /^[+\-−]?[\d.,]+( [A-Za-z]{2,10})?$/.test(text)
/** Words that somebody wrote may hold figures too. */
const cover = ([name, value]: [string, string]): [string, string] =>
  openFigures.has(name)
    ? [name, value]
    : [name, isFigure(value) ? covered : name === 'reason' ? value.replace(/\d[\d.,]*/g, covered) : value]

const urgentKinds: ReadonlySet<string> = new Set<NoticeKind>(['margin80', 'margin65', 'closedOut', 'loanCalled', 'loanSold'])
export const isUrgent = (kind: string, topic: PushTopic): boolean => topic === 'alert' || urgentKinds.has(kind) || isSecurity(kind)

const demoTitle = /*i18n*/ { id: 'push.demo', message: 'DEMO · {title}' }
const sandboxNote = /*i18n*/ { id: 'push.sandbox', message: 'Sandbox · play money' }
const mostTitle = 120
const mostBody = 400
const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** What the device is told. The words of the inbox, with amounts covered for whoever hides them in the app. */
export function payloadOf(told: PayloadOf): PushPayload {
  const { noticeId, kind, params, link, topic, tag, lang, atMs, unread, hidesAmounts, sandbox } = told
  const shown = hidesAmounts ? Object.fromEntries(Object.entries(params).map(cover)) : params
  const words = noticeWords[kind]
  const title = say(lang, words.title, shown)
  // What a demo book begins or holds is play money, and so is what a notice about another book than the real one tells of.
  const demo = 'book' in params || kind === 'demoReset'
  return {
    v: 1,
    id: noticeId,
    title: cut(demo ? say(lang, demoTitle, { title }) : title, mostTitle),
    body: cut(say(lang, words.content, shown), mostBody),
    note: sandbox && !demo ? say(lang, sandboxNote) : '',
    tag,
    link: link === '' ? '/messages' : link,
    topic,
    urgent: isUrgent(kind, topic),
    demo,
    lang,
    at: atMs,
    unread,
  }
}
