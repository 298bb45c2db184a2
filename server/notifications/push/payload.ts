import type { LanguageCode } from '#contract/calls/account.ts'
import type { PushTopic } from '#contract/calls/push.ts'
import type { PushPayload } from '#contract/pushPayload.ts'
import { noticeParamsWithCompetitionName } from '../../core/competitionNames.ts'
import { translate } from '../../core/i18n.ts'
import { isCompetitionPositionNotice, renderNotice } from '../renderNotice.ts'
import { type NoticeKind, noticeTextsByKind } from '../noticeTexts.ts'
import { isSecurityNotice } from '../queuePush.ts'

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
const figure = /^[+\-−]?[\d.,]+( [A-Za-z]{2,10})?$/
const code = /^(?=.*[A-Za-z])[A-Za-z\d]{1,120}([/-][A-Za-z\d]{1,20})?$/
const day = /^\d{4}-\d{2}-\d{2}([ T][\d:.]{5,12}(Z|[+-]\d{2}:\d{2})?)?$/
/** What says nothing of what somebody has, as long as it is no more than that: prices of the market, shares, counts, codes, addresses, days. */
const open: ReadonlyMap<string, RegExp> = new Map([
  ...['price', 'seen', 'strike', 'liqPrice', 'ratio', 'percent', 'ended', 'rank', 'of', 'level', 'notice', 'book'].map(
    (name) => [name, figure] as const,
  ),
  ...['pair', 'base', 'coin', 'token', 'currency', 'incomeCurrency', 'network', 'place', 'address'].map((name) => [name, code] as const),
  ...['day', 'until', 'due', 'late', 'debit'].map((name) => [name, day] as const),
  // An address with its coin and network; a bank account's digits are covered.
  ['account', /^(?=.*[A-Za-z])[A-Za-z\d]{20,120} \([A-Z]{2,10} [A-Za-z][A-Za-z\d-]{0,20}\)$/],
  ['ip', /^[\da-f.:]{1,20}[.:]\*$/i],
])
/** Words that somebody wrote may say anything. */
const isWritten = (kind: NoticeKind, name: string): boolean =>
  name === 'reason' || name === 'title' || (name === 'name' && (kind === 'passkeyAdded' || kind === 'passkeyRemoved'))

/** Whatever is not known to be harmless is covered: figures within other words too, in whichever digits. */
function cover(kind: NoticeKind, name: string, value: string): string {
  if (open.get(name)?.test(value)) return value
  if (isWritten(kind, name) || figure.test(value)) return covered
  return value.replace(/\p{N}[\p{N}.,]*/gu, covered)
}

const urgentKinds: ReadonlySet<string> = new Set<NoticeKind>(['margin80', 'margin65', 'closedOut', 'loanCalled', 'loanSold'])
export const isUrgentPush = (kind: string, topic: PushTopic): boolean =>
  topic === 'alert' || urgentKinds.has(kind) || isSecurityNotice(kind)

const demoTitle = /*i18n*/ { id: 'push.demo', message: 'DEMO · {title}' }
const sandboxNote = /*i18n*/ { id: 'push.sandbox', message: 'Sandbox · play money' }
const mostTitle = 120
const mostBody = 400
const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** What the device is told. The words of the inbox, with amounts covered for whoever hides them in the app. */
export function pushPayloadOf(notice: PayloadOf): PushPayload {
  const { noticeId, kind, params, link, topic, tag, lang, atMs, unread, hidesAmounts, sandbox } = notice
  const named = noticeParamsWithCompetitionName(lang, params)
  const values = hidesAmounts ? Object.fromEntries(Object.entries(named).map(([name, value]) => [name, cover(kind, name, value)])) : named
  const { title, content } = renderNotice(lang, noticeTextsByKind[kind], values)
  // What a demo book begins or holds is play money, and so is what a notice about another book than the real one tells of.
  const demo = 'book' in params || kind === 'demoReset'
  return {
    v: 1,
    id: noticeId,
    title: cut(demo && !isCompetitionPositionNotice(params) ? translate(lang, demoTitle, { title }) : title, mostTitle),
    body: cut(content, mostBody),
    note: sandbox && !demo ? translate(lang, sandboxNote) : '',
    tag,
    link: link === '' ? '/messages' : link,
    topic,
    urgent: isUrgentPush(kind, topic),
    demo,
    lang,
    at: atMs,
    unread,
  }
}
